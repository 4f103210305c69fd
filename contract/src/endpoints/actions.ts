import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, id, instant } from "../fields.ts";
import { maxBulkMessages } from "../rules/limits.ts";
import { t } from "../text/t.ts";

/**
 * `move`, `label` and `unlabel` need a folder. `delete` is for good in spam, trash and drafts; elsewhere it equals `trash`. In a
 * mailbox whose owner has chosen to delete for good, both are for good.
 */
export const mailActions = [
  "archive",
  "inbox",
  "move",
  "label",
  "unlabel",
  "star",
  "unstar",
  "junk",
  "notJunk",
  "read",
  "unread",
  "trash",
  "delete",
] as const;
export type MailAction = (typeof mailActions)[number];

export const actions = {
  apply: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/actions",
    summary: "File, star, mark or delete messages or whole threads, also on the mailbox's server; can be undone",
    body: z.strictObject({
      ids: z.array(id).min(1, t("Choose at least one message")).max(maxBulkMessages, t("Too many messages at once")),
      action: z.enum(mailActions),
      folderId: id.optional(),
      /** The messages alone, or all messages of their threads. */
      extent: z.enum(["message", "thread"]).default("message"),
    }),
    response: z.object({
      actionId: id,
      /** The messages that now are as the action says; those that no longer exist are missing. */
      ids: z.array(id),
      undoUntil: instant,
      /** Messages that were left as they are, each with a sentence for the reader. */
      skipped: z.array(z.object({ id, reason: z.string() })),
    }),
  }),
  undo: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/actions/{id}/undo",
    summary: "Undo an action; 404 if it is too late",
    params: byId,
    response: z.object({ ids: z.array(id) }),
  }),
};
