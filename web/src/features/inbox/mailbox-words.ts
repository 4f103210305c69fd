import type { ConnectedMailbox, MailboxStatus } from "@intellibox/contract/endpoints/mailboxes";
import type { MailboxKind } from "@intellibox/contract/rules/choices";

export const providerNames: Record<MailboxKind, string> = {
  gmail: "Gmail",
  outlook: "Outlook",
  imap: "IMAP",
  pop3: "POP3",
  local: "Local",
};

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

/** "Gmail · aarav@intellibox.in"; a mailbox that has since been removed keeps its address. */
export function mailboxLine(mailboxes: Mailboxes, { boxId, account }: { boxId: string; account: string }) {
  const mailbox = mailboxes.get(boxId);
  return mailbox ? `${providerNames[mailbox.provider]} · ${account}` : account;
}
