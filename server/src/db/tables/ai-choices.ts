import { aiProviders, aiSources, suspectRules } from "@intellibox/contract/rules/ai-providers";
import { bigint, foreignKey, pgTable, real, text, uuid } from "../orm.ts";
import { moment } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** A company's choice of AI model, among those that the owner allows. A company without a row uses the owner's model. */
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
    /** How prompts treat sentences of mail that try to give the assistant orders. */
    suspects: text({ enum: suspectRules }).notNull().default("mark"),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    ...tenantFence(),
  ],
);
