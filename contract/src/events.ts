import { z } from "zod";

/** What the browser is told as it happens. It says what changed, not what it became: the screen asks again for what it shows. */
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
