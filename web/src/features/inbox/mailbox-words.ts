import type { ConnectedMailbox, MailboxStatus } from "@intellibox/contract/endpoints/mailboxes";
import type { MailboxKind } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";

const providerBars: Record<MailboxKind, string> = {
  gmail: "bg-gmail",
  outlook: "bg-outlook",
  imap: "bg-imap",
  pop3: "bg-imap",
  local: "bg-accent",
};

/**
 * The colour of the bar beside a message and of the dot in its badge: chosen by the owner, else that of the provider. The name beside
 * it says the same in words.
 */
export const barOf = (box: Pick<ConnectedMailbox, "color" | "provider"> | undefined) =>
  box ? (box.color ? `bg-box-${box.color}` : providerBars[box.provider]) : "bg-line-strong";

export const statusWords: Record<MailboxStatus, string> = {
  connected: t("Connected"),
  retrying: t("Retrying"),
  attention: t("Needs attention"),
};

/** The mailboxes by id. */
export type Mailboxes = ReadonlyMap<string, ConnectedMailbox>;

export const byId = (mailboxes: readonly ConnectedMailbox[]): Mailboxes =>
  new Map(mailboxes.map((box) => [box.id, box]));

/** The number of messages in the list without a search. */
export const inboxSize = (mailboxes: readonly Pick<ConnectedMailbox, "counts">[]) =>
  mailboxes.reduce((sum, { counts }) => sum + counts.inbox, 0);
