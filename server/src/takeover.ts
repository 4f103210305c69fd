// Takes over the work of processes that died. The mailboxes that they watched are taken over by the watchers themselves, and their
// jobs by the queue. Mail merges, rules, prepared drafts and webhooks need no other look: their work is due every few seconds, and any process does it.
import type { World } from "#scope.ts";
import { sendDueMerges } from "#features/mail-merges/run-merges.ts";
import { runDueRules } from "#features/mail-rules/running/run-queue.ts";
import { recover } from "#features/outbox/recovery.ts";
import { prepareDueDrafts } from "#features/prepared-drafts/prepare-drafts.ts";
import { wakeAbandonedSyncs } from "#features/sync/poll-due-mailboxes.ts";
import { makeDueDeliveries } from "#features/webhooks/make-deliveries.ts";

export type Takeover = { close(): Promise<void> };

/** With a lease of 24 s, the work of a process that hangs is taken over within 30 s. */
const defaultEveryMs = 5_000;

export function startTakeover(world: World, { everyMs = defaultEveryMs } = {}): Takeover {
  const attempt = (work: (world: World) => Promise<void>) => async () => {
    try {
      await work(world);
    } catch (error) {
      world.log.warn({ err: error }, "the work of other processes could not be taken over");
    }
  };
  // Apart, because a recovery may wait for a mail server.
  const loops = [recover, wakeAbandonedSyncs, sendDueMerges, runDueRules, prepareDueDrafts, makeDueDeliveries].map(
    (work) => repeat(everyMs, attempt(work)),
  );
  return {
    async close() {
      await Promise.all(loops.map((stop) => stop()));
    },
  };
}

/** Runs `work` at an interval, one at a time. The returned function ends that, and waits for a run in progress. */
function repeat(everyMs: number, work: () => Promise<void>) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work().finally(() => {
      running = undefined;
    });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
