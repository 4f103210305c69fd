import type { ConnectedMailbox, MailboxStatus } from "@intellibox/contract/endpoints/mailboxes";
import type { MailboxKind } from "@intellibox/contract/rules/choices";

/** The thin bar beside a message and the dot in its badge; the name beside it says the same in words. */
export const providerBars: Record<MailboxKind, string> = {
  gmail: "bg-gmail",
  outlook: "bg-outlook",
  imap: "bg-imap",
  pop3: "bg-imap",
  local: "bg-accent",
};

export const statusWords: Record<MailboxStatus, string> = {
  connected: "Connected",
  retrying: "Retrying",
  attention: "Needs attention",
};

/** What messages are shown with: the mailbox they came to, by its id. */
export type Mailboxes = ReadonlyMap<string, ConnectedMailbox>;

export const byId = (mailboxes: readonly ConnectedMailbox[]): Mailboxes =>
  new Map(mailboxes.map((box) => [box.id, box]));

/** How many messages the list holds when nothing is searched for. */
export const inboxSize = (mailboxes: readonly Pick<ConnectedMailbox, "counts">[]) =>
  mailboxes.reduce((sum, { counts }) => sum + counts.inbox, 0);
