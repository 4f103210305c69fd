// Runs mail merges batch by batch. A batch is prepared under a lease, and accepted in one transaction together with the state of its
// recipients: a process that is killed at any moment leaves each recipient either waiting or accepted once.
import { isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction } from "#db/fence.ts";
import { LeaseLost, mergeLease } from "#db/lease.ts";
import { and, eq, inArray, sql } from "#db/orm.ts";
import { mailMerges } from "#db/tables/mail-merges.ts";
import type { World } from "#scope.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { asUser } from "#features/users/open-user-scope.ts";
import { type ClaimedMerge, isMerge } from "./merges.ts";
import { sendBatch } from "./send-batch.ts";

/** After an error of the program or the database. */
const restSeconds = 30;

/** Sends every batch that is due now. As platform: those of all companies. */
export async function sendDueMerges(world: World) {
  while (!world.stopping.aborted) {
    const claimed = await claimMerge(world);
    if (!claimed) return;
    try {
      await runBatch(world, claimed);
    } catch (error) {
      // Paused, cancelled, or another process has it.
      if (error instanceof LeaseLost) continue;
      world.log.error({ err: error, merge: claimed.merge.id }, "a batch of a mail merge was not sent");
      await rest(world, claimed);
    }
  }
}

/** The mail merge whose batch is due for longest. */
const claimMerge = (world: World): Promise<ClaimedMerge | undefined> =>
  fencedTransaction(world.db, "platform", async (tx) => {
    const holder = world.presence.newHolder();
    const next = tx
      .select({ id: mailMerges.id })
      .from(mailMerges)
      .where(
        and(
          sql`${mailMerges.nextAt} <= now()`,
          inArray(mailMerges.state, ["scheduled", "running"]),
          mergeLease.isFree(world.presence),
          isOwnerActive(tx, mailMerges),
        ),
      )
      .orderBy(mailMerges.nextAt)
      .limit(1)
      .for("update", { skipLocked: true });
    const [merge] = await tx
      .update(mailMerges)
      .set({
        ...mergeLease.claim(holder),
        state: "running",
        startedAt: sql`coalesce(${mailMerges.startedAt}, now())`,
      })
      .where(eq(mailMerges.id, sql`(${next})`))
      .returning();
    return merge && { merge, holder };
  });

async function runBatch(world: World, claimed: ClaimedMerge) {
  const outbound = outboundSenderOf(world);
  const ran = await asUser(world, claimed.merge, async (scope) => {
    await sendBatch(scope, outbound, claimed);
    return true;
  });
  if (!ran) throw new LeaseLost();
  await outbound.drain(claimed.merge.tenantId);
}

const rest = (world: World, { merge, holder }: ClaimedMerge) =>
  fencedTransaction(world.db, "platform", async (tx) => {
    await tx
      .update(mailMerges)
      .set({ ...mergeLease.release, nextAt: sql`now() + make_interval(secs => ${restSeconds})` })
      .where(and(isMerge(merge), mergeLease.isHeldBy(holder)));
  }).catch((error) => world.log.warn({ err: error, merge: merge.id }, "the lease of a mail merge was not released"));
