import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { type ReplyState, withRe } from "#lib/drafts/reply-state.ts";
import { dateTime } from "#lib/format.ts";

/** Long threads reference hundreds of messages. The first and the latest ones are enough to thread a reply (RFC 5322 3.6.4). */
const maxReferences = 20;

type OriginalMessage = Pick<
  MailMessage,
  "from" | "replyTo" | "folder" | "to" | "subject" | "bodyText" | "bodyHtml" | "boxId" | "account" | "date" | "fromName"
> &
  Pick<MailMessage, "messageId" | "references">;

/** The navigation state that opens Reply Assistant for a message. */
export function replyTo(message: OriginalMessage, stance = ""): Omit<ReplyState, "draft"> {
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

/** The Reply-To addresses or the sender; for own mail, its recipients. */
function recipientsOf({ from, replyTo: wanted, folder, to }: OriginalMessage) {
  if (folder === "sent") return to.map(({ address }) => address);
  const addresses = wanted.map(({ address }) => address).filter(Boolean);
  return addresses.length > 0 ? addresses : [from];
}

function quoted({ date, fromName, from, bodyText }: OriginalMessage) {
  const who = fromName ? `${fromName} <${from}>` : from;
  return `On ${dateTime(date)}, ${who} wrote:\n\n${bodyText}`;
}
