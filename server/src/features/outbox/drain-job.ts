import { z } from "zod";
import { job } from "#db/queue.ts";

/** A tenant's mail has come due: after its undo time, at its hour, or for the next try. The rows say which. */
export const wakeOutbox = job("outbox.wake", z.object({ tenantId: z.uuid() }), { retryLimit: 3, retryDelay: 5 });
