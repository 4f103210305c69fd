import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { mailFolders } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { renewLease, type SyncClaim } from "./lease.ts";
import { ensureRole } from "./store-folders.ts";

const batchSize = 5_000;

/** Puts messages that an earlier version stored into the folders of their roles, in batches: a stop loses one at most. */
export async function placeExisting(world: World, claim: SyncClaim): Promise<void> {
  const { key, row } = claim;
  if (row.placesVersion > 0) return;
  for (let after = "00000000-0000-0000-0000-000000000000", isMore = true; isMore; ) {
    const last = await fencedTransaction(
      world.db,
      key,
      async (tx) => {
        await renewLease(tx, claim);
        for (const role of mailFolders) await ensureRole(tx, key, role);
        const { rows } = await tx.execute<{ last: string | null }>(sql`
          with page as materialized (
            select * from messages m where m.tenant_id = ${key.tenantId} and m.mailbox_id = ${key.id} and m.id > ${after}::uuid
            order by m.id limit ${batchSize}
          ), placed as (
            insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread, is_hidden)
            select m.tenant_id, m.user_id, m.mailbox_id, f.id, m.id, m.remote_id, m.date, m.unread, m.remove_at is not null
            from page m join folders f on f.tenant_id = m.tenant_id and f.mailbox_id = m.mailbox_id
              and f.role = case m.folder when 'snoozed' then 'inbox' else m.folder end
            where not exists (select from message_folders p where p.tenant_id = m.tenant_id and p.message_id = m.id)
            on conflict do nothing
          )
          select max(id::text) as last from page`);
        const end = rows[0]?.last ?? null;
        if (end === null) await renewLease(tx, claim, { placesVersion: 1 });
        return end;
      },
      { statementSeconds: 60 },
    );
    isMore = last !== null;
    after = last ?? after;
  }
  row.placesVersion = 1;
}
