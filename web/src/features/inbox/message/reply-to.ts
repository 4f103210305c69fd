import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { nothingSaid, type ReplyState, type Said, withRe } from "#lib/drafts/reply-state.ts";
import { dateTime } from "#lib/format.ts";

/** Long threads reference hundreds of messages. The first and the latest ones are enough to thread a reply (RFC 5322 3.6.4). */
const maxReferences = 20;

type OriginalMessage = Pick<
  MailMessage,
  "from" | "replyTo" | "folder" | "to" | "subject" | "bodyText" | "bodyHtml" | "boxId" | "account" | "date" | "fromName"
> &
  Pick<MailMessage, "id" | "messageId" | "references">;

/** The navigation state that opens Reply Assistant for a message. */
export function replyTo(message: OriginalMessage, { words, stance }: Said = nothingSaid): Omit<ReplyState, "draft"> {
  const references = [...message.references, ...(message.messageId ? [message.messageId] : [])];
  const kept =
    references.length > maxReferences ? [references[0] ?? "", ...references.slice(1 - maxReferences)] : references;
  return {
    to: recipientsOf(message).join(", "),
    subject: withRe(message.subject),
    emailBody: message.bodyText,
    from: message.folder === "sent" ? "" : senderOf(message),
    message: message.id,
    quotedBody: quoted(message),
    mailboxId: message.boxId,
    account: message.account,
    inReplyTo: message.messageId ?? "",
    references: kept,
    stance,
    said: words,
  };
}

/** What the one-click replies are made from. */
export const answeredMail = (message: Pick<MailMessage, "id" | "bodyText" | "fromName" | "from">) => ({
  emailBody: message.bodyText,
  from: senderOf(message),
  message: message.id,
});

/** The Reply-To addresses or the sender; for own mail, its recipients. */
function recipientsOf({ from, replyTo: wanted, folder, to }: OriginalMessage) {
  if (folder === "sent") return to.map(({ address }) => address);
  const addresses = wanted.map(({ address }) => address).filter(Boolean);
  return addresses.length > 0 ? addresses : [from];
}

export const senderOf = ({ fromName, from }: Pick<MailMessage, "fromName" | "from">) =>
  fromName ? `${fromName} <${from}>` : from;

const quoted = (message: OriginalMessage) =>
  `On ${dateTime(message.date)}, ${senderOf(message)} wrote:\n\n${message.bodyText}`;
