import { parseRecipients, recipientsProblem } from "@intellibox/contract/rules/recipients";
import { isUnwritten } from "@intellibox/contract/rules/unwritten";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { clearSentMark, readSentMark, type SentMark, writeSentMark } from "#lib/drafts/sent-mark.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { newKey } from "#lib/http/keys.ts";
import { fateOf, type MailFate } from "#lib/mail/mail-outcome.ts";
import { unfilledIn } from "#lib/mail/outgoing.ts";
import { followMail } from "#api/follow-mail.ts";
import { cancelMail, type Mail, sendMail } from "#api/outbox.ts";
import { sendOutgoing } from "#api/own-mail.ts";

/** What a person can do about a mail that was handed over. */
export type MailDeeds = {
  /** Takes it back while that is possible, and throws where it is too late. Absent where its text would be lost with it. */
  undo?: (() => Promise<void>) | undefined;
  /** Sends it again after it failed; absent where the server does not say which it is. */
  retry?: (() => Promise<void>) | undefined;
};
/** As it is told of: which mail, to whom. */
export type NamedMail = { messageId: string; to: string[]; subject: string };
export type Announce = (mail: NamedMail, fate: MailFate, deeds: MailDeeds) => void;

export type SendingOptions = {
  /** Said where To, Subject or the text is missing. */
  required: string;
  onProblem: (message: string) => void;
  /** Tells what is known of a mail, whenever that changes; the page may be another by then. */
  announce: Announce;
};

/** The last mail that was handed over from this page, and what is known of it. */
export type Handed = { messageId: string; to: string[]; fate: MailFate };

/** Sends a mail with everything around it: the rules, unfilled tokens, progress, undo, its outcome, and no second copy by mistake. */
export function useSending({ required, onProblem, announce }: SendingOptions) {
  const [isSending, setIsSending] = useState(false);
  const [progress, setProgress] = useState(0);
  const [handed, setHanded] = useState<Handed | null>(null);
  const [unfilled, setUnfilled] = useState<{ mail: Mail; look: string; tokens: string[] } | null>(null);
  const [repeated, setRepeated] = useState<{ mail: Mail; look: string } | null>(null);
  const keyFor = useRef(keeper()).current;
  const { mark, putMark, noteState } = useSentMark();

  const post = async (mail: Mail, look: string) => {
    const key = keyFor(mail);
    setUnfilled(null);
    setRepeated(null);
    setIsSending(true);
    setProgress(0);
    setHanded(null);
    try {
      const answer = await sendMail(mail, key, setProgress);
      keyFor(null);
      const { id, messageId } = answer;
      const named = { messageId, to: parseRecipients(mail.to).addresses, subject: mail.subject };
      let stop: () => void = () => undefined;
      const deeds: MailDeeds = {
        undo: mail.replaces
          ? undefined
          : async () => {
              await cancelMail(messageId);
              stop();
              note({ state: "cancelled" });
            },
        retry: id
          ? async () => {
              tell({ state: "sending" });
              const fate = await sendOutgoing(id);
              tell(fate);
              stop = followMail(messageId, fate, tell);
            }
          : undefined,
      };
      const first = fateOf(answer);
      const { to } = named;
      setHanded({ messageId, to, fate: first });
      putMark({ look, messageId, to, state: first.state });
      const note = (fate: MailFate) => {
        noteState(messageId, fate);
        setHanded((last) => (last?.messageId === messageId ? (isGone(fate) ? null : { ...last, fate }) : last));
      };
      const tell = (fate: MailFate) => {
        note(fate);
        announce(named, fate, deeds);
      };
      tell(first);
      stop = followMail(messageId, first, tell);
    } catch (error) {
      // The server tried, and said no: pressed again it is another attempt, not the same answer.
      if (isRefused(error)) keyFor(null);
      onProblem(messageOf(error, "Failed to send"));
    } finally {
      setIsSending(false);
    }
  };

  /** `look` names what the mail says (`lookOf`): the same is not sent twice without a question. */
  const send = (mail: Mail, look: string) => {
    if (isSending) return;
    const problem = problemOf(mail, required);
    if (problem) return onProblem(problem);
    const tokens = unfilledIn(mail.subject, mail.html);
    if (mark?.look === look) return setRepeated({ mail, look });
    if (tokens.length > 0) return setUnfilled({ mail, look, tokens });
    void post(mail, look);
  };

  return {
    send,
    isSending,
    /** From 0 to 1, where there are files to carry. */
    progress,
    /** The last mail that went out of here, until something else happens. */
    handed,
    /** How far this very mail has come already; null where it is another, or was never sent. */
    stateOf: (look: () => string) => (mark !== null && mark.look === look() ? mark.state : null),
    forgetHanded: () => setHanded(null),
    /** Tokens to point out before it goes. */
    unfilled: unfilled?.tokens ?? null,
    sendUnfilled: () => void (unfilled && post(unfilled.mail, unfilled.look)),
    keepUnfilled: () => setUnfilled(null),
    /** The same mail again: whom it went to, to be asked about. */
    repeated: repeated && mark,
    sendAgain: () => void (repeated && post(repeated.mail, repeated.look)),
    keepRepeated: () => setRepeated(null),
  };
}

/** The last mail that was sent, also from a page that was left or loaded again, and how far it has come. */
function useSentMark() {
  const [mark, setMark] = useState(readSentMark);
  const putMark = (next: SentMark) => {
    writeSentMark(next);
    setMark(next);
  };
  const noteState = (messageId: string, fate: MailFate) => {
    const kept = readSentMark();
    if (kept?.messageId !== messageId) return;
    if (!isGone(fate)) return putMark({ ...kept, state: fate.state });
    clearSentMark();
    setMark(null);
  };
  const onNews = useEffectEvent(noteState);
  useEffect(() => {
    const kept = readSentMark();
    if (!kept || kept.state === "sent") return undefined;
    return followMail(kept.messageId, { state: "sending" }, (fate) => onNews(kept.messageId, fate));
  }, []);
  return { mark, putMark, noteState };
}

/** It did not go out, and may be sent anew. */
const isGone = ({ state }: MailFate) => state === "cancelled" || state === "failed";

const isRefused = (error: unknown) => error instanceof Error && "code" in error && error.code === "outside_failed";

function problemOf({ to, subject, html }: Mail, required: string) {
  const recipients = parseRecipients(to);
  const isNobody = recipients.addresses.length + recipients.invalid.length === 0;
  if (isNobody || !subject.trim() || isUnwritten(html)) return required;
  return recipientsProblem(recipients);
}

/** One key for one mail: pressed again after a lost connection it is the same mail, changed it is another. */
function keeper() {
  let last = { mail: "", key: "" };
  return (mail: Mail | null) => {
    const { files = [], ...rest } = mail ?? {};
    const look =
      mail && JSON.stringify([rest, files.map(({ name, size, lastModified }) => [name, size, lastModified])]);
    if (look !== last.mail) last = { mail: look ?? "", key: newKey() };
    return last.key;
  };
}
