import { dataTaskKinds, dataTaskStates } from "@intellibox/contract/endpoints/data-tasks";
import { bigint, boolean, index, integer, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";

/**
 * An export or an erasure of the data of a user or a company. Belongs to the person who started it, in their own company. Holds
 * ids only, and no foreign keys: the record of an erasure outlives its subject, and an erasure goes on without its starter.
 */
export const dataTasks = pgTable(
  "data_tasks",
  {
    ...tenantOwned(),
    /** The person who started it. */
    userId: uuid().notNull(),
    kind: text({ enum: dataTaskKinds }).notNull(),
    /** Whose data it is: the id of a user or of the company, and the company that it is in. */
    subjectKind: text({ enum: ["user", "company"] }).notNull(),
    subjectId: uuid().notNull(),
    subjectTenantId: uuid().notNull(),
    withMail: boolean().notNull().default(false),
    state: text({ enum: dataTaskStates }).notNull().default("waiting"),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** Export: the size of the file, which is stored as this many objects. */
    bytes: bigint({ mode: "number" }).notNull().default(0),
    chunks: integer().notNull().default(0),
    /** Erasure: the mailboxes whose raw sources are removed, also if a process was killed after it deleted their rows. */
    mailboxIds: uuid().array().notNull().default([]),
    error: text(),
    attempts: integer().notNull().default(0),
    /** The lease of the process that runs it. */
    leaseBy: uuid(),
    leaseUntil: moment(),
    createdAt: createdAt(),
    finishedAt: moment(),
    expiresAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    // One task of a kind at a time for each person and subject.
    uniqueIndex("data_tasks_once")
      .on(table.tenantId, table.userId, table.kind, table.subjectId)
      .where(sql`${table.state} in ('waiting', 'running')`),
    index("data_tasks_open").on(table.createdAt).where(sql`${table.state} in ('waiting', 'running')`),
    index().on(table.tenantId, table.userId, table.createdAt),
    index().on(table.subjectTenantId),
    ...tenantFence(),
  ],
);
