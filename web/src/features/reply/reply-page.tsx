import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { type ReplyState, readReplyState } from "#lib/drafts/reply-state.ts";
import { useShortcuts } from "#lib/hooks/shortcuts.ts";
import { usePreload } from "#lib/hooks/use-preload.ts";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { fillTokens, fillTokensIn, splitQuoted, withQuoted } from "#lib/mail/outgoing.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { AfterSending } from "#components/writing/follow-up-select.tsx";
import { announceMail } from "#components/writing/mail-toast.tsx";
import { SendAgain } from "#components/writing/send-again.tsx";
import { isAskingSomething, WritingFrame, type WritingPane } from "#components/writing/writing-frame.tsx";
import { useWritingDesk } from "#state/writing-desk.ts";
import { IncomingPanel } from "./incoming-panel.tsx";
import { ReplyPanel } from "./reply-panel.tsx";
import { useReplyForm } from "./use-reply-form.ts";
import { useReplying } from "./use-replying.ts";

const loadUnfilled = () => import("#components/writing/unfilled-tokens.tsx");
const UnfilledTokens = lazy(() => loadUnfilled().then((m) => ({ default: m.UnfilledTokens })));

const replyRequired = "To, Subject, and Reply are required.";

/** Reply Assistant. Another mail to answer is another reply: nothing of the last one stays. */
export function ReplyPage() {
  const { state, key } = useLocation();
  return <Reply key={key} start={readReplyState(state)} />;
}

function Reply({ start }: { start: ReplyState }) {
  const { form, latest, change, other, setIsSent } = useReplyForm(start);
  // Whoever answers a mail comes to write.
  const [pane, setPane] = useState<WritingPane>(start.to || start.emailBody ? "message" : "brief");
  const desk = useWritingDesk({ required: replyRequired, announce: announceMail });
  const { sending } = desk;
  const clearForReply = () => {
    desk.dismissProblem();
    sending.forgetHanded();
    setPane("message");
  };
  const replying = useReplying({
    asked: () => ({ emailBody: latest().emailBody, tone: latest().tone }),
    html: () => latest().html,
    onHtml: (html) => change({ html }),
    onSubject: (subject) => change({ subject }),
    onStart: clearForReply,
    onProblem: desk.fail,
  });
  useChosenAnswer(start.stance, replying.generate);
  const isHanded = sending.handed !== null;
  useEffect(() => setIsSent(isHanded), [isHanded, setIsSent]);
  const { mailboxId, account, inReplyTo, references } = start;
  const askedFor = useRef<Date>(undefined);
  const editor = useRef<() => void>(null);
  const send = (sendAt?: Date) => {
    askedFor.current = sendAt;
    // The editor reports a moment after typing, and a click may come before the next render.
    editor.current?.();
    const { to, subject, html } = latest();
    desk.send({ to, subject, html, sendAt, mailboxId, account, inReplyTo, references });
  };
  const quote = () => {
    const { html, emailBody } = latest();
    const original = start.quotedBody || emailBody;
    if (splitQuoted(html).quoted) toast("The original is already quoted below your reply.", screenToast);
    else if (!original.trim()) desk.fail("There is no incoming email to quote.");
    else change({ html: withQuoted(html, original) });
    setPane("message");
  };
  const fill = (values: ReadonlyMap<string, string>) => {
    sending.keepUnfilled();
    const { subject, html } = latest();
    change({ subject: fillTokens(subject, values), html: fillTokensIn(html, values) });
    send(askedFor.current);
  };
  useReplyCommands(send, replying);
  usePreload(loadUnfilled);

  return (
    <>
      <WritingFrame
        {...{ pane, other, problem: desk.problem, messageLabel: "Reply" }}
        onPane={setPane}
        onDismissProblem={desk.dismissProblem}
        // A mailbox at Google or Microsoft sends by itself.
        canSend={desk.canSend || mailboxId !== ""}
        onFiles={desk.files.add}
        brief={<IncomingPanel {...{ form, change, replying }} from={useFrom(start)} onQuote={quote} />}
        briefFoot={<AfterSending {...desk.afterSending} />}
        message={
          <ReplyPanel
            {...{ form, replying, desk, inReplyTo }}
            flushRef={editor}
            onHtml={(html) => change({ html })}
            onSend={send}
          />
        }
      />
      {sending.repeated && (
        <SendAgain sent={sending.repeated} onSend={sending.sendAgain} onKeep={sending.keepRepeated} />
      )}
      {sending.unfilled && (
        <Suspense fallback={null}>
          <UnfilledTokens
            tokens={sending.unfilled}
            onFill={fill}
            onSend={sending.sendUnfilled}
            onKeep={sending.keepUnfilled}
          />
        </Suspense>
      )}
    </>
  );
}

/** Whose mailbox answers, as people call it; "" where the mail came from none. */
function useFrom({ account, mailboxId }: ReplyState) {
  const { data: mailboxes } = useQuery({ ...mailboxesQuery, enabled: mailboxId !== "" });
  const mailbox = mailboxes?.find(({ id }) => id === mailboxId);
  return mailboxName(account || (mailbox?.email ?? ""), mailbox?.provider);
}

/** An answer that was chosen in the inbox is written at once: the click was made there. */
function useChosenAnswer(stance: string, generate: (stance: string) => void) {
  const first = useRef(generate);
  useEffect(() => {
    if (stance) first.current(stance);
  }, [stance]);
}

function useReplyCommands(send: () => void, replying: ReturnType<typeof useReplying>) {
  const sendOrGenerate = () => {
    if (isAskingSomething() || document.querySelector("[role=dialog][data-open]")) return;
    if (!document.activeElement?.closest("[data-brief]")) send();
    else if (!replying.isBusy) replying.generate();
  };
  const group = "Reply";
  useShortcuts([
    {
      label: "Send, or generate from within the brief",
      group,
      keys: "mod+enter",
      icon: <Send className="size-4" />,
      run: sendOrGenerate,
    },
    { label: "Generate a reply", group, icon: <AiIcon />, run: () => replying.generate() },
    { label: "Suggest a subject", group, icon: <AiIcon />, run: replying.suggestSubject },
  ]);
}
