import { z } from "zod";

/** A live event for the browser. It names what changed but carries no content: the screen loads it again. */
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
    "data-tasks",
    "mail-merges",
    "mail-rules",
    /** Of an import that runs: `done` of `total` entries are stored. */
    "people-import",
    /** The voice is being learned: `done` of `total` mails are read. Without data it has changed. */
    "voice",
    "knowledge",
    "webhooks",
  ]),
  /** Ids and counts, never mail content. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
});
export type LiveEvent = z.infer<typeof liveEvent>;
