import type { MailboxKind } from "@intellibox/contract/rules/choices";

export const providerNames: Record<MailboxKind, string> = {
  gmail: "Gmail",
  outlook: "Outlook",
  imap: "IMAP",
  pop3: "POP3",
  local: "Local",
};

/** "aarav@intellibox.in · Gmail": what a mailbox is called on every screen. One that has since been removed keeps its address. */
export const mailboxName = (account: string, provider: MailboxKind | undefined) =>
  [account, provider && providerNames[provider]].filter(Boolean).join(" · ");
