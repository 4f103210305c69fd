import { aiProviders } from "@intellibox/contract/rules/ai-providers";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

export const usageKinds = [
  "compose",
  "reply",
  "subject",
  "summarize",
  "tasks",
  "rewrite",
  "translate",
  "rule",
  "question",
  "embed",
  "test",
] as const;

/** Every call of a model: by whom and at what cost. Never its prompt or answer. */
export const aiUsage = pgTable(
  "ai_usage",
  {
    ...tenantOwned(),
    /** Not a foreign key, because counts outlive the user. */
    userId: uuid().notNull(),
    kind: text({ enum: usageKinds }).notNull(),
    provider: text({ enum: aiProviders }).notNull(),
    model: text().notNull(),
    tokensIn: integer().notNull(),
    tokensOut: integer().notNull(),
    durationMs: integer().notNull(),
    /** A failed call may have cost tokens too. */
    succeeded: boolean().notNull(),
    at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    index().on(table.tenantId, table.at),
    index().on(table.tenantId, table.userId, table.at),
    ...tenantFence(),
  ],
);
