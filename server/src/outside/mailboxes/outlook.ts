import type { CloudAccount } from "./cloud-account.ts";
import { type Mailbox, MailboxError } from "./mailbox.ts";

// Temporary: the door is here so that both cloud providers can be built against one seam.
export async function openOutlookMailbox(_account: CloudAccount): Promise<Mailbox> {
  throw new MailboxError("protocol", "Outlook mailboxes cannot be opened yet.");
}
