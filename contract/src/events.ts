import { z } from "zod";

/** A live event for the browser. It says what changed but holds no data, so the screen fetches again what it shows. */
export const liveEvent = z.object({
  kind: z.enum([
    "mailboxes",
    "messages",
    "sync",
    "email-logs",
    "outbox",
    "follow-ups",
    "drafts",
    "settings",
    "approvals",
    "dashboards",
  ]),
  /** Ids and figures, never mail. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
});
export type LiveEvent = z.infer<typeof liveEvent>;
