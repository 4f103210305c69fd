import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, text } from "../fields.ts";
import { aiProviders } from "../rules/ai-providers.ts";
import { extractableKinds } from "../rules/extractable.ts";
import { maxExtractBytes, maxPlanCharacters } from "../rules/limits.ts";
import { t } from "../text/t.ts";
import { actionItem, foundTask, isThreadOfBoundedLength, threadMessage, threadTooLong, warning } from "./assistant.ts";

/** An action of a plan. The user may have edited every text, also that of the source. */
const plannedAction = z.strictObject({
  action: text(t("Action"), 2000),
  owner: text(t("Owner"), 300),
  due: text(t("Due"), 100),
  source: text(t("Source"), 1000),
  sourceIndex: actionItem.shape.sourceIndex,
});
export const actionPlan = z
  .array(plannedAction)
  .max(500, t("The plan has too many actions"))
  .refine(isPlanOfBoundedLength, t("The plan is too long. Remove or shorten some actions"));
function isPlanOfBoundedLength(actions: z.output<typeof plannedAction>[]) {
  const lengths = actions.map(({ action, owner, due, source }) => [action, owner, due, source].join("").length);
  return lengths.reduce((sum, length) => sum + length, 0) <= maxPlanCharacters;
}
const sourceIndex = z.number().int().nullable();

/** The model that wrote it and what it cost. */
const authorship = z.strictObject({
  /** Absent in summaries of earlier versions. */
  usageId: id.optional(),
  tokens: z.number().int().min(0),
  durationMs: z.number().int().min(0),
  provider: z.enum(aiProviders),
  model: z.string().max(200),
  fallback: z.string().max(1000).optional(),
  warnings: z.array(z.strictObject({ ...warning.shape, text: z.string().max(1000) })).max(20),
});

/** The response of `/summarize/generate`, with its thread. */
const content = z.strictObject({
  title: text(t("Title"), 200).trim(),
  /** Empty for a plan without its mail. */
  thread: z.array(z.strictObject(threadMessage.shape)).max(2000).refine(isThreadOfBoundedLength, threadTooLong),
  summary: z.array(z.string().max(2000)).max(100),
  summarySources: z.array(sourceIndex).max(100),
  actions: actionPlan,
  /** Null if no model of this installation wrote it. */
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

export const summaries = {
  extract: endpoint({
    ...personal,
    method: "POST",
    path: "/summarize/extract",
    summary: "Extract the text of a mail, document or picture; when streamed, tokens report the progress",
    streams: true,
    perMinute: 120,
    files: {
      field: "file",
      maxFiles: 1,
      maxTotalBytes: maxExtractBytes,
      tooMany: t("Send one file at a time"),
      tooLarge: t("Files over 25 MB cannot be read"),
    },
    response: z.object({
      text: z.string(),
      kind: z.enum(extractableKinds),
      /** Pages, rows or characters beyond the limits were left out. */
      truncated: z.boolean(),
      /** The conversation in a mail, in the order of the mail. */
      messages: z
        .array(z.object({ from: z.string(), to: z.string(), at: z.string().nullable(), body: z.string() }))
        .optional(),
    }),
  }),
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/summaries",
    summary: "List the caller's summaries, newest first",
    response: z.array(summaryListing),
  }),
  keep: endpoint({
    ...personal,
    method: "POST",
    path: "/summaries",
    summary: "Save a summary; beyond 100 the oldest are deleted",
    status: 201,
    perMinute: 60,
    maxBodyBytes: 6 * 1024 * 1024,
    body: content,
    response: keptSummary,
  }),
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/summaries/{id}",
    summary: "Get a summary with its thread",
    params: byId,
    response: keptSummary,
  }),
  update: endpoint({
    ...personal,
    method: "PUT",
    path: "/summaries/{id}",
    summary: "Save an edited action plan",
    params: byId,
    body: z.strictObject({ actions: actionPlan }),
    response: done,
  }),
  changeTasks: endpoint({
    ...personal,
    method: "POST",
    path: "/summaries/{id}/tasks",
    summary: "Tick tasks that were found in a thread of the inbox, or add them to the action plan",
    params: byId,
    body: z.strictObject({
      /** Indexes of the tasks, from 0. */
      tasks: z.array(z.number().int().min(0).max(499)).min(1, t("Choose at least one task")).max(500),
      change: z.enum(["done", "open", "plan"]),
    }),
    response: z.object({ tasks: z.array(foundTask) }),
  }),
  remove: endpoint({
    ...personal,
    method: "DELETE",
    path: "/summaries/{id}",
    summary: "Delete a summary",
    params: byId,
    response: done,
  }),
};
