import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { id, instant } from "../fields.ts";
import { maxBulkMessages } from "../rules/limits.ts";
import { t } from "../text/t.ts";

const ids = z.array(id).min(1, t("Choose at least one message")).max(maxBulkMessages, t("Too many messages at once"));

export const snooze = {
  snooze: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/snooze",
    summary: "Hide the threads of messages from the inbox until a moment; again, to change it",
    body: z.strictObject({ ids, until: instant }),
    response: z.object({
      /** All messages that are snoozed now: those of the threads that were in the inbox. */
      ids: z.array(id),
      until: instant,
    }),
  }),
  unsnooze: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/unsnooze",
    summary: "Bring snoozed threads back to their place in the inbox",
    body: z.strictObject({ ids }),
    response: z.object({ ids: z.array(id) }),
  }),
  mute: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/mute",
    summary:
      "Archive the threads of messages, and let their new mail skip the inbox; or let it come to the inbox again",
    body: z.strictObject({ ids, muted: z.boolean() }),
    response: z.object({
      /** The messages that exist. */
      ids: z.array(id),
      /** The action that archived the threads, for its undo; null if nothing of them was in the inbox. */
      actionId: id.nullable(),
    }),
  }),
};
