import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import type { World } from "#scope.ts";

/** Nobody reads a list that changes more often. */
const pauseMs = 150;

/** Whose mail it is; null where the log does not know. */
export type MailOwner = { tenantId: string; userId: string | null };
export type Announce = (owner: MailOwner) => void;

/** Told when the transaction commits: the company's log has changed, and so have its owner's Outbox and Sent. */
export async function publishMail(tx: Tx, { tenantId, userId }: MailOwner, id: string) {
  await publish(tx, { tenantId }, { kind: "email-logs", data: { id } });
  if (userId) await publish(tx, { tenantId, userId }, { kind: "outbox", data: { id } });
}

/**
 * Tells the screens of companies and senders that mail has changed, once for all that changed meanwhile. Not within the
 * transactions that change it: those that notify commit one after the other, whoever they are for, and every mail would wait
 * for all others.
 */
export function openAnnouncer(world: World): Announce {
  let changed = new Map<string, Set<string>>();

  const tell = async () => {
    const companies = changed;
    changed = new Map();
    // As platform: the mails of all tenants are told of together.
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
        // A screen that missed it asks again when it is looked at.
        tell().catch((error) => world.log.debug({ err: error }, "the screens were not told of changes in the log"));
      }, pauseMs);
      timer.unref();
    }
    const senders = changed.get(tenantId) ?? new Set();
    changed.set(tenantId, userId ? senders.add(userId) : senders);
  };
}
