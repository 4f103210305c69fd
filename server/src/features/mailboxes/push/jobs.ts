import { z } from "zod";
import { job } from "#db/queue.ts";

/** Begins or prolongs one mailbox's channel. Not tried again by the queue: its row says when it is due. */
export const keepChannelJob = job("mailbox.push", z.object({ tenantId: z.uuid(), userId: z.uuid(), id: z.uuid() }), {
  policy: "short",
  retryLimit: 0,
});

/** Looks for channels that are due. */
export const findDueChannels = job("mailbox.push-due", z.object({}), { retryLimit: 0 });
