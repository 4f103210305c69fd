// Who syncs a mailbox: one process at a time, by a lease in its row and the database's clock. A sync that lost its lease
// cannot commit anything any more.
import { syncLimit } from "@intellibox/contract/rules/limits";
import { and, eq, isNotNull, min, type SQL, sql } from "drizzle-orm";
import { newId } from "#lib/ids.ts";
import { isOwnerActive } from "#db/active-owner.ts";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { firstOr } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import type { World } from "#scope.ts";
import type { MailboxKey, MailboxRow } from "#features/mailboxes/mailbox-login.ts";
import { wakeMailbox } from "#features/mailboxes/request-sync.ts";

const leaseSeconds = 60;
export const heartbeatMs = 15_000;
const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`;

/** What a sync writes into the row; moments by the database's clock. */
export type MailboxChanges = { [Column in keyof MailboxRow]?: MailboxRow[Column] | SQL };

/** A mailbox that is ours to sync, and what is wanted of it. */
export type Claim = { key: MailboxKey; holder: string; row: MailboxRow; limit: number; older: boolean };

export class LeaseLost extends Error {
  constructor() {
    super("Another process syncs this mailbox now");
  }
}

/**
 * Returns undefined if another process holds the lease, if the owner's account or company is not active, or if the mailbox is
 * gone. The request is recorded in `wanted_at`.
 */
export function claimMailbox(world: World, key: MailboxKey): Promise<Claim | undefined> {
  const holder = newId();
  return fencedTransaction(world.db, key, async (tx) => {
    const [row] = await tx
      .select({ all: mailboxes, isFree: sql<boolean>`coalesce(${mailboxes.leaseUntil} < now(), true)` })
      .from(mailboxes)
      .where(and(isMailbox(key), isOwnerActive(tx, mailboxes)))
      .for("update");
    if (!row?.isFree) {
      await tx.update(mailboxes).set({ wantedAt: sql`now()` }).where(isMailbox(key));
      return undefined;
    }
    await tx.update(mailboxes).set({ leaseBy: holder, leaseUntil: leaseEnd, wantedAt: null }).where(isMailbox(key));
    await publish(tx, key, { kind: "sync", data: { mailbox: key.id, state: "started" } });
    const { wantedOlder } = row.all;
    return { key, holder, row: row.all, limit: wantedOlder ?? syncLimit, older: wantedOlder !== null };
  });
}

/** Keeps the lease; throws where it is lost. Within a batch's transaction it also keeps everybody else's hands off the row. */
export async function holdLease(tx: Tx, { key, holder }: Claim, changes: MailboxChanges = {}) {
  const held = await tx
    .update(mailboxes)
    .set({ ...changes, leaseUntil: leaseEnd })
    .where(and(isMailbox(key), eq(mailboxes.leaseBy, holder)))
    .returning({ id: mailboxes.id });
  firstOr(held, new LeaseLost());
}

/** Gives the mailbox back with what became of it. What was asked for meanwhile, or is due soon, is woken for. */
export function endLease(world: World, claim: Claim, changes: MailboxChanges) {
  const { key } = claim;
  return fencedTransaction(world.db, key, async (tx) => {
    await holdLease(tx, claim, changes);
    const released = await tx
      .update(mailboxes)
      .set({ leaseBy: null, leaseUntil: null, remaining: 0 })
      .where(isMailbox(key))
      .returning({ wantedAt: mailboxes.wantedAt, lastError: mailboxes.lastError });
    const row = firstOr(released, new LeaseLost());
    if (row.wantedAt && !row.lastError) await wakeMailbox(world.queue, tx, key);
    const [pending] = await tx
      .select({ at: min(messages.removeAt) })
      .from(messages)
      .where(and(eq(messages.tenantId, key.tenantId), eq(messages.mailboxId, key.id), isNotNull(messages.removeAt)));
    if (pending?.at && !row.lastError) await wakeMailbox(world.queue, tx, key, pending.at);
    await publish(tx, key, { kind: "sync", data: { mailbox: key.id, state: row.lastError ? "failed" : "done" } });
    await publish(tx, key, { kind: "mailboxes", data: { mailbox: key.id } });
  });
}

export const isMailbox = ({ tenantId, userId, id }: MailboxKey) =>
  and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, userId), eq(mailboxes.id, id));
