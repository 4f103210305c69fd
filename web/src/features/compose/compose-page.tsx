import { sendRequired } from "@intellibox/contract/endpoints/outbox";
import { RotateCcw, Send } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useShortcuts } from "#lib/shortcuts.ts";
import { usePreload } from "#lib/use-preload.ts";
import { useWritingDesk } from "#api/writing-desk.ts";
import { noteOf } from "#components/authorship.tsx";
import { Button } from "#components/button.tsx";
import { AfterSending } from "#components/follow-up-select.tsx";
import { Spark } from "#components/spark.tsx";
import { announceSending } from "#components/undo-toast.tsx";
import { isAskingSomething, WritingFrame, type WritingPane } from "#components/writing-frame.tsx";
import { BriefPanel } from "./brief-panel.tsx";
import { MessagePanel } from "./message-panel.tsx";
import { useComposeDraft } from "./use-compose-draft.ts";
import { useDrafting } from "./use-drafting.ts";

const loadUnfilled = () => import("#components/unfilled-tokens.tsx");
const UnfilledTokens = lazy(() => loadUnfilled().then((m) => ({ default: m.UnfilledTokens })));

/** Compose Email: a brief on the left, the mail on the right. */
export function ComposePage() {
  const { draft, latest, change, reset, other } = useComposeDraft();
  const [pane, setPane] = useState<WritingPane>("brief");
  const desk = useWritingDesk({ required: sendRequired, announce: announceSending });
  const { sending, files, signatureHtml } = desk;
  const clearForDraft = () => {
    desk.dismissProblem();
    sending.forgetSent();
    setPane("message");
  };
  const drafting = useDrafting({ latest, change, onStart: clearForDraft, onProblem: desk.fail });
  const send = (sendAt?: Date) => {
    const { to, subject, bodyHtml, followsUp } = latest();
    const { followUpId, inReplyTo, references } = followsUp ?? {};
    desk.send({ to, subject, html: bodyHtml, sendAt, followUpId, inReplyTo, references });
  };
  const startOver = () => {
    drafting.clear();
    reset();
    desk.reset();
  };
  useComposeCommands(send, drafting);
  usePreload(loadUnfilled);

  return (
    <>
      <WritingFrame
        {...{ pane, other, problem: desk.problem, messageLabel: "Message" }}
        onPane={setPane}
        onDismissProblem={desk.dismissProblem}
        onFiles={files.add}
        brief={<BriefPanel {...{ draft, latest, change, drafting }} onProblem={desk.fail} />}
        briefFoot={<BriefFoot {...desk.afterSending} onReset={startOver} />}
        message={
          <MessagePanel
            {...{ draft, change, drafting, sending, files, signatureHtml }}
            note={noteOf(sending.sent, drafting.authorship)}
            onProblem={desk.fail}
            onSend={send}
          />
        }
      />
      {sending.unfilled && (
        <Suspense fallback={null}>
          <UnfilledTokens tokens={sending.unfilled} onSend={sending.sendUnfilled} onKeep={sending.keepUnfilled} />
        </Suspense>
      )}
    </>
  );
}

function BriefFoot({ onReset, ...choices }: Parameters<typeof AfterSending>[0] & { onReset: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <AfterSending {...choices} />
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2.5 self-start"
        icon={<RotateCcw className="size-3.5" aria-hidden="true" />}
        onClick={onReset}
      >
        Reset
      </Button>
    </div>
  );
}

function useComposeCommands(send: () => void, drafting: ReturnType<typeof useDrafting>) {
  const sendOrGenerate = () => {
    if (isAskingSomething()) return;
    if (!document.activeElement?.closest("[data-brief]")) send();
    else if (!drafting.isBusy) drafting.generate();
  };
  const group = "Compose";
  useShortcuts([
    {
      label: "Send, or generate from within the brief",
      group,
      keys: "mod+enter",
      icon: <Send className="size-4" />,
      run: sendOrGenerate,
    },
    { label: "Generate three tones", group, icon: <Spark />, run: drafting.generateTones },
    { label: "Suggest a subject", group, icon: <Spark />, run: drafting.suggestSubject },
  ]);
}
