import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { type ReplyState, withRe } from "#lib/drafts/reply-state.ts";
import { dateTime } from "#lib/format.ts";

/** A thread of years names hundreds of messages; a reply needs the first and the latest (RFC 5322 3.6.4). */
const maxReferences = 20;

type Answered = Pick<
  MailMessage,
  "from" | "replyTo" | "folder" | "to" | "subject" | "bodyText" | "bodyHtml" | "boxId" | "account" | "date" | "fromName"
> &
  Pick<MailMessage, "messageId" | "references">;

/** What Reply Assistant is opened with. */
export function replyTo(message: Answered, stance = ""): Omit<ReplyState, "draft"> {
  const references = [...message.references, ...(message.messageId ? [message.messageId] : [])];
  const kept =
    references.length > maxReferences ? [references[0] ?? "", ...references.slice(1 - maxReferences)] : references;
  return {
    to: recipientsOf(message).join(", "),
    subject: withRe(message.subject),
    emailBody: message.bodyText,
    quotedBody: quoted(message),
    mailboxId: message.boxId,
    account: message.account,
    inReplyTo: message.messageId ?? "",
    references: kept,
    stance,
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
