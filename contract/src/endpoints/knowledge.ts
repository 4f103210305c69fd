import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import {
  byId,
  calendarDay,
  done,
  id,
  instant,
  line,
  requiredLine,
  text,
  wholeNumber,
  wholeNumberText,
} from "../fields.ts";
import {
  embeddingProblems,
  knowledgeAudiences,
  knowledgeKinds,
  knowledgeProblems,
  knowledgeStates,
  maxKnowledgeBytes,
  maxKnowledgeText,
  maxKnowledgeTitle,
  maxQuestionLength,
  writtenKinds,
} from "../rules/knowledge.ts";
import { plainLine } from "../rules/plain-line.ts";
import { t } from "../text/t.ts";

const title = (what: z.ZodString) => what.transform((given) => plainLine(given, maxKnowledgeTitle));
const audience = z.enum(knowledgeAudiences).default("everybody");
/** The last day on which it is right; null: no end. */
const validUntil = calendarDay(t("The date is not valid")).nullable().default(null);

/** The fields of the form. Only `qa` has a question, and its text is the answer. A file keeps the text that was read from it. */
export const knowledgeContent = z.strictObject({
  title: title(line(t("Title"), maxKnowledgeTitle)).default(""),
  question: title(line(t("Question"), maxQuestionLength)).default(""),
  text: text(t("Text"), maxKnowledgeText.page).default(""),
  audience,
  validUntil,
});
export type KnowledgeContent = z.output<typeof knowledgeContent>;

const largest = 2_000_000_000;

export const knowledgeSource = z.object({
  id,
  kind: z.enum(knowledgeKinds),
  title: z.string(),
  /** It belongs to the company. Administrators can change it. */
  isShared: z.boolean(),
  audience: z.enum(knowledgeAudiences),
  validUntil: z.iso.date().nullable(),
  isOutOfDate: z.boolean(),
  state: z.enum(knowledgeStates),
  /** Why a file could not be read; null unless the state is `failed`. */
  problem: z.enum(knowledgeProblems).nullable(),
  /** The file has more pages or sheets than the limits allow. The others were not read. */
  isPartial: z.boolean(),
  /** 0 if it has no pages. */
  pages: z.number().int(),
  pieces: z.number().int(),
  /** Bytes of the file or of the text. */
  size: z.number().int(),
  /** Increases with every change. */
  version: z.number().int(),
  updatedAt: instant,
});
export type KnowledgeSource = z.output<typeof knowledgeSource>;

export const knowledgePiece = z.object({
  id,
  /** Null if it has no pages. */
  page: z.number().int().nullable(),
  heading: z.string(),
  text: z.string(),
});
export type KnowledgePiece = z.output<typeof knowledgePiece>;

export const knowledgeEntry = knowledgeSource.extend({
  question: z.string(),
  /** As it was typed or pasted; empty for a file. */
  text: z.string(),
  content: z.array(knowledgePiece),
});
export type KnowledgeEntry = z.output<typeof knowledgeEntry>;

export const foundPiece = knowledgePiece.extend({
  source: knowledgeSource.pick({ id: true, title: true, kind: true, isShared: true, isOutOfDate: true }),
});
export type FoundPiece = z.output<typeof foundPiece>;

/** A piece that a written mail used, as it is shown below the mail. `id` is the entry's. */
export const usedPiece = z.object({
  id,
  piece: id,
  title: z.string(),
  page: z.number().int().nullable(),
  isOutOfDate: z.boolean(),
});

/** How far the pieces are searchable by meaning, by the company's embedding model. */
export const meaningProgress = z.object({
  model: z.string(),
  embedded: z.number().int(),
  pieces: z.number().int(),
  /** Why the last attempt failed; null if it did not. */
  problem: z.enum(embeddingProblems).nullable(),
});
export type MeaningProgress = z.output<typeof meaningProgress>;

const isShared = z.boolean().default(false);

export const knowledge = {
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/knowledge",
    summary: "List the caller's knowledge and what they may read of the company's",
    response: z.object({
      items: z.array(knowledgeSource),
      /** Null if the company has no embedding model. */
      meaning: meaningProgress.nullable(),
    }),
  }),
  search: endpoint({
    ...personal,
    method: "GET",
    path: "/knowledge/search",
    summary: "Search the caller's knowledge and what they may read of the company's; the best pieces first",
    perMinute: 240,
    query: z.strictObject({ q: requiredLine(t("Search text"), 200) }),
    response: z.object({ items: z.array(foundPiece) }),
  }),
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/knowledge/{id}",
    summary: "Get an entry with its pieces",
    params: byId,
    response: knowledgeEntry,
  }),
  create: endpoint({
    ...personal,
    method: "POST",
    path: "/knowledge",
    summary:
      "Add a fact, a question with its answer, or a pasted page; only an administrator may add one for the company",
    status: 201,
    perMinute: 120,
    body: knowledgeContent.extend({ kind: z.enum(writtenKinds), isShared }),
    response: knowledgeSource,
  }),
  upload: endpoint({
    ...personal,
    method: "POST",
    path: "/knowledge/files",
    summary: "Add a file, which is read in the background; only an administrator may add one for the company",
    status: 201,
    perMinute: 60,
    body: z.strictObject({
      isShared: z.stringbool().default(false),
      audience,
      validUntil: calendarDay(t("The date is not valid")).optional(),
    }),
    files: {
      field: "file",
      maxFiles: 1,
      maxTotalBytes: maxKnowledgeBytes,
      tooMany: t("Send one file at a time"),
      tooLarge: t("Files over 10 MB cannot be added"),
    },
    response: knowledgeSource,
  }),
  update: endpoint({
    ...personal,
    method: "PUT",
    path: "/knowledge/{id}",
    summary: "Change an entry; 409 if it was changed since the given version",
    perMinute: 120,
    params: byId,
    body: knowledgeContent.extend({ basedOn: wholeNumber(t("Version"), 1, largest) }),
    response: knowledgeSource,
  }),
  remove: endpoint({
    ...personal,
    method: "DELETE",
    path: "/knowledge/{id}",
    summary: "Delete an entry; it can be restored for an hour; 409 if it was changed since the given version",
    params: byId,
    query: z.strictObject({ basedOn: wholeNumberText(t("Version"), 1, largest) }),
    response: done,
  }),
  restore: endpoint({
    ...personal,
    method: "POST",
    path: "/knowledge/{id}/restore",
    summary: "Restore an entry that was deleted within the last hour",
    params: byId,
    response: knowledgeSource,
  }),
};
