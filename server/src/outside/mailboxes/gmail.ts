import type { CloudAccount } from "./cloud-account.ts";
import { type Mailbox, MailboxError } from "./mailbox.ts";

export async function openGmailMailbox(_account: CloudAccount): Promise<Mailbox> {
  throw new MailboxError("protocol", "Gmail mailboxes cannot be opened yet.");
}
