import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { replyRecipients } from "@intellibox/contract/rules/reply-recipients";
import { nothingSaid, type ReplyState, type Said, withRe } from "#lib/drafts/reply-state.ts";
import { mailDateTime } from "#lib/format.ts";

/** Long threads reference hundreds of messages. The first and the latest ones are enough to thread a reply (RFC 5322 3.6.4). */
const maxReferences = 20;

type OriginalMessage = Pick<
  MailMessage,
  | "from"
  | "replyTo"
  | "folder"
  | "to"
  | "cc"
  | "subject"
  | "bodyText"
  | "bodyHtml"
  | "boxId"
  | "account"
  | "date"
  | "fromName"
> &
  Pick<MailMessage, "id" | "messageId" | "references">;

type ReplyOptions = {
  /** The writer's own addresses, besides that of the mailbox. */
  own?: readonly string[];
  /** The aliases of the mailbox. */
  aliases?: readonly string[];
  isToAll?: boolean;
  answer?: Said | undefined;
};

/** The initial state of a reply to a message, here and in Reply Assistant. */
export function replyTo(
  message: OriginalMessage,
  options: ReplyOptions = {},
): Omit<ReplyState, "draft" | "html" | "forward"> {
  const { own = [], aliases = [], isToAll = false, answer: { words, stance } = nothingSaid } = options;
  const references = [...message.references, ...(message.messageId ? [message.messageId] : [])];
  const kept =
    references.length > maxReferences ? [references[0] ?? "", ...references.slice(1 - maxReferences)] : references;
  const header = { ...message, isSent: message.folder === "sent" };
  const { to, cc } = replyRecipients(header, [message.account, ...own], isToAll);
  return {
    to: to.join(", "),
    cc: cc.join(", "),
    bcc: "",
    subject: withRe(message.subject),
    emailBody: message.bodyText,
    from: message.folder === "sent" ? "" : senderOf(message),
    message: message.id,
    quotedBody: quoted(message),
    mailboxId: message.boxId,
    account: message.account,
    alias: aliasOf(header, aliases),
    inReplyTo: message.messageId ?? "",
    references: kept,
    stance,
    said: words,
  };
}

/** The alias that the mail was sent to, or that the own mail was sent from: the answer leaves from it, too. */
function aliasOf({ isSent, from, to, cc }: OriginalMessage & { isSent: boolean }, aliases: readonly string[]): string {
  const addresses = isSent ? [from] : [...to, ...cc].map(({ address }) => address);
  return addresses.map((address) => address.toLowerCase()).find((address) => aliases.includes(address)) ?? "";
}

/** The parts of a message from which one-click replies are made. */
export const answeredMail = (message: Pick<MailMessage, "id" | "bodyText" | "fromName" | "from">) => ({
  emailBody: message.bodyText,
  from: senderOf(message),
  message: message.id,
});

export const senderOf = ({ fromName, from }: Pick<MailMessage, "fromName" | "from">) =>
  fromName ? `${fromName} <${from}>` : from;

const quoted = (message: OriginalMessage) =>
  `On ${mailDateTime(message.date)}, ${senderOf(message)} wrote:\n\n${message.bodyText}`;
