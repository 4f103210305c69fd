import { aiProviders, aiSources, suspectRules } from "@intellibox/contract/rules/ai-providers";
import { bigint, foreignKey, pgTable, real, text, uuid } from "../orm.ts";
import { moment } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** What a company's admin chose among what the owner allows. Without a row the company uses what the owner set up. */
export const aiChoices = pgTable(
  "ai_choices",
  {
    tenantId: uuid().primaryKey(),
    /** `own` is the company's own key, `owner` the model that the owner set up. */
    source: text({ enum: aiSources }).notNull(),
    /** Empty: the owner's model. */
    model: text().notNull().default(""),
    summaryModel: text().notNull().default(""),
    quickModel: text().notNull().default(""),
    /** The model that makes knowledge searchable by meaning; empty: none. */
    embeddingModel: text().notNull().default(""),
    /** The provider of the company's own key. */
    provider: text({ enum: aiProviders }).notNull(),
    baseUrl: text().notNull().default(""),
    region: text().notNull().default(""),
    /** Sealed for this row; see lib/seal.ts. */
    apiKeySealed: text(),
    dailyTokens: bigint({ mode: "number" }),
    dailyCost: real(),
    /** What prompts do with sentences of mail that try to give the assistant orders. */
    suspects: text({ enum: suspectRules }).notNull().default("mark"),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    ...tenantFence(),
  ],
);
