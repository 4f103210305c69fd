import { z } from "zod";
import type { Tx } from "#db/fence.ts";
import { and, eq, gt, isNull, sql } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { voices } from "#db/tables/voices.ts";

export const learnVoiceJob = job(
  "voices.learn",
  z.object({ tenantId: z.uuid(), userId: z.uuid() }),
  // One job of a user waits or runs, in all processes.
  { policy: "exclusive", retryLimit: 3, retryDelay: 30, expireInSeconds: 600 },
);

/** Runs every minute, for users of whom nothing was learned yet, or not for a week. */
export const findDueVoicesJob = job("voices.find-due", z.object({}), { retryLimit: 0 });

/** After new mail: a voice that had too little of it is looked at again. */
export const wakeVoice = (tx: Tx, { tenantId, userId }: { tenantId: string; userId: string }) =>
  tx
    .update(voices)
    .set({ nextAt: sql`now()` })
    .where(
      and(
        eq(voices.tenantId, tenantId),
        eq(voices.userId, userId),
        isNull(voices.facts),
        eq(voices.isOn, true),
        gt(voices.nextAt, sql`now()`),
      ),
    );
