/** The user's instruction for a reply: the words on the screen, and the stance that the assistant gets. */
export type Said = { words: string; stance: string };
export const nothingSaid: Said = { words: "", stance: "" };
/** Typed words are the stance themselves; those of a one-click reply may stand for a longer one. */
export const saidInWords = (words: string): Said => ({ words, stance: words.trim() });

/** The navigation state from the inbox to the reply page; every field may be missing. */
export type ReplyState = {
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  emailBody: string;
  /** The sender of the answered mail ("Jo Park <jo@acme.test>") and its id, if it is stored. */
  from: string;
  message: string;
  quotedBody: string;
  mailboxId: string;
  account: string;
  /** The alias of the mailbox that the answered mail was sent to, and that the reply leaves from; "" for none. */
  alias: string;
  /** Beyond the specification: keeps the reply in its thread. */
  inReplyTo: string;
  references: string[];
  /** The one-click answer that was chosen in the inbox, and its words; without words, the stance itself. */
  stance: string;
  said: string;
  /** A reply that was drafted in the inbox, as text. */
  draft: string;
  /** The text that was written so far, as HTML. */
  html: string;
  /** The id of the message that the mail forwards; "" if it answers one. */
  forward: string;
};

/** Navigation state survives a reload and may come from an older version, so each field is validated separately. */
export function readReplyState(found: unknown): ReplyState {
  const state = found && typeof found === "object" ? (found as Record<string, unknown>) : {};
  const text = (name: string) => (typeof state[name] === "string" ? (state[name] as string) : "");
  const references = Array.isArray(state.references) ? state.references.filter((id) => typeof id === "string") : [];
  return {
    to: text("to"),
    cc: text("cc"),
    bcc: text("bcc"),
    subject: text("subject"),
    emailBody: text("emailBody"),
    from: text("from"),
    message: text("message"),
    quotedBody: text("quotedBody"),
    mailboxId: text("mailboxId"),
    account: text("account"),
    alias: text("alias"),
    inReplyTo: text("inReplyTo"),
    references,
    stance: text("stance"),
    said: text("said"),
    draft: text("draft"),
    html: text("html"),
    forward: text("forward"),
  };
}

/** Adds "Re: " unless the subject has it. */
export const withRe = (subject: string) => (/^re:/i.test(subject.trim()) ? subject.trim() : `Re: ${subject.trim()}`);
