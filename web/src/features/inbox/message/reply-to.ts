import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { dateTime } from "#lib/format.ts";

/** What Reply Assistant is opened with; beyond the specification, what keeps the answer in its thread. */
export type ReplyTo = {
  to: string;
  subject: string;
  emailBody: string;
  quotedBody: string;
  mailboxId: string;
  account: string;
  inReplyTo: string;
  references: string[];
  /** A chosen one-click answer: what the reply is to say. */
  stance?: string;
};

/** A thread of years names hundreds of messages; a reply needs the first and the latest (RFC 5322 3.6.4). */
const maxReferences = 20;

type Answered = Pick<
  MailMessage,
  "from" | "replyTo" | "folder" | "to" | "subject" | "bodyText" | "bodyHtml" | "boxId" | "account" | "date" | "fromName"
> &
  Pick<MailMessage, "messageId" | "references">;

export function replyTo(message: Answered, stance?: string): ReplyTo {
  const references = [...message.references, ...(message.messageId ? [message.messageId] : [])];
  const kept =
    references.length > maxReferences ? [references[0] ?? "", ...references.slice(1 - maxReferences)] : references;
  return {
    to: recipientsOf(message).join(", "),
    subject: /^re:/i.test(message.subject.trim()) ? message.subject.trim() : `Re: ${message.subject.trim()}`,
    emailBody: message.bodyText,
    quotedBody: quoted(message),
    mailboxId: message.boxId,
    account: message.account,
    inReplyTo: message.messageId ?? "",
    references: kept,
    ...(stance !== undefined && { stance }),
  };
}

/** Where the sender asks for answers; to one's own mail, the people it was for. */
function recipientsOf({ from, replyTo: wanted, folder, to }: Answered) {
  if (folder === "sent") return to.map(({ address }) => address);
  const addresses = wanted.map(({ address }) => address).filter(Boolean);
  return addresses.length > 0 ? addresses : [from];
}

function quoted({ date, fromName, from, bodyText }: Answered) {
  const who = fromName ? `${fromName} <${from}>` : from;
  return `On ${dateTime(date)}, ${who} wrote:\n\n${bodyText}`;
}
