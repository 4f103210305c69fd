import { t } from "@intellibox/contract/text/t";
import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";
import { dateTime } from "#lib/format.ts";
import { useShownPaneFocus } from "#lib/hooks/use-shown-pane-focus.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { DropZone } from "./attachments.tsx";

export type WritingPane = "brief" | "message";
/** A newer draft from another device, and the choice between the two. */
export type OtherDraft = { savedAt: Date; take: () => void; keepMine: () => void };
export type WritingProblem = { message: string; tryAgain?: (() => void) | undefined };

type WritingFrameProps = {
  /** The visible panel on screens with room for one. */
  pane: WritingPane;
  onPane: (pane: WritingPane) => void;
  problem: WritingProblem | null;
  /** The draft of another device, if both were changed. */
  other?: OtherDraft | null;
  onDismissProblem: () => void;
  /** False if no mail server is set up; the page says so before anything is written. */
  canSend: boolean;
  brief: ReactNode;
  /** The footer of the brief panel. */
  briefFoot: ReactNode;
  message: ReactNode;
  messageLabel: string;
  onFiles: (files: File[]) => void;
};

const panes = [
  { value: "brief", label: t("Brief") },
  { value: "message", label: t("Message") },
] as const;

/** Brief and message side by side; below 1024 px one at a time. */
export function WritingFrame(props: WritingFrameProps) {
  const { pane, onPane, problem, other, onDismissProblem, canSend, brief, briefFoot, message, messageLabel, onFiles } =
    props;
  const shown = useShownPaneFocus(pane);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="border-b border-line px-4 py-3 lg:hidden">
        <Segmented label={t("Panel")} choices={panes} value={pane} onChange={onPane} className="flex w-full" />
      </div>
      {problem && (
        <div className="border-b border-line p-3">
          <Alert
            kind="bad"
            onDismiss={onDismissProblem}
            action={problem.tryAgain && <TryAgain onPress={problem.tryAgain} />}
          >
            {problem.message}
          </Alert>
        </div>
      )}
      {!canSend && (
        <div className="border-b border-line p-3">
          <Alert kind="warn">
            {t("No mail server is set up for sending. An admin can add one in Mail Configuration.")}
          </Alert>
        </div>
      )}
      {other && <DraftChoice {...other} />}
      <div className="flex min-h-0 flex-1">
        <section
          ref={pane === "brief" ? shown : undefined}
          tabIndex={-1}
          aria-label={t("Brief")}
          data-brief
          className={classNames(
            "flex min-h-0 w-full shrink-0 flex-col overflow-y-auto bg-subtle focus-visible:-outline-offset-2 lg:w-98 lg:border-e lg:border-line",
            pane !== "brief" && "max-lg:hidden",
          )}
        >
          <div className="flex flex-1 flex-col gap-5 p-4 md:p-5">{brief}</div>
          <div className="border-t border-line p-4 md:p-5">{briefFoot}</div>
        </section>
        <section
          ref={pane === "message" ? shown : undefined}
          tabIndex={-1}
          aria-label={messageLabel}
          className={classNames(
            "flex min-h-0 min-w-0 flex-1 focus-visible:-outline-offset-2",
            pane !== "message" && "max-lg:hidden",
          )}
        >
          <DropZone onFiles={onFiles} className="relative flex min-h-0 min-w-0 flex-1 flex-col">
            {message}
          </DropZone>
        </section>
      </div>
    </div>
  );
}

/** Asks which of two versions of a draft to keep. */
export const DraftChoice = ({ savedAt, take, keepMine }: OtherDraft) => (
  <div className="border-b border-line p-3">
    <Alert
      kind="warn"
      action={
        <span className="-my-1 flex shrink-0 flex-wrap gap-1">
          <Button size="sm" onClick={take}>
            {t("Use the other")}
          </Button>
          <Button size="sm" onClick={keepMine}>
            {t("Keep this")}
          </Button>
        </span>
      }
    >
      {t("This draft was also changed on another device, {savedAt}.", { savedAt: dateTime(savedAt) })}
    </Alert>
  </div>
);

const TryAgain = ({ onPress }: { onPress: () => void }) => (
  <Button variant="danger-ghost" size="sm" className="-my-1" onClick={onPress}>
    {t("Try again")}
  </Button>
);
