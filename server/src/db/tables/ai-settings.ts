import { aiProviders } from "@intellibox/contract/rules/ai-providers";
import { bigint, boolean, check, foreignKey, pgTable, real, sql, text, uuid } from "../orm.ts";
import { moment } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** The AI model of a tenant. Without a row the defaults apply. */
export const aiSettings = pgTable(
  "ai_settings",
  {
    tenantId: uuid().primaryKey(),
    provider: text({ enum: aiProviders }).notNull(),
    model: text().notNull(),
    temperature: real().notNull(),
    systemPrompt: text().notNull(),
    /** The URL of the model, for providers whose address is typed. */
    baseUrl: text().notNull().default(""),
    /** The AWS region, for Amazon Bedrock. */
    region: text().notNull().default(""),
    /** The models for summaries and for quick work; empty: the same as `model`. */
    summaryModel: text().notNull().default(""),
    quickModel: text().notNull().default(""),
    /** The model that makes knowledge searchable by meaning; empty: none. */
    embeddingModel: text().notNull().default(""),
    /** Limits of a day, in tokens and in US dollars; null: none. */
    dailyTokens: bigint({ mode: "number" }),
    dailyCost: real(),
    /** The providers that the company may use with its own key; null: the default ones. */
    allowedProviders: text({ enum: aiProviders }).array(),
    /** The models, besides those above, that the company may choose. */
    allowedModels: text().array().notNull().default([]),
    /** Sealed for this row; see lib/seal.ts. */
    apiKeySealed: text(),
    /** Whether the built-in engine answers if the provider fails. */
    fallback: boolean().notNull().default(true),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    check("ai_settings_temperature", sql`${table.temperature} between 0 and 1`),
    ...tenantFence(),
  ],
);
