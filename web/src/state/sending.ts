import { parseRecipients, recipientsProblem } from "@intellibox/contract/rules/recipients";
import { isUnwritten } from "@intellibox/contract/rules/unwritten";
import { t } from "@intellibox/contract/text/t";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { clearSentMark, readSentMark, type SentMark, writeSentMark } from "#lib/drafts/sent-mark.ts";
import { isUnreached, messageOf } from "#lib/http/api-error.ts";
import { newKey } from "#lib/http/keys.ts";
import { isServerReached } from "#lib/http/reach.ts";
import { type MailOutcome, outcomeOf } from "#lib/mail/mail-outcome.ts";
import { unfilledIn } from "#lib/mail/outgoing.ts";
import { followMail } from "#api/follow-mail.ts";
import { cancelMail, type Mail, sendMail } from "#api/outbox.ts";
import { sendOutgoing } from "#api/own-mail.ts";

/** The actions that the toast of a sent mail offers. */
export type MailActions = {
  /** Cancels the mail, or throws if it is too late. Absent if the mail's text would be lost with it. */
  undo?: (() => Promise<void>) | undefined;
  /** Sends the mail again after it failed. Absent if the server returned no id. */
  retry?: (() => Promise<void>) | undefined;
};
/** The parts of a mail that its toast names. */
export type NamedMail = { messageId: string; to: string[]; subject: string };
export type Announce = (mail: NamedMail, outcome: MailOutcome, actions: MailActions) => void;

export type SendingOptions = {
  /** The message if To, Subject or the text is missing. */
  required: string;
  onProblem: (message: string) => void;
  /** Called whenever the mail's outcome changes, also after the user has left the page. */
  announce: Announce;
};

/** The last mail that the server accepted from this page, and its outcome so far. */
export type HandedMail = { messageId: string; to: string[]; outcome: MailOutcome };

/** Sends a mail: checks it, points out unfilled tokens and repeated mail, and reports progress, undo and the outcome. */
export function useSending({ required, onProblem, announce }: SendingOptions) {
  const [isSending, setIsSending] = useState(false);
  const [progress, setProgress] = useState(0);
  const [handed, setHanded] = useState<HandedMail | null>(null);
  const [unfilled, setUnfilled] = useState<{ mail: Mail; look: string; tokens: string[] } | null>(null);
  const [repeated, setRepeated] = useState<{ mail: Mail; look: string } | null>(null);
  const keyFor = useRef(idempotencyKeys()).current;
  const { mark, putMark, noteState } = useSentMark();

  const post = async (mail: Mail, look: string) => {
    const key = keyFor(mail);
    const isOffline = !isServerReached();
    setUnfilled(null);
    setRepeated(null);
    setIsSending(true);
    setProgress(0);
    setHanded(null);
    try {
      const response = await sendMail(mail, key, setProgress);
      keyFor(null);
      const { id, messageId } = response;
      const named = { messageId, to: parseRecipients(mail.to).addresses, subject: mail.subject };
      let stop: () => void = () => undefined;
      const actions: MailActions = {
        undo: mail.replaces
          ? undefined
          : async () => {
              await cancelMail(messageId);
              stop();
              note({ state: "cancelled" });
            },
        retry: id
          ? async () => {
              report({ state: "sending" });
              const outcome = await sendOutgoing(id);
              report(outcome);
              stop = followMail(messageId, outcome, report);
            }
          : undefined,
      };
      const first = outcomeOf(response);
      const { to } = named;
      setHanded({ messageId, to, outcome: first });
      putMark({ look, messageId, to, state: first.state });
      const note = (outcome: MailOutcome) => {
        noteState(messageId, outcome);
        setHanded((last) => (last?.messageId === messageId ? (isGone(outcome) ? null : { ...last, outcome }) : last));
      };
      const report = (outcome: MailOutcome) => {
        note(outcome);
        announce(named, outcome, actions);
      };
      report(first);
      stop = followMail(messageId, first, report);
    } catch (error) {
      // The first call that does not reach the server is told as a problem. From then on mail waits.
      if (isOffline && isUnreached(error)) {
        const waiting = await letMailWait(mail, key);
        if (waiting) {
          setHanded(waiting.mail);
          const undo = () => waiting.withdraw().then(() => setHanded(null));
          return announce({ ...waiting.mail, subject: mail.subject }, waiting.mail.outcome, { undo });
        }
      }
      // The mail server refused the mail. A new key makes the next attempt a real one, not a replay of this refusal.
      if (isRefused(error)) keyFor(null);
      onProblem(messageOf(error, t("Failed to send")));
    } finally {
      setIsSending(false);
    }
  };

  /** `look` is the mail's fingerprint (`lookOf`): the same mail is not sent twice without a question. */
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
    /** The upload's progress from 0 to 1, for mail with files. */
    progress,
    /** The last accepted mail, until the next one is sent or `forgetHanded` is called. */
    handed,
    /** The state of the mail with this fingerprint; null if it was not the last one sent. */
    stateOf: (look: () => string) => (mark !== null && mark.look === look() ? mark.state : null),
    forgetHanded: () => setHanded(null),
    /** Unfilled tokens to ask about before sending. */
    unfilled: unfilled?.tokens ?? null,
    sendUnfilled: () => void (unfilled && post(unfilled.mail, unfilled.look)),
    keepUnfilled: () => setUnfilled(null),
    /** The earlier copy, if the same mail is about to be sent again. */
    repeated: repeated && mark,
    sendAgain: () => void (repeated && post(repeated.mail, repeated.look)),
    keepRepeated: () => setRepeated(null),
  };
}

