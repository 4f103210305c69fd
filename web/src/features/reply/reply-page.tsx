import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { carriedFiles, dropCarriedFiles } from "#lib/drafts/carried-files.ts";
import { type ReplyState, readReplyState } from "#lib/drafts/reply-state.ts";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { fillTokens, fillTokensIn, splitQuoted, withQuoted } from "#lib/mail/outgoing.ts";
import { useLocation } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import type { RichTextHandle } from "#components/rich-text/rich-text-editor.tsx";
import { AfterSending } from "#components/writing/after-sending.tsx";
import type { MailCheckHandle } from "#components/writing/mail-check/mail-check.tsx";
import { announceMail } from "#components/writing/mail-toast.tsx";
import { SendQuestions } from "#components/writing/send-questions.tsx";
import { useWritingCommands } from "#components/writing/use-writing-commands.tsx";
import { WritingFrame, type WritingPane } from "#components/writing/writing-frame.tsx";
import { draftName } from "#state/reply-draft.ts";
import { useSendForm } from "#state/send-form.ts";
import { useReplyChoices } from "#state/use-reply-choices.ts";
import { useReplyForm } from "#state/use-reply-form.ts";
import { useReplying } from "#state/use-replying.ts";
import { checkedThread } from "./checked-thread.ts";
import { IncomingPanel } from "./incoming-panel.tsx";
import { ReplyPanel } from "./reply-panel.tsx";

const replyRequired = t("To, Subject, and Reply are required.");

/** Reply Assistant. The key resets all state when another mail is answered. */
export function ReplyPage() {
  const { state, key } = useLocation();
  return <Reply key={key} start={readReplyState(state)} />;
}

function Reply({ start }: { start: ReplyState }) {
  const { form, latest, change, other, own, setIsSent } = useReplyForm(start);
  // With a mail to answer, a narrow screen shows the reply first.
  const [pane, setPane] = useState<WritingPane>(start.to || start.emailBody ? "message" : "brief");
  const files = useCarriedFiles(start);
  const sendForm = useSendForm({
    required: replyRequired,
    announce: announceMail,
    start: { files },
    mailboxId: form.mailboxId,
  });
  const { sending } = sendForm;
  const clearForReply = () => {
    sendForm.dismissProblem();
    sending.forgetHanded();
    setPane("message");
  };
  /** The header of the stored mail says nothing about another text. */
  const isSameMail = ({ emailBody }: { emailBody: string }) => emailBody === start.emailBody;
  const header = isSameMail(form) ? { from: start.from, message: start.message || undefined } : {};
  const choices = useReplyChoices({ emailBody: form.emailBody, ...header });
  const replying = useReplying({
    own,
    request: () => ({ ...latest(), from: isSameMail(latest()) ? start.from : "" }),
    html: () => latest().html,
    onHtml: (html) => change({ html }),
    onSubject: (subject) => change({ subject }),
    onStart: clearForReply,
    onProblem: sendForm.fail,
  });
  useChosenAnswer(start, replying.generate);
  const isHanded = sending.handed !== null;
  const syncIsSent = useEffectEvent(setIsSent);
  useEffect(() => syncIsSent(isHanded), [isHanded]);
  const { inReplyTo, references } = start;
  const { mailboxId } = form;
  const account = form.alias || (mailboxId === start.mailboxId ? start.account : "");
  const askedFor = useRef<Date>(undefined);
  const editor = useRef<RichTextHandle>(null);
  const check = useRef<MailCheckHandle>(null);
  const send = (sendAt?: Date) => {
    askedFor.current = sendAt;
    // The editor reports its text up to 150 ms after a key press, and a click may come before the next render.
    editor.current?.flush();
    if (check.current?.holdsBack(() => send(sendAt))) return;
    const { to, cc, bcc, subject, html } = latest();
    sendForm.send({ to, cc, bcc, subject, html, sendAt, mailboxId, account, inReplyTo, references });
  };
  const quote = () => {
    const { html, emailBody } = latest();
    const original = start.quotedBody || emailBody;
    if (splitQuoted(html).quoted) toast(t("The original is already quoted below your reply."), screenToast);
    else if (!original.trim()) sendForm.fail(t("There is no incoming email to quote."));
    else change({ html: withQuoted(html, original) });
    setPane("message");
  };
  const showBlanks = () => {
    setPane("message");
    editor.current?.selectFirstBlank();
  };
  const fill = (values: ReadonlyMap<string, string>) => {
    sending.keepUnfilled();
    const { subject, html } = latest();
    change({ subject: fillTokens(subject, values), html: fillTokensIn(html, values) });
    send(askedFor.current);
  };
  useWritingCommands({
    group: t("Reply"),
    send: () => send(),
    generate: () => replying.generate(),
    isGenerating: replying.isBusy,
    assistant: [
      { label: t("Generate a reply"), run: () => replying.generate() },
      { label: t("Suggest a subject"), run: replying.suggestSubject },
    ],
  });

  return (
    <>
      <WritingFrame
        {...{ pane, other, problem: sendForm.problem, messageLabel: t("Reply") }}
        onPane={setPane}
        onDismissProblem={sendForm.dismissProblem}
        // Gmail and Outlook mailboxes send without the company's mail server.
        canSend={sendForm.canSend || mailboxId !== ""}
        onFiles={sendForm.files.add}
        brief={
          <IncomingPanel {...{ form, change, replying }} from={useSenderName({ account, mailboxId })} onQuote={quote} />
        }
        briefFoot={<AfterSending {...sendForm.afterSending} />}
        message={
          <ReplyPanel
            {...{ form, latest, change, replying, sendForm, inReplyTo, check }}
            thread={checkedThread(form, start)}
            handleRef={editor}
            onHtml={(html) => change({ html })}
            onSubject={(subject) => change({ subject })}
            choices={choices}
            onSaid={(said) => change({ said })}
            onSend={send}
          />
        }
      />
      <SendQuestions sending={sending} onFill={fill} onKeep={showBlanks} />
    </>
  );
}

/** The name of the mailbox that sends the reply; "" if the mail came from none. */
function useSenderName({ account, mailboxId }: Pick<ReplyState, "account" | "mailboxId">) {
  const { data: mailboxes } = useQuery({ ...mailboxesQuery, enabled: mailboxId !== "" });
  const mailbox = mailboxes?.find(({ id }) => id === mailboxId);
  return mailboxName(account || (mailbox?.email ?? ""), mailbox?.provider);
}

/** The files that were attached in the inbox before this page was opened. */
function useCarriedFiles(start: ReplyState): File[] {
  const name = draftName(start) ?? "";
  const [files] = useState(() => carriedFiles(name) ?? []);
  useEffect(() => dropCarriedFiles(name), [name]);
  return files;
}

/** Generates the one-click reply that the user chose in the inbox, without a second click here. */
function useChosenAnswer({ stance }: ReplyState, generate: () => void) {
  const generateChosen = useEffectEvent(generate);
  useEffect(() => {
    if (stance) generateChosen();
  }, [stance]);
}
