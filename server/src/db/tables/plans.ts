import { planStatuses } from "@intellibox/contract/rules/choices";
import { newId } from "#lib/ids.ts";
import { check, integer, numeric, pgPolicy, pgTable, sql, text, uuid } from "../orm.ts";
import { createdAt } from "./columns.ts";
import { platformOnly, tenantRole } from "./policies.ts";

/** The plans that a company can have. Every tenant may read them; only the platform role may write. */
export const plans = pgTable(
  "plans",
  {
    id: uuid()
      .primaryKey()
      .$defaultFn(() => newId()),
    code: text().notNull().unique("plans_code_taken"),
    name: text().notNull(),
    monthlyPriceINR: numeric("monthly_price_inr", { precision: 12, scale: 2, mode: "number" }).notNull().default(0),
    emailQuota: integer().notNull().default(500),
    maxUsers: integer().notNull().default(10),
    /** Model tokens that a tenant may use in a month; null for no limit. */
    monthlyTokens: integer(),
    features: text().array().notNull().default([]),
    status: text({ enum: planStatuses }).notNull().default("Active"),
    createdAt: createdAt(),
  },
  (table) => [
    check("plans_price", sql`${table.monthlyPriceINR} >= 0`),
    check("plans_quota", sql`${table.emailQuota} in (500, 1000, -1)`),
    check("plans_max_users", sql`${table.maxUsers} >= 1`),
    pgPolicy("readable_by_tenants", { for: "select", to: tenantRole, using: sql`true` }),
    ...platformOnly(),
  ],
);
