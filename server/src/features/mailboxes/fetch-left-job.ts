import { z } from "zod";
import { job } from "#db/queue.ts";

/** Fetches attachments that were left on a mailbox's server, after its owner chose that they come with the mail. */
export const fetchLeftJob = job(
  "mailbox.fetch-left",
  z.object({ tenantId: z.uuid(), userId: z.uuid(), id: z.uuid() }),
  // At most one waits for a mailbox. Retried if its process died; after that, the next sync enqueues it again.
  { policy: "short", retryLimit: 2, expireInSeconds: 600 },
);

export const onePer = (mailboxId: string) => ({ singletonKey: mailboxId });
