import type { CloudAccount } from "./cloud-account.ts";
import { openGmailMailbox } from "./gmail/gmail.ts";
import { type ImapAccount, openImapMailbox } from "./imap/imap.ts";
import { type LocalAccount, openLocalMailbox } from "./local.ts";
import type { Mailbox } from "./mailbox.ts";
import { openOutlookMailbox } from "./outlook/outlook.ts";
import { openPop3Mailbox, type Pop3Account } from "./pop3/pop3.ts";

/** The account data that each kind of mailbox needs. */
export type MailboxAccounts = {
  gmail: CloudAccount;
  outlook: CloudAccount;
  imap: ImapAccount;
  pop3: Pop3Account;
  local: LocalAccount;
};
export type MailboxKind = keyof MailboxAccounts;
export type MailboxAccount = { [Kind in MailboxKind]: { kind: Kind } & MailboxAccounts[Kind] }[MailboxKind];

const doors: { [Kind in MailboxKind]: (account: MailboxAccounts[Kind]) => Promise<Mailbox> } = {
  gmail: openGmailMailbox,
  outlook: openOutlookMailbox,
  imap: openImapMailbox,
  pop3: openPop3Mailbox,
  local: openLocalMailbox,
};

/** Opens a mailbox; IMAP also signs in. */
export function openMailbox(account: MailboxAccount): Promise<Mailbox> {
  // The kind selects both the function and the account's type, which TypeScript cannot correlate.
  const open = doors[account.kind] as (account: MailboxAccount) => Promise<Mailbox>;
  return open(account);
}
