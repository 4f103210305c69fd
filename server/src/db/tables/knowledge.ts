import {
  knowledgeAudiences,
  knowledgeKinds,
  knowledgeProblems,
  knowledgeStates,
} from "@intellibox/contract/rules/knowledge";
import { boolean, customType, date, foreignKey, index, integer, pgTable, primaryKey, sql, text, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalOrSharedFence } from "./policies.ts";
import { tenants } from "./tenants.ts";
import { users } from "./users.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** What a person or a company knows: facts, questions with answers, pasted pages and files. */
export const knowledgeSources = pgTable(
  "knowledge_sources",
  {
    ...tenantOwned(),
    /** Null for an entry of the company. */
    userId: uuid(),
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
    version: integer().notNull().default(1),
    /** How often reading the file began. */
    attempts: integer().notNull().default(0),
    /** When reading began last. */
    readingSince: moment(),
    createdAt: createdAt(),
    updatedAt: moment().notNull().defaultNow(),
    /** When it was deleted. It can be restored until the hourly job removes it. */
    removedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index("knowledge_sources_of_user").on(table.tenantId, table.userId),
    index("knowledge_sources_reading").on(table.readingSince).where(sql`state = 'reading'`),
    index("knowledge_sources_removed").on(table.removedAt).where(sql`removed_at is not null`),
    ...personalOrSharedFence(),
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
