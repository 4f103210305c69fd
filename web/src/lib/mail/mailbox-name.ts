import type { MailboxKind } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";

export const providerNames: Record<MailboxKind, string> = {
  gmail: "Gmail",
  outlook: "Outlook",
  imap: "IMAP",
  pop3: "POP3",
  local: t("Local"),
};

/**
 * "aarav@intellibox.in · Gmail", or "Work · aarav@intellibox.in" if its owner named it: a mailbox on every screen. A removed mailbox
 * is shown by its address alone.
 */
export const mailboxName = (account: string, provider: MailboxKind | undefined, name = "") =>
  [name, account, !name && provider && providerNames[provider]].filter(Boolean).join(" · ");
