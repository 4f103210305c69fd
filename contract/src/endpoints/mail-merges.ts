import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, id, instant, line, pageOf, text, wholeNumber, wholeNumberText } from "../fields.ts";
import {
  leaveOutReasons,
  maxAddedPeople,
  maxMergeFileCharacters,
  maxMergeHtmlLength,
  maxMergeRate,
  maxMergeRecipients,
  maxMergeValueLength,
  mergeStates,
  recipientFilters,
  recipientOutcomes,
} from "../rules/mail-merge.ts";
import { withoutDeceiving } from "../rules/plain-line.ts";
import { t } from "../text/t.ts";

/** How many recipients are in each state. A mail that was clicked counts as opened and as sent too. */
export const mergeTotals = z.object({
  recipients: z.number().int(),
  waiting: z.number().int(),
  sending: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  leftOut: z.number().int(),
  opened: z.number().int(),
  clicked: z.number().int(),
  replied: z.number().int(),
  unsubscribed: z.number().int(),
});
export type MergeTotals = z.output<typeof mergeTotals>;

export const mergeSummary = z.object({
  id,
  state: z.enum(mergeStates),
  /** With its tokens. */
  subject: z.string(),
  createdAt: instant,
  updatedAt: instant,
  /** When it is to start, as its sender chose; null starts at once. */
  startAt: instant.nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  /** Why it was paused, if its sender did not do it. */
  pausedReason: z.string().nullable(),
  totals: mergeTotals,
});
export type MergeSummary = z.output<typeof mergeSummary>;

/** A line of the file that gives no recipient. */
export const mergeProblem = z.object({
  line: z.number().int(),
  address: z.string(),
  reason: z.enum(["malformed", "doubled", "suppressed", "wide"]),
});
export type MergeProblem = z.output<typeof mergeProblem>;

export const mailMerge = mergeSummary.extend({
  /** Increases with every change of text and settings. */
  version: z.number().int(),
  /** Set while a run waits because the sender has written to `perHour` recipients in the last hour. */
  waits: z.object({ perHour: z.number().int(), until: instant }).nullable(),
  html: z.string(),
  mailboxId: id.nullable(),
  fromAccount: z.string().nullable(),
  ratePerMinute: z.number().int(),
  tracked: z.boolean(),
  fileName: z.string().nullable(),
  /** The names of the columns. Each is a token. */
  columns: z.array(z.string()),
  addressColumn: z.string().nullable(),
  problems: z.array(mergeProblem),
  /** Token name → what is written for a recipient without that value. */
  fallbacks: z.record(z.string(), z.string()),
});
export type MailMerge = z.output<typeof mailMerge>;

export const mergeRecipient = z.object({
  id,
  position: z.number().int(),
  line: z.number().int().nullable(),
  address: z.string(),
  values: z.record(z.string(), z.string()),
  outcome: z.enum(recipientOutcomes),
  leftOut: z.enum(leaveOutReasons).nullable(),
  /** Why it failed, or why it was not sent yet, in the words of the mail server. */
  error: z.string().nullable(),
  sentAt: instant.nullable(),
  opens: z.number().int(),
  clicks: z.number().int(),
  repliedAt: instant.nullable(),
  unsubscribedAt: instant.nullable(),
});
export type MergeRecipient = z.output<typeof mergeRecipient>;

/** A recipient who lacks the value of a token. */
export const mergeGap = z.object({
  id,
  /** Its number in the preview. */
  at: z.number().int(),
  address: z.string(),
  line: z.number().int().nullable(),
  missing: z.array(z.string()),
});
export type MergeGap = z.output<typeof mergeGap>;

export const mergeCheck = z.object({
  /** How many will get the mail. */
  ready: z.number().int(),
  leftOut: z.number().int(),
  suppressed: z.number().int(),
  /** The first 200 recipients with a gap. */
  gaps: z.array(mergeGap),
  gapCount: z.number().int(),
  /** The tokens of subject and text, each once. */
  tokens: z.array(z.string()),
  /** Mails that the plan still allows this month; null without a limit. */
  quotaLeft: z.number().int().nullable(),
  /** Sentences that say what has to be changed before the start. */
  problems: z.array(z.string()),
});
export type MergeCheck = z.output<typeof mergeCheck>;

export const mergePreview = z.object({
  id,
  at: z.number().int(),
  count: z.number().int(),
  address: z.string(),
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  missing: z.array(z.string()),
});
export type MergePreview = z.output<typeof mergePreview>;

const tokenValues = z
  .record(line(t("Name"), 200), text(t("Value"), maxMergeValueLength).transform(withoutDeceiving))
  .refine((values) => Object.keys(values).length <= 100, t("Too many values"));

const recipientsBody = z.strictObject({
  source: z.enum(["file", "typed"], t("Recipients come from a file or a typed list")),
  /** Of a file: CSV. Typed: "ada@example.com", "Ada Lovelace <ada@example.com>", with commas, semicolons or lines between them. */
  text: text(t("Recipients"), maxMergeFileCharacters),
  /** For a file. */
  fileName: line(t("File name"), 255).default(""),
  /** For a file; by default the column with the most addresses. */
  addressColumn: text(t("Column"), 200).optional(),
});

const state = { ...personal, method: "POST", params: byId, response: mailMerge } as const;
const recipientParams = z.object({ id, recipientId: id });

/** Path below `/api` of the results as CSV. Not JSON, so not an endpoint. */
export const mergeResultsPath = "/mail-merges/:id/results.csv";

