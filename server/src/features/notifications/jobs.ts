import { z } from "zod";
import { job } from "#db/queue.ts";

export const sendNotificationsJob = job(
  "notifications.send",
  z.object({ tenantId: z.uuid(), userId: z.uuid() }),
  // At most one job waits for a user.
  { policy: "short", retryLimit: 2, retryDelay: 10, expireInSeconds: 300 },
);

/** Runs every minute: notifications whose time to try again has come, or whose process died before it took them. */
export const findWaitingJob = job("notifications.find-waiting", z.object({}), { retryLimit: 0 });
