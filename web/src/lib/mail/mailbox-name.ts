import type { MailboxKind } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";

export const providerNames: Record<MailboxKind, string> = {
  gmail: "Gmail",
  outlook: "Outlook",
  imap: "IMAP",
  pop3: "POP3",
  local: t("Local"),
};

/** "aarav@intellibox.in · Gmail": the name of a mailbox on every screen. A removed mailbox is shown by its address alone. */
export const mailboxName = (account: string, provider: MailboxKind | undefined) =>
  [account, provider && providerNames[provider]].filter(Boolean).join(" · ");