export const mailMerges = {
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-merges",
    summary: "List the own mail merges with their totals, newest first",
    query: z.strictObject({
      page: wholeNumberText(t("Page"), 1, 1_000_000).optional(),
      limit: wholeNumberText(t("Limit"), 1, 100).optional(),
    }),
    response: pageOf(mergeSummary),
  }),
  company: endpoint({
    method: "GET",
    path: "/mail-merges/company",
    access: "admin",
    tenancy: "acting",
    summary: "List the mail merges of the company that were started, with their senders and totals",
    query: z.strictObject({
      page: wholeNumberText(t("Page"), 1, 1_000_000).optional(),
      limit: wholeNumberText(t("Limit"), 1, 100).optional(),
    }),
    response: pageOf(mergeSummary.extend({ sender: z.object({ name: z.string(), email: z.string() }) })),
  }),
  create: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-merges",
    summary: "Begin a mail merge as a draft",
    status: 201,
    response: mailMerge,
  }),
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-merges/{id}",
    summary: "Get a mail merge with its text and totals",
    params: byId,
    response: mailMerge,
  }),
  keep: endpoint({
    ...personal,
    method: "PUT",
    path: "/mail-merges/{id}",
    summary: "Change a draft; fields that are not given stay as they are; 409 if it was changed since `basedOn`",
    params: byId,
    body: z.strictObject({
      subject: line(t("Subject"), 500).optional(),
      html: text(t("Message"), maxMergeHtmlLength).optional(),
      mailboxId: id.nullable().optional(),
      fromAccount: text(t("From account"), 254).trim().nullable().optional(),
      ratePerMinute: wholeNumber(t("Rate"), 1, maxMergeRate).optional(),
      tracked: z.boolean().optional(),
      startAt: instant.nullable().optional(),
      fallbacks: tokenValues.optional(),
      /** The version that the change was made to. */
      basedOn: wholeNumber(t("Version"), 1, 2_000_000_000),
    }),
    maxBodyBytes: 4 * 1024 * 1024,
    response: mailMerge,
  }),
  remove: endpoint({
    ...personal,
    method: "DELETE",
    path: "/mail-merges/{id}",
    summary: "Delete a mail merge that is not running, with its results; its mail stays in the log",
    params: byId,
    response: z.object({ ok: z.literal(true) }),
  }),
  setRecipients: endpoint({
    ...personal,
    method: "PUT",
    path: "/mail-merges/{id}/recipients",
    summary: "Replace the recipients of a draft by those of a CSV file or of a typed list",
    params: byId,
    body: recipientsBody,
    maxBodyBytes: 16 * 1024 * 1024,
    response: mailMerge,
    perMinute: 30,
  }),
  addPeople: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-merges/{id}/people",
    summary: "Add people of the address book to the recipients of a draft, with what is known of them; nobody twice",
    params: byId,
    body: z.strictObject({
      ids: z.array(id).min(1, t("Choose at least one person")).max(maxAddedPeople, t("Too many people at once")),
    }),
    response: mailMerge,
    perMinute: 30,
  }),
  recipients: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-merges/{id}/recipients",
    summary: "List the recipients with what became of their mail",
    params: byId,
    query: z.strictObject({
      page: wholeNumberText(t("Page"), 1, 1_000_000).optional(),
      limit: wholeNumberText(t("Limit"), 1, 100).optional(),
      q: text(t("Search text"), 200).trim().optional(),
      show: z.enum(recipientFilters, t("There is no such state")).optional(),
    }),
    response: pageOf(mergeRecipient),
  }),
  changeRecipient: endpoint({
    ...personal,
    method: "PUT",
    path: "/mail-merges/{id}/recipients/{recipientId}",
    summary: "Change values of a recipient of a draft, or leave the recipient out",
    params: recipientParams,
    body: z.strictObject({ values: tokenValues.optional(), leftOut: z.boolean().optional() }),
    response: z.object({ ok: z.literal(true) }),
  }),
  leaveOutGaps: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-merges/{id}/leave-out-gaps",
    summary: "Leave every recipient of a draft out who lacks a value",
    params: byId,
    response: mergeCheck,
  }),
  check: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-merges/{id}/check",
    summary: "Say what stands in the way of a start: missing values, an empty text, the plan's quota",
    params: byId,
    response: mergeCheck,
  }),
  preview: endpoint({
    ...personal,
    method: "GET",
    path: "/mail-merges/{id}/preview",
    summary: "Show the mail of one recipient; `at` counts those who get one, from 0",
    params: byId,
    query: z.strictObject({ at: wholeNumberText(t("Number"), 0, maxMergeRecipients).default(0) }),
    response: mergePreview,
  }),
  test: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-merges/{id}/test",
    summary: "Send the mail of one recipient to oneself",
    params: byId,
    body: z.strictObject({ at: wholeNumber(t("Number"), 0, maxMergeRecipients).default(0) }),
    response: z.object({ to: z.string(), status: z.enum(["sent", "queued"]) }),
    perMinute: 10,
  }),
  start: endpoint({
    ...state,
    path: "/mail-merges/{id}/start",
    summary: "Start a draft, at once or at its time; refused if other than `count` recipients would get it",
    body: z.strictObject({ count: wholeNumber(t("Count"), 1, maxMergeRecipients) }),
  }),
  pause: endpoint({ ...state, path: "/mail-merges/{id}/pause", summary: "Pause a run after the current batch" }),
  resume: endpoint({ ...state, path: "/mail-merges/{id}/resume", summary: "Go on with a paused run" }),
  cancel: endpoint({
    ...state,
    path: "/mail-merges/{id}/cancel",
    summary: "End a run: whoever has not got the mail yet never gets it",
  }),
  retryFailed: endpoint({
    ...personal,
    method: "POST",
    path: "/mail-merges/{id}/retry-failed",
    summary: "Begin another draft with the recipients whose mail failed; not with those whose mail may have arrived",
    params: byId,
    status: 201,
    response: mailMerge,
  }),
};
