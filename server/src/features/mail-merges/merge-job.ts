import { z } from "zod";
import { job } from "#db/queue.ts";

/** Sends due batches now instead of at the next look. The rows say which. */
export const sendMergesJob = job("mail-merges.send", z.object({}), { retryLimit: 0, policy: "short" });
