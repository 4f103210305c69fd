import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, done, id, instant, text } from "../fields.ts";
import { aiProviders } from "../rules/choices.ts";
import { extractableKinds } from "../rules/extractable.ts";
import { maxExtractBytes, maxPlanCharacters } from "../rules/limits.ts";
import { actionItem, isThreadOfBoundedLength, threadMessage, threadTooLong, warning } from "./assistant.ts";

/** An action as its user may have edited it, including the text for its source. */
const plannedAction = z.strictObject({
  action: text("Action", 2000),
  owner: text("Owner", 300),
  due: text("Due", 100),
  source: text("Source", 1000),
  sourceIndex: actionItem.shape.sourceIndex,
});
const plan = z
  .array(plannedAction)
  .max(500, "The plan has too many actions")
  .refine(isPlanOfBoundedLength, "The plan is too long. Remove or shorten some actions");
function isPlanOfBoundedLength(actions: z.output<typeof plannedAction>[]) {
  const lengths = actions.map(({ action, owner, due, source }) => [action, owner, due, source].join("").length);
  return lengths.reduce((sum, length) => sum + length, 0) <= maxPlanCharacters;
}
const place = z.number().int().nullable();

/** The model and its cost. */
const authorship = z.strictObject({
  tokens: z.number().int().min(0),
  durationMs: z.number().int().min(0),
  provider: z.enum(aiProviders),
  model: z.string().max(200),
  fallback: z.string().max(1000).optional(),
  warnings: z.array(z.strictObject({ ...warning.shape, text: z.string().max(1000) })).max(20),
});

/** An answer of `/summarize/generate` with the thread it was made from. */
const content = z.strictObject({
  title: text("Title", 200).trim(),
  /** Empty for a plan that is kept without its thread. */
  thread: z.array(z.strictObject(threadMessage.shape)).max(2000).refine(isThreadOfBoundedLength, threadTooLong),
  summary: z.array(z.string().max(2000)).max(100),
  summarySources: z.array(place).max(100),
  actions: plan,
  /** Null if it was not generated here. */
  written: authorship.nullable(),
});

export const keptSummary = content.extend({ id, createdAt: instant }).strip();
export type KeptSummary = z.output<typeof keptSummary>;

export const summaryListing = z.object({
  id,
  title: z.string(),
  createdAt: instant,
  points: z.number().int(),
  actions: z.number().int(),
  messages: z.number().int(),
});
export type SummaryListing = z.output<typeof summaryListing>;

/** The plan as a workbook, below `/api`. It is not JSON, so it is not an endpoint of the contract. */
export const actionPlanPath = (summaryId: string) => `/summaries/${summaryId}/actions.xlsx`;

const mine = { access: "signed-in", tenancy: "personal" } as const;

export const summaries = {
  extract: endpoint({
    ...mine,
    method: "POST",
    path: "/summarize/extract",
    summary: "The text of a mail, document or picture; the stream's tokens report progress",
    streams: true,
    perMinute: 120,
    files: {
      field: "file",
      maxFiles: 1,
      maxTotalBytes: maxExtractBytes,
      tooMany: "Send one file at a time",
      tooLarge: "Files over 25 MB cannot be read",
    },
    response: z.object({
      text: z.string(),
      kind: z.enum(extractableKinds),
      /** Pages, rows or characters beyond the limits were left out. */
      truncated: z.boolean(),
      /** The messages found in a mail, in the mail's order. */
      messages: z
        .array(z.object({ from: z.string(), to: z.string(), at: z.string().nullable(), body: z.string() }))
        .optional(),
    }),
  }),
  list: endpoint({
    ...mine,
    method: "GET",
    path: "/summaries",
    summary: "The caller's own summaries, newest first",
    response: z.array(summaryListing),
  }),
  keep: endpoint({
    ...mine,
    method: "POST",
    path: "/summaries",
    summary: "Keep a summary; beyond a hundred the oldest are deleted",
    status: 201,
    perMinute: 60,
    maxBodyBytes: 6 * 1024 * 1024,
    body: content,
    response: keptSummary,
  }),
  get: endpoint({
    ...mine,
    method: "GET",
    path: "/summaries/{id}",
    summary: "One summary, with the thread it was made from",
    params: byId,
    response: keptSummary,
  }),
  update: endpoint({
    ...mine,
    method: "PUT",
    path: "/summaries/{id}",
    summary: "Keep an edited action plan",
    params: byId,
    body: z.strictObject({ actions: plan }),
    response: done,
  }),
  remove: endpoint({
    ...mine,
    method: "DELETE",
    path: "/summaries/{id}",
    summary: "Forget a summary",
    params: byId,
    response: done,
  }),
};
