import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { messageFolderPlaces } from "#db/tables/folders.ts";
import { messageSearch } from "#db/tables/message-search.ts";

export type CopiedFlags = { unread?: boolean; isHidden?: boolean };

/** Repeats changed flags of messages in the tables that have copies of them. */
export async function copyFlags(tx: Tx, tenantId: string, ids: string[], flags: CopiedFlags) {
  if (ids.length === 0) return;
  const chosen = sql`any (${sql.param(ids)}::uuid[])`;
  await tx
    .update(messageSearch)
    .set(flags)
    .where(and(eq(messageSearch.tenantId, tenantId), sql`${messageSearch.id} = ${chosen}`));
  await tx
    .update(messageFolderPlaces)
    .set(flags)
    .where(and(eq(messageFolderPlaces.tenantId, tenantId), sql`${messageFolderPlaces.messageId} = ${chosen}`));
  if (flags.isHidden === false) await hidePlaces(tx, tenantId, ids);
}

/**
 * Gmail shows no labels of its owner on mail in the trash or spam, so their places are neither listed nor counted. They stay, because an
 * undo brings them back, until the sync takes them away. IMAP mail that counts as being in another folder is not in the trash or spam.
 */
export async function hidePlaces(tx: Tx, tenantId: string, ids: string[]): Promise<void> {
  const isHidden = sql`(m.remove_at is not null
    or case when m.folder in ('trash', 'junk') then f.kind = 'label' and f.role is null else f.role is not null and f.role in ('trash', 'junk') end)`;
  await tx.execute(sql`
    update message_folders p set is_hidden = ${isHidden}
    from messages m, folders f
    where p.tenant_id = ${tenantId} and p.message_id = any (${sql.param(ids)}::uuid[])
      and m.tenant_id = p.tenant_id and m.id = p.message_id and f.tenant_id = p.tenant_id and f.id = p.folder_id
      and p.is_hidden <> ${isHidden}`);
}
