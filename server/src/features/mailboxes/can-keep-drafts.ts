import type { MailboxRow } from "./mailbox-key.ts";

/** Whether drafts can be kept in the Drafts folder of such a mailbox. */
export const canKeepDrafts = (kind: MailboxRow["kind"]): boolean =>
  kind === "imap" || kind === "gmail" || kind === "outlook";
