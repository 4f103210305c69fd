import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, done, id, instant } from "../fields.ts";
import { followUpDays } from "../rules/choices.ts";
import { t } from "../text/t.ts";
import { sendAnswer } from "./outbox.ts";

/** A drafted follow-up to an unanswered mail, with all that Compose needs to open it. */
export const followUp = z.object({
  id,
  /** Waiting: not due yet. Ready: drafted, and waiting for the user to send it. */
  status: z.enum(["waiting", "ready"]),
  dueAt: instant,
  days: z.number().int(),
  to: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
  html: z.string(),
  inReplyTo: z.string(),
  references: z.array(z.string()),
  /** The unanswered mail. */
  original: z.object({ messageId: z.string(), subject: z.string(), sentAt: instant }),
});
export type FollowUp = z.output<typeof followUp>;

export const followUps = {
  list: endpoint({
    method: "GET",
    path: "/follow-ups",
    access: "signed-in",
    tenancy: "personal",
    summary: "List follow-ups to unanswered mail: drafts that are ready, or those that are not due yet",
    query: z.strictObject({ status: z.enum(["waiting", "ready"]).default("ready") }),
    response: z.object({ items: z.array(followUp) }),
  }),
  send: endpoint({
    method: "POST",
    path: "/follow-ups/{id}/send",
    access: "signed-in",
    tenancy: "personal",
    summary: "Send the draft of a follow-up unchanged",
    params: byId,
    response: sendAnswer,
  }),
  postpone: endpoint({
    method: "POST",
    path: "/follow-ups/{id}/postpone",
    access: "signed-in",
    tenancy: "personal",
    summary: "Postpone a follow-up by some days",
    params: byId,
    body: z.strictObject({ days: z.literal(followUpDays, t("Postpone by 1, 3 or 7 days")).default(1) }),
    response: followUp,
  }),
  dismiss: endpoint({
    method: "POST",
    path: "/follow-ups/{id}/dismiss",
    access: "signed-in",
    tenancy: "personal",
    summary: "Dismiss a follow-up",
    params: byId,
    response: done,
  }),
};
