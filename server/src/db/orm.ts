import { createRequire } from "node:module";

// Loads Drizzle's CommonJS build. For each ES module, Node parses the manifest of its package again, and Drizzle's has 179 KB:
// its 440 ES modules would take a third of a start.
const load = createRequire(import.meta.url);
const core: typeof import("drizzle-orm") = load("drizzle-orm");
const pgCore: typeof import("drizzle-orm/pg-core") = load("drizzle-orm/pg-core");
const nodePostgres: typeof import("drizzle-orm/node-postgres") = load("drizzle-orm/node-postgres");

export type { SQL, SQLWrapper } from "drizzle-orm";
export type { AnyPgColumn, PgColumn } from "drizzle-orm/pg-core";

export const { and, asc, desc, eq, exists, getTableColumns, gt, gte, inArray, is, isNotNull, isNull, like } = core;
export const { lt, lte, min, ne, not, notExists, notInArray, or, Placeholder, sql, DrizzleQueryError } = core;

export const {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} = pgCore;
export const { alias, check, foreignKey, index, pgPolicy, pgRole, pgTable, primaryKey, unique, uniqueIndex } = pgCore;
export const { PgDialect, QueryBuilder } = pgCore;

export const { drizzle } = nodePostgres;
