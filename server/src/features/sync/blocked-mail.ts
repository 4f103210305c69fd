// New mail of blocked senders goes to Spam when it arrives, here at once and on its server with the next sync.
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { isMailbox, type MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { changePlaces } from "./pending-places.ts";
import { ensureRole } from "./store-folders.ts";

type Arrival = { id: string; from_address: string; received_at: Date | null; folder: string; inboxIds: string[] };

/** Returns the ids of the messages that went to Spam. Mail from before its sender was blocked stays. */
export async function fileBlocked(tx: Tx, key: MailboxKey, arrived: Arrival[]): Promise<Set<string>> {
  const inInbox = arrived.filter(({ folder }) => folder === "inbox");
  const senders = [...new Set(inInbox.map((one) => one.from_address.toLowerCase()))];
  if (senders.length === 0) return new Set();
  const { rows } = await tx.execute<{ address: string; created_at: string }>(sql`
    select address, created_at from blocked_senders
    where tenant_id = ${key.tenantId} and user_id = ${key.userId} and address = any (${sql.param(senders)}::text[])`);
  const blockedAt = new Map(rows.map((row) => [row.address, new Date(row.created_at)]));
  const isBlocked = ({ from_address, received_at }: Arrival) => {
    const since = blockedAt.get(from_address.toLowerCase());
    return since !== undefined && (received_at === null || received_at >= since);
  };
  const blocked = inInbox.filter(isBlocked);
  if (blocked.length === 0) return new Set();
  const junk = await ensureRole(tx, key, "junk");
  await changePlaces(
    tx,
    key,
    blocked.map(({ id, inboxIds }) => ({ messageId: id, add: [junk.id], remove: inboxIds })),
  );
  await tx.update(mailboxes).set({ wantedAt: sql`now()` }).where(isMailbox(key));
  return new Set(blocked.map(({ id }) => id));
}
