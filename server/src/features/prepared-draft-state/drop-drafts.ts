import type { SenderKind } from "@intellibox/contract/rules/prepared-drafts";
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { newMailDays } from "#db/new-mail.ts";
import { isNotNull, sql } from "#db/orm.ts";
import { preparedDrafts } from "#db/tables/prepared-drafts.ts";
import type { World } from "#scope.ts";
import { waitsForAnswer } from "./waits-for-answer.ts";

type Owner = { tenantId: string; userId: string };

/** Deletes what was prepared in a mailbox for senders who are not chosen any more; all of it if that is off. */
export async function keepDraftsFor(tx: Tx, { tenantId, id }: { tenantId: string; id: string }, kinds: SenderKind[]) {
  await tx.execute(sql`
    delete from prepared_drafts where tenant_id = ${tenantId} and mailbox_id = ${id}
      and (${kinds.length === 0} or sender_kind <> all (${sql.param(kinds)}::text[]))`);
}

/** The mail is known not to need one, or its draft is dropped. The row stays, so that none is written again. */
export const nothingPrepared = { written: null, writtenAt: null, nextAt: null } as const;

const maxOwners = 1_000;

/**
 * Every hour: erases the text of drafts whose mail waits for no answer any more. They have not been shown since. A mail that is filed
 * and put back within the hour keeps its draft.
 */
export async function dropUnwanted(world: World): Promise<void> {
  await deleteOld(world);
  const owners = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .selectDistinct({ tenantId: preparedDrafts.tenantId, userId: preparedDrafts.userId })
      .from(preparedDrafts)
      .where(sql`${isNotNull(preparedDrafts.writtenAt)} and ${isOwnerActive(tx, preparedDrafts)}`)
      .limit(maxOwners),
  );
  for (const owner of owners)
    if (!world.stopping.aborted) await fencedTransaction(world.db, owner, (tx) => dropOf(tx, owner));
}

const dropOf = (tx: Tx, { tenantId, userId }: Owner) =>
  tx.execute(sql`
    update prepared_drafts p set written = null, written_at = null
    from messages m
    where p.tenant_id = ${tenantId} and p.user_id = ${userId} and p.written_at is not null
      and m.tenant_id = p.tenant_id and m.id = p.id and not ${waitsForAnswer}`);

const batchSize = 2_000;

/** Mail of that age is not queued again, so nobody needs the row. A draft that nobody took by then is out of date. */
async function deleteOld(world: World) {
  const before = new Date(world.outside.now().getTime() - newMailDays * 86_400_000).toISOString();
  for (let deleted = batchSize; deleted === batchSize && !world.stopping.aborted; )
    deleted = await fencedTransaction(world.db, "platform", async (tx) => {
      const { rowCount } = await tx.execute(sql`
        delete from prepared_drafts where (tenant_id, id) in (
          select tenant_id, id from prepared_drafts where created_at < ${before}::timestamptz limit ${batchSize})`);
      return rowCount ?? 0;
    });
}
