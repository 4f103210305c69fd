/** What the inbox hands over when one answers a mail; all of it may be missing. */
export type ReplyState = {
  to: string;
  subject: string;
  emailBody: string;
  quotedBody: string;
  mailboxId: string;
  account: string;
  /** Beyond the specification, where the inbox knows it: what keeps the answer in its thread. */
  inReplyTo: string;
  references: string[];
  /** A one-click answer chosen in the inbox: what the reply is to say. */
  stance: string;
  /** A reply that was drafted in the inbox already, as text. */
  draft: string;
};

/** Navigation state outlives a reload and may come from an older version: each field is read by itself. */
export function readReplyState(found: unknown): ReplyState {
  const state = found && typeof found === "object" ? (found as Record<string, unknown>) : {};
  const text = (name: string) => (typeof state[name] === "string" ? (state[name] as string) : "");
  const references = Array.isArray(state.references) ? state.references.filter((id) => typeof id === "string") : [];
  return {
    to: text("to"),
    subject: text("subject"),
    emailBody: text("emailBody"),
    quotedBody: text("quotedBody"),
    mailboxId: text("mailboxId"),
    account: text("account"),
    inReplyTo: text("inReplyTo"),
    references,
    stance: text("stance"),
    draft: text("draft"),
  };
}

/** "Re: " once, whatever was there. */
export const withRe = (subject: string) => (/^re:/i.test(subject.trim()) ? subject.trim() : `Re: ${subject.trim()}`);
