import type { MessageFolder } from "@intellibox/contract/rules/folders";
import { and, eq, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";

/** The columns of a message in lists. */
export const itemColumns = {
  id: messages.id,
  threadId: messages.threadId,
  from: messages.fromAddress,
  fromName: messages.fromName,
  subject: messages.subject,
  snippet: messages.snippet,
  date: messages.date,
  unread: messages.unread,
  hasAttachment: messages.hasAttachment,
  participants: messages.participants,
  /** Lists never show mail that is gone. */
  folder: sql<MessageFolder>`${messages.folder}`,
  starred: messages.starred,
  folderIds: sql<string[]>`array(
    select p.folder_id::text from message_folders p
    where p.tenant_id = ${messages.tenantId} and p.message_id = ${messages.id} and p.pending is distinct from 'remove' and not p.is_hidden)`.as(
    "folder_ids",
  ),
  boxId: messages.mailboxId,
  account: mailboxes.email,
  snoozedUntil: messages.snoozedUntil,
  wokenAt: messages.wokenAt,
  muted: sql<boolean>`exists (
    select from muted_threads t
    where t.tenant_id = ${messages.tenantId} and t.user_id = ${messages.userId} and t.thread_id = ${messages.threadId})`.as(
    "muted",
  ),
};
export const ofSameMailbox = and(eq(mailboxes.tenantId, messages.tenantId), eq(mailboxes.id, messages.mailboxId));
