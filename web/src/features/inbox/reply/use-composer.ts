import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { sendRequired } from "@intellibox/contract/endpoints/outbox";
import { t } from "@intellibox/contract/text/t";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { carriedFiles, carryFiles, dropCarriedFiles } from "#lib/drafts/carried-files.ts";
import { fillTokens, fillTokensIn } from "#lib/mail/outgoing.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { forgetListedDraft } from "#api/mail-drafts.ts";
import type { RichTextHandle } from "#components/rich-text/rich-text-editor.tsx";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import type { MailCheckHandle } from "#components/writing/mail-check/mail-check.tsx";
import { announceMail } from "#components/writing/mail-toast.tsx";
import { useWritingCommands } from "#components/writing/use-writing-commands.tsx";
import { useSendForm } from "#state/send-form.ts";
import type { Announce } from "#state/sending.ts";
import { useReplyChoices } from "#state/use-reply-choices.ts";
import { keepReplyDraft, type ReplyForm, useReplyForm } from "#state/use-reply-form.ts";
import { useReplying } from "#state/use-replying.ts";
import { answeredMail } from "#features/inbox/message/reply-to.ts";
import type { ReplyStart } from "./reply-start.ts";
import type { InlineReply, OpenComposer, ReturnedMail } from "./use-inline-reply.ts";

const replyRequired = t("To, Subject, and Reply are required.");

export type ComposerOptions = {
  message: MailMessage;
  composer: OpenComposer;
  start: ReplyStart;
  /** The files of a forwarded mail; `problem` says which could not be taken over. */
  forwarded: { files: File[]; problem?: string };
  reply: InlineReply;
  rootRef: RefObject<HTMLElement | null>;
};

/** The state of the composer under a message: its form and draft, sending, and the assistant. */
export function useComposer({
  message,
  composer,
  start: { state, about, otherKind },
  forwarded,
  reply,
  rootRef,
}: ComposerOptions) {
  const cache = useQueryClient();
  const { returned, answer, kind } = composer;
  const editor = useRef<RichTextHandle>(null);
  const isDone = useRef(false);
  const replyForm = useReplyForm(state, { about, otherKind, restored: returned?.form });
  const { form, latest, change, forget } = replyForm;
  const forgetDraft = () => {
    isDone.current = true;
    forget();
    if (about !== null) forgetListedDraft(cache, about);
  };
  const origin = { messageId: message.id, kind };
  const bringBack = (id: string, mail: ReturnedMail) =>
    reply.bringBack(id, origin, mail, () => about !== null && keepReplyDraft(about, mail.form));
  /** The mail as it was when the server accepted it. */
  const handed = useRef<{ form: ReplyForm; files: readonly File[] } | null>(null);

  const announce: Announce = (mail, outcome, actions) => {
    const id = mail.messageId;
    if (!handed.current) {
      handed.current = { form: latest(), files: sendForm.files.list };
      forgetDraft();
      const sentBefore = [message, ...message.thread].flatMap((one) => (one.folder === "sent" ? one.id : []));
      reply.accept({ id, ...origin, to: mail.to, html: latest().html, at: new Date(), outcome, sentBefore });
    }
    const sent = handed.current;
    const undo =
      actions.undo &&
      (async () => {
        await actions.undo?.();
        bringBack(id, sent);
      });
    announceMail(mail, outcome, { ...actions, undo });
    if (outcome.state === "failed")
      bringBack(id, {
        ...sent,
        problem: t("“{subject}” was not sent: {detail}", { subject: mail.subject, detail: outcome.detail }),
      });
    else reply.follow(id, outcome);
  };
  const carried = about === null ? undefined : carriedFiles(about);
  const files = [...(returned?.files ?? carried ?? forwarded.files)];
  const problem = returned?.problem ?? forwarded.problem;
  const required = kind === "forward" ? sendRequired : replyRequired;
  const start = { files, ...(problem && { problem }) };
  const sendForm = useSendForm({ required, announce, start, mailboxId: form.mailboxId });
  const { sending } = sendForm;

  const choices = useReplyChoices(answeredMail(message), kind !== "forward");
  const replying = useReplying({
    own: replyForm.own,
    request: () => ({ ...latest(), from: state.from }),
    html: () => latest().html,
    prepared: composer.prepared,
    onHtml: (html) => change({ html }),
    onSubject: (subject) => change({ subject }),
    onStart: sendForm.dismissProblem,
    onProblem: sendForm.fail,
  });
  const draftChosen = useEffectEvent(() => void (answer && !returned && replying.generate(answer)));
  useEffect(() => draftChosen(), []);

  const askedFor = useRef<Date>(undefined);
  const check = useRef<MailCheckHandle>(null);
  const send = (sendAt?: Date) => {
    askedFor.current = sendAt;
    // The editor reports its text up to 150 ms after a key press.
    editor.current?.flush();
    if (check.current?.holdsBack(() => send(sendAt))) return;
    const { to, cc, bcc, subject, html, mailboxId, alias, forward } = latest();
    const account = alias || (mailboxId === state.mailboxId ? state.account : undefined);
    const { inReplyTo, references } = state;
    sendForm.send({ to, cc, bcc, subject, html, sendAt, mailboxId, account, inReplyTo, references, forward });
  };
  const fill = (values: ReadonlyMap<string, string>) => {
    sending.keepUnfilled();
    const { subject, html } = latest();
    change({ subject: fillTokens(subject, values), html: fillTokensIn(html, values) });
    send(askedFor.current);
  };
  const discard = () => {
    editor.current?.flush();
    const mail = { form: latest(), files: sendForm.files.list };
    const isWritten = replyForm.isBegun() || mail.files.length > forwarded.files.length;
    forgetDraft();
    reply.close();
    const undo = () => bringBack("", mail);
    if (isWritten) announceUndoable({ words: t("Draft discarded"), undo, lastsMs: 10_000 });
  };
  const navigate = useNavigate();
  /** Goes on in the large view, with all that was written and attached. */
  const openAssistant = () => {
    editor.current?.flush();
    const { to, cc, bcc, subject, html, said, mailboxId, alias } = latest();
    if (about !== null) carryFiles(about, sendForm.files.list);
    // Without a draft to continue there, the text goes along.
    const written = about === null ? { html } : {};
    void navigate("/reply", {
      state: { ...state, to, cc, bcc, subject, mailboxId, alias, said: said.words, stance: "", ...written },
    });
  };
  useCarriedFiles(about, sendForm.files.list, isDone);
  useWritingCommands({
    group: t("Reply"),
    // Ctrl+Enter elsewhere on the page must not send.
    send: () => rootRef.current?.contains(document.activeElement) && send(),
    generate: () => replying.generate(),
    isGenerating: replying.isBusy,
    assistant: kind === "forward" ? [] : [{ label: t("Generate a reply"), run: () => replying.generate() }],
  });

  return {
    ...{ form, latest, change, other: replyForm.other, sendForm, sending, choices, replying, editor, check },
    ...{ send, fill, discard, openAssistant },
  };
}

/** Files go along when the composer closes without sending: another thread is read, or Reply Assistant opens. */
function useCarriedFiles(about: string | null, files: readonly File[], isDone: RefObject<boolean>) {
  const carry = useEffectEvent(() => {
    if (about === null) return;
    if (isDone.current) dropCarriedFiles(about);
    else carryFiles(about, files);
  });
  useEffect(() => () => carry(), []);
}
