import { z } from "zod";
import { job } from "#db/queue.ts";

/** Opens or renews one mailbox's channel. Its row says when it is due again; the queue retries it only if its process died. */
export const keepChannelJob = job("mailbox.push", z.object({ tenantId: z.uuid(), userId: z.uuid(), id: z.uuid() }), {
  policy: "short",
  retryLimit: 2,
});

/** Enqueues the channels that are due. */
export const findDueChannels = job("mailbox.push-due", z.object({}), { retryLimit: 0 });
