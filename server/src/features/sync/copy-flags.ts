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
}
