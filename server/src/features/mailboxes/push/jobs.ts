import { z } from "zod";
import { job } from "#db/queue.ts";

/** Opens or renews one mailbox's channel. The queue does not retry it: its row says when it is due. */
export const keepChannelJob = job("mailbox.push", z.object({ tenantId: z.uuid(), userId: z.uuid(), id: z.uuid() }), {
  policy: "short",
  retryLimit: 0,
});

/** Enqueues the channels that are due. */
export const findDueChannels = job("mailbox.push-due", z.object({}), { retryLimit: 0 });
