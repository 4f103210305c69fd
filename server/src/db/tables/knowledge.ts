import {
  embeddingProblems,
  knowledgeAudiences,
  knowledgeKinds,
  knowledgeProblems,
  knowledgeStates,
} from "@intellibox/contract/rules/knowledge";
import { boolean, customType, date, foreignKey, index, integer, pgTable, primaryKey, sql, text, uuid } from "../orm.ts";
import { moment, tenantOwned } from "./columns.ts";
import { personalOrShared, personalOrSharedRules } from "./personal-or-shared.ts";
import { personalOrSharedFence } from "./policies.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** As text of the digits 0 and 1. */
const bits = customType<{ data: string }>({ dataType: () => "bit varying" });

/** The knowledge of a person or a company: facts, questions with answers, pasted pages and files. */
export const knowledgeSources = pgTable(
  "knowledge_sources",
  {
    ...personalOrShared(),
    kind: text({ enum: knowledgeKinds }).notNull(),
    title: text().notNull(),
    question: text().notNull().default(""),
    /** As it was typed or pasted; empty for a file. */
    body: text().notNull().default(""),
    /** Who may read an entry of the company. Row-level security does not know roles: every statement checks it. */
    audience: text({ enum: knowledgeAudiences }).notNull().default("everybody"),
    /** The last day on which it is right. */
    validUntil: date({ mode: "string" }),
    state: text({ enum: knowledgeStates }).notNull(),
    problem: text({ enum: knowledgeProblems }),
    isPartial: boolean().notNull().default(false),
    pages: integer().notNull().default(0),
    pieces: integer().notNull().default(0),
    size: integer().notNull().default(0),
    /** How often reading the file began. */
    attempts: integer().notNull().default(0),
    /** When reading began last. */
    readingSince: moment(),
    /** The model that `embedded` of its pieces have vectors of; null: none. */
    embeddingModel: text(),
    embedded: integer().notNull().default(0),
    /** How often making vectors failed in a row, why, and when it is tried next. */
    embedAttempts: integer().notNull().default(0),
    embedProblem: text({ enum: embeddingProblems }),
    embedAt: moment().notNull().defaultNow(),
    /** Who makes vectors of its pieces. */
    leaseBy: uuid(),
    leaseUntil: moment(),
  },
  (table) => [
    index("knowledge_sources_of_user").on(table.tenantId, table.userId),
    index("knowledge_sources_reading").on(table.readingSince).where(sql`state = 'reading'`),
    index("knowledge_sources_removed").on(table.removedAt).where(sql`removed_at is not null`),
    ...personalOrSharedRules(table),
  ],
);

/** The bytes of a file until it has been read. */
export const knowledgeFiles = pgTable(
  "knowledge_files",
  { ...tenantOwned(), userId: uuid(), bytes: bytea().notNull() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      name: "knowledge_files_source",
      columns: [table.tenantId, table.id],
      foreignColumns: [knowledgeSources.tenantId, knowledgeSources.id],
    }).onDelete("cascade"),
    ...personalOrSharedFence(),
  ],
);

/** The parts of an entry that are found and cited. */
export const knowledgePieces = pgTable(
  "knowledge_pieces",
  {
    ...tenantOwned(),
    userId: uuid(),
    sourceId: uuid().notNull(),
    position: integer().notNull(),
    page: integer(),
    heading: text().notNull().default(""),
    text: text().notNull(),
    /**
     * The stems of title, heading and text, each once. An array without an index: PostgreSQL uses no GIN index under row-level
     * security, and reads the few pieces of a company by the index on their owner.
     */
    words: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      name: "knowledge_pieces_source",
      columns: [table.tenantId, table.sourceId],
      foreignColumns: [knowledgeSources.tenantId, knowledgeSources.id],
    }).onDelete("cascade"),
    index("knowledge_pieces_of_source").on(table.tenantId, table.sourceId, table.position),
    index("knowledge_pieces_of_owner").on(table.tenantId, table.userId),
    ...personalOrSharedFence(),
  ],
);

/** The vector of a piece, made by an embedding model. Has the id of its piece, and is deleted with it. */
export const knowledgeVectors = pgTable(
  "knowledge_vectors",
  {
    ...tenantOwned(),
    userId: uuid(),
    sourceId: uuid().notNull(),
    model: text().notNull(),
    dimension: integer().notNull(),
    /** The signs of the vector. Comparing them is fast, and finds the few vectors that are compared exactly. */
    signs: bits().notNull(),
    /** Numbers of four bytes, with the length 1. */
    vector: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      name: "knowledge_vectors_piece",
      columns: [table.tenantId, table.id],
      foreignColumns: [knowledgePieces.tenantId, knowledgePieces.id],
    }).onDelete("cascade"),
    index("knowledge_vectors_of_source").on(table.tenantId, table.sourceId),
    index("knowledge_vectors_of_owner").on(table.tenantId, table.userId),
    ...personalOrSharedFence(),
  ],
);
