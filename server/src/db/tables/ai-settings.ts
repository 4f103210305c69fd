import { aiProviders } from "@intellibox/contract/rules/choices";
import { boolean, check, foreignKey, pgTable, real, sql, text, uuid } from "../orm.ts";
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
    /** The URL of the model, for the provider `compatible`. */
    baseUrl: text().notNull().default(""),
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
