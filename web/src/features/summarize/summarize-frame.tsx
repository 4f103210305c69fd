import { t } from "@intellibox/contract/text/t";
import type { ReactNode } from "react";
import { classNames } from "#lib/class-names.ts";
import { useShownPaneFocus } from "#lib/hooks/use-shown-pane-focus.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { DropZone } from "#components/writing/attachments.tsx";

export type Pane = "email" | "result";
const panes = [
  { value: "email", label: t("Email") },
  { value: "result", label: t("Result") },
] as const;

type SummarizeFrameProps = {
  /** The panel that is shown below 1280 px. */
  pane: Pane;
  onPane: (pane: Pane) => void;
  problem: string | null;
  onDismissProblem: () => void;
  onTryAgain: () => void;
  onFiles: (files: File[]) => void;
  email: ReactNode;
  result: ReactNode;
};

/** Mail and result side by side; below 1280 px one at a time, so that the plan stays a table. */
export function SummarizeFrame(props: SummarizeFrameProps) {
  const { pane, onPane, problem, onDismissProblem, onTryAgain, onFiles, email, result } = props;
  const shown = useShownPaneFocus(pane);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="border-b border-line px-4 py-3 xl:hidden">
        <Segmented label={t("Panel")} choices={panes} value={pane} onChange={onPane} className="flex w-full" />
      </div>
      {problem && (
        <div className="border-b border-line p-3">
          <Alert kind="bad" onDismiss={onDismissProblem} action={<TryAgain onPress={onTryAgain} />}>
            {problem}
          </Alert>
        </div>
      )}
      <div className="flex min-h-0 flex-1">
        <section
          ref={pane === "email" ? shown : undefined}
          tabIndex={-1}
          aria-label={t("Email")}
          className={classNames(
            "flex min-h-0 w-full shrink-0 bg-subtle focus-visible:-outline-offset-2 xl:w-80 xl:border-e xl:border-line 2xl:w-98",
            pane !== "email" && "max-xl:hidden",
          )}
        >
          <DropZone
            onFiles={onFiles}
            className="relative flex min-h-0 min-w-0 flex-1 flex-col gap-4 overflow-y-auto p-4 md:p-5"
          >
            {email}
          </DropZone>
        </section>
        <section
          ref={pane === "result" ? shown : undefined}
          tabIndex={-1}
          aria-label={t("Result")}
          className={classNames(
            "flex min-h-0 min-w-0 flex-1 flex-col focus-visible:-outline-offset-2",
            pane !== "result" && "max-xl:hidden",
          )}
        >
          {result}
        </section>
      </div>
    </div>
  );
}

const TryAgain = ({ onPress }: { onPress: () => void }) => (
  <Button variant="danger-ghost" size="sm" className="-my-1" onClick={onPress}>
    {t("Try again")}
  </Button>
);
