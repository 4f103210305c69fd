import type { MailboxRow } from "./mailbox-key.ts";

/** In minutes. For mailboxes with push or IDLE, polling only catches what those missed. */
export const defaultSyncMinutes: Record<MailboxRow["kind"], number> = {
  imap: 5,
  pop3: 5,
  gmail: 5,
  outlook: 5,
  local: 10,
};

/** The time between two automatic syncs. */
export const syncSeconds = ({ kind, syncMinutes }: Pick<MailboxRow, "kind" | "syncMinutes">) =>
  60 * (syncMinutes ?? defaultSyncMinutes[kind]);
