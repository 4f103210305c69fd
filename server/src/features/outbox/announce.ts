import { publish } from "#db/events.ts";
import { fencedTransaction } from "#db/fence.ts";
import type { World } from "#scope.ts";

/** Nobody reads a list that changes more often. */
const pauseMs = 150;

export type Announce = (tenantId: string) => void;

/**
 * Tells a tenant's screens that its log has changed, once for all that changed meanwhile. Not within the transactions that
 * change it: those that notify commit one after the other, whoever they are for, and every mail would wait for all others.
 */
export function openAnnouncer(world: World): Announce {
  let changed = new Set<string>();

  const tell = async () => {
    const tenants = changed;
    changed = new Set();
    // As platform: the mails of all tenants are told of together.
    await fencedTransaction(world.db, "platform", async (tx) => {
      for (const tenantId of tenants) await publish(tx, { tenantId }, { kind: "email-logs", data: {} });
    });
  };

  return (tenantId) => {
    if (changed.size === 0) {
      const timer = setTimeout(() => {
        // A screen that missed it asks again when it is looked at.
        tell().catch((error) => world.log.debug({ err: error }, "the screens were not told of changes in the log"));
      }, pauseMs);
      timer.unref();
    }
    changed.add(tenantId);
  };
}
