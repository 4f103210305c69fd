import type { SendAnswer } from "@intellibox/contract/endpoints/outbox";
import { parseRecipients, recipientsProblem } from "@intellibox/contract/rules/recipients";
import { useRef, useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { newKey } from "#lib/keys.ts";
import { isUnwritten, unfilledIn } from "#lib/outgoing.ts";
import { cancelMail, type Mail, mailOutcome, sendMail } from "./outbox.ts";

export type SendingOptions = {
  /** Said where To, Subject or the text is missing. */
  required: string;
  onProblem: (message: string) => void;
  /** Tells that the mail is on its way. `undo` takes it back while that is possible and throws where it is too late. */
  announce: (answer: SendAnswer, undo: () => Promise<void>) => void;
  /** The mail turned out not to have gone, some time after it was accepted. */
  onFailedLater: (mail: Mail, message: string) => void;
  /** It went out after all, later than announced. */
  onSentLater: (mail: Mail) => void;
};

/** Sends a mail with everything around it: the rules, unfilled tokens, progress, undo, and its outcome. */
export function useSending({ required, onProblem, announce, onFailedLater, onSentLater }: SendingOptions) {
  const [isSending, setIsSending] = useState(false);
  const [progress, setProgress] = useState(0);
  const [sent, setSent] = useState<SendAnswer | null>(null);
  const [unfilled, setUnfilled] = useState<{ mail: Mail; tokens: string[] } | null>(null);
  const keyFor = useRef(keeper()).current;

  const post = async (mail: Mail) => {
    const key = keyFor(mail);
    setUnfilled(null);
    setIsSending(true);
    setProgress(0);
    setSent(null);
    try {
      const answer = await sendMail(mail, key, setProgress);
      keyFor(null);
      setSent(answer);
      const follow = followOutcome(mail, answer, {
        onSent: (isLate) => {
          setSent((last) =>
            last?.messageId === answer.messageId ? { messageId: last.messageId, status: "sent" } : last,
          );
          if (isLate) onSentLater(mail);
        },
        onFailed: (message) => {
          setSent((last) => (last?.messageId === answer.messageId ? null : last));
          onFailedLater(mail, message);
        },
      });
      announce(answer, async () => {
        await cancelMail(answer.messageId);
        follow.forget();
        setSent(null);
      });
    } catch (error) {
      onProblem(messageOf(error, "Failed to send"));
    } finally {
      setIsSending(false);
    }
  };

  const send = (mail: Mail) => {
    if (isSending) return;
    const problem = problemOf(mail, required);
    if (problem) return onProblem(problem);
    const tokens = unfilledIn(mail.subject, mail.html);
    if (tokens.length > 0) return setUnfilled({ mail, tokens });
    void post(mail);
  };

  return {
    send,
    isSending,
    /** From 0 to 1, where there are files to carry. */
    progress,
    /** The last answer, until something else happens. */
    sent,
    forgetSent: () => setSent(null),
    /** Tokens to point out before it goes. */
    unfilled: unfilled?.tokens ?? null,
    sendUnfilled: () => void (unfilled && post(unfilled.mail)),
    keepUnfilled: () => setUnfilled(null),
  };
}

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

const graceMs = 1500;
/** After the last of these a person looks into the log. */
const pausesMs = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000];

type Told = { onSent: (isLate: boolean) => void; onFailed: (message: string) => void };

/** A mail that was not sent when its call was answered: asks what became of it until that is known. Planned ones are left alone. */
function followOutcome(mail: Mail, { status, messageId, undoUntil }: SendAnswer, { onSent, onFailed }: Told) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (asked: number) => {
    const outcome = await mailOutcome(messageId).catch(() => null);
    const pause = pausesMs[asked];
    if (outcome?.status === "sent") onSent(asked > 0 || !undoUntil);
    else if (outcome?.status === "failed") onFailed(outcome.detail ?? "Failed to send");
    else if (outcome?.status !== "cancelled" && pause) timer = setTimeout(() => void ask(asked + 1), pause);
  };
  if (status === "queued" && !mail.sendAt) {
    const first = undoUntil ? Math.max(0, undoUntil.getTime() - Date.now()) + graceMs : graceMs;
    timer = setTimeout(() => void ask(0), first);
  }
  return { forget: () => clearTimeout(timer) };
}