/** Lets a mail wait for the network as if the server had accepted it; null if this browser cannot keep it. */
const letMailWait = (mail: Mail, key: string) =>
  import("./mail-waiting.ts").then((module) => module.letMailWait(mail, key)).catch(() => null);

/** The last sent mail and its state, kept in the browser's storage across pages and reloads. */
function useSentMark() {
  const [mark, setMark] = useState(readSentMark);
  const putMark = (next: SentMark) => {
    writeSentMark(next);
    setMark(next);
  };
  const noteState = (messageId: string, outcome: MailOutcome) => {
    const kept = readSentMark();
    if (kept?.messageId !== messageId) return;
    if (!isGone(outcome)) return putMark({ ...kept, state: outcome.state });
    clearSentMark();
    setMark(null);
  };
  const onNews = useEffectEvent(noteState);
  useEffect(() => {
    const kept = readSentMark();
    if (!kept || kept.state === "sent") return undefined;
    return followMail(kept.messageId, { state: "sending" }, (outcome) => onNews(kept.messageId, outcome));
  }, []);
  return { mark, putMark, noteState };
}

/** True if the mail was not sent, so that sending it again makes no second copy. */
const isGone = ({ state }: MailOutcome) => state === "cancelled" || state === "failed";

const isRefused = (error: unknown) => error instanceof Error && "code" in error && error.code === "outside_failed";

function problemOf({ to, cc = "", bcc = "", subject, html, forward }: Mail, required: string) {
  const recipients = parseRecipients(to);
  const hasNoRecipient = recipients.addresses.length + recipients.invalid.length === 0;
  if (hasNoRecipient || !subject.trim() || (!forward && isUnwritten(html))) return required;
  return recipientsProblem(parseRecipients([to, cc, bcc]));
}

/** Returns the same idempotency key for the same mail, so that a retry after a lost connection sends no second copy. */
function idempotencyKeys() {
  let last = { mail: "", key: "" };
  return (mail: Mail | null) => {
    const { files = [], ...rest } = mail ?? {};
    const look =
      mail && JSON.stringify([rest, files.map(({ name, size, lastModified }) => [name, size, lastModified])]);
    if (look !== last.mail) last = { mail: look ?? "", key: newKey() };
    return last.key;
  };
}
