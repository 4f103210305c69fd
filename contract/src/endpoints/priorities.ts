import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId } from "../fields.ts";
import { priorityParts, priorityReasons } from "../rules/priorities.ts";

const part = z.enum(priorityParts);

export const messagePriority = z.object({
  part,
  reason: z.enum(priorityReasons),
  /** With `question` the sentence that asks, with `deadline` what is due; else empty. */
  detail: z.string(),
  /** The part that the user chose for mail of this sender. */
  chosen: part.nullable(),
});
export type MessagePriority = z.output<typeof messagePriority>;

export const priorities = {
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/messages/{id}/priority",
    summary: "Whether a message of the inbox is in Important or in Other, and why",
    params: byId,
    /** Null if the message is not in the inbox. */
    response: z.object({ priority: messagePriority.nullable() }),
  }),
  choose: endpoint({
    ...personal,
    method: "PUT",
    path: "/mail/messages/{id}/priority",
    summary: "Move a conversation to Important or Other, now and for later mail of its sender; null forgets the choice",
    params: byId,
    body: z.strictObject({ part: part.nullable() }),
    response: z.object({
      priority: messagePriority,
      /** The sender's choice before this call, to undo it. */
      before: part.nullable(),
    }),
  }),
  unread: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/priorities/unread",
    summary: "Count the unread messages of the newest 200 in both parts of the inbox",
    response: z.object({ important: z.number().int(), other: z.number().int() }),
  }),
};
