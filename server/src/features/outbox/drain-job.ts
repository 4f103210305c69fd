import { z } from "zod";
import { job } from "#db/queue.ts";

/** Sends a tenant's due mail: its undo time is over, its scheduled time has come, or a retry is due. The rows say which. */
export const drainOutboxJob = job("outbox.wake", z.object({ tenantId: z.uuid() }), { retryLimit: 3, retryDelay: 5 });
