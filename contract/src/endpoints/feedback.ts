import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, messageIdText, wholeNumberText } from "../fields.ts";
import { aiProviders } from "../rules/ai-providers.ts";
import { t } from "../text/t.ts";

export const ratings = ["up", "down"] as const;
export type Rating = (typeof ratings)[number];

/** The tasks whose answers people rate: drafts, replies, summaries and rewritten texts. */
export const ratedKinds = ["compose", "reply", "summarize", "rewrite"] as const;

/** How one model does at one kind of task. Numbers only: no text and no names. */
const figures = z.object({
  kind: z.enum(ratedKinds),
  provider: z.enum(aiProviders),
  model: z.string(),
  answers: z.number().int(),
  up: z.number().int(),
  down: z.number().int(),
  /** Drafts that were sent. */
  sent: z.number().int(),
  /** Those of them that were sent as they were written. */
  unchanged: z.number().int(),
  /** The middle share of words that people changed before sending, from 0 to 1; null if nothing was sent. */
  changed: z.number().nullable(),
});
export type FeedbackFigures = z.output<typeof figures>;

export const feedback = {
  give: endpoint({
    ...personal,
    method: "PUT",
    path: "/ai/feedback/{id}",
    perMinute: 60,
    summary: "Rate an answer of the assistant, or say how much of a draft was changed before it was sent",
    params: byId,
    body: z
      .strictObject({
        /** Null takes a rating back. */
        rating: z.enum(ratings).nullable().optional(),
        changed: z.number().min(0).max(1).optional(),
        /** The Message-ID of the caller's mail that was made from the draft. */
        messageId: messageIdText.optional(),
      })
      .refine(({ rating, changed }) => rating !== undefined || changed !== undefined, {
        path: ["rating"],
        error: () => t("A rating or a share of changes is required"),
      }),
    response: z.object({ ok: z.literal(true) }),
  }),
  figures: endpoint({
    method: "GET",
    path: "/ai/feedback",
    access: "admin",
    tenancy: "acting",
    summary: "How people of the company rate the assistant and what they change, as figures",
    query: z.strictObject({ days: wholeNumberText(t("Days"), 1, 365).default(30) }),
    response: z.object({ items: z.array(figures) }),
  }),
};
