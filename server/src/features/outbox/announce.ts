import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import type { World } from "#scope.ts";

/** A list that changes more often than this cannot be read. */
const pauseMs = 150;

/** Whose mail it is; `userId` is null if the log does not know. */
export type MailOwner = { tenantId: string; userId: string | null };
export type Announce = (owner: MailOwner) => void;

/** Tells the company's log and the owner's Outbox and Sent of a change, when the transaction commits. */
export async function publishMail(tx: Tx, { tenantId, userId }: MailOwner, id: string) {
  await publish(tx, { tenantId }, { kind: "email-logs", data: { id } });
  if (userId) await publish(tx, { tenantId, userId }, { kind: "outbox", data: { id } });
}

/**
 * Tells the pages of companies and senders that mail has changed, once for all changes of a moment. It uses a transaction of
 * its own: PostgreSQL commits transactions with NOTIFY one after the other, so that every mail would wait for all others.
 */
export function openAnnouncer(world: World): Announce {
  let changed = new Map<string, Set<string>>();

  const tell = async () => {
    const companies = changed;
    changed = new Map();
    // As platform: one transaction announces the mails of all tenants.
    await fencedTransaction(world.db, "platform", async (tx) => {
      for (const [tenantId, senders] of companies) {
        await publish(tx, { tenantId }, { kind: "email-logs", data: {} });
        for (const userId of senders) await publish(tx, { tenantId, userId }, { kind: "outbox", data: {} });
      }
    });
  };

  return ({ tenantId, userId }) => {
    if (changed.size === 0) {
      const timer = setTimeout(() => {
        // A page that missed it asks again when it is looked at.
        tell().catch((error) => world.log.debug({ err: error }, "pages were not told of changes in the log"));
      }, pauseMs);
      timer.unref();
    }
    const senders = changed.get(tenantId) ?? new Set();
    changed.set(tenantId, userId ? senders.add(userId) : senders);
  };
}
