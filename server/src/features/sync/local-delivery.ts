import { fencedTransaction } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { users } from "#db/tables/users.ts";
import type { World } from "#scope.ts";
import { ensureLocalMailbox, localMailboxIds } from "#features/mailboxes/connect.ts";
import { requestSync } from "#features/mailboxes/request-sync.ts";

/** `folder`: that of the further mailbox that got the mail. */
type Delivered = { tenantId: string; userId: string; folder?: string };

/** Requests a sync of the recipient's local mailbox, which is created with its first mail. */
export async function noteDelivery(world: World, { folder, ...owner }: Delivered): Promise<void> {
  try {
    await fencedTransaction(world.db, owner, async (tx) => {
      if (folder !== undefined) {
        const further = await localMailboxIds(tx, owner, folder);
        if (further.length > 0) await requestSync(world.queue, tx, owner, further);
        return;
      }
      const [user] = await tx
        .select({ email: users.email })
        .from(users)
        .where(and(eq(users.tenantId, owner.tenantId), eq(users.id, owner.userId)));
      if (user) await ensureLocalMailbox(world.queue, tx, owner, user.email);
    });
  } catch (error) {
    // The mail is in its folder, and the next sync finds it.
    world.log.warn({ err: error }, "a sync after a local delivery was not requested");
  }
}
