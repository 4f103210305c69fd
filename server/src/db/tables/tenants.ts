import { tenantStatuses } from "@intellibox/contract/rules/choices";
import { usualGraceDays } from "@intellibox/contract/rules/second-factor";
import { sessionHours } from "@intellibox/contract/rules/sessions";
import { newId } from "#lib/ids.ts";
import { boolean, check, index, jsonb, pgPolicy, pgTable, smallint, sql, text, uniqueIndex, uuid } from "../orm.ts";
import { createdAt, moment } from "./columns.ts";
import { plans } from "./plans.ts";
import { currentTenant, platformOnly, tenantRole } from "./policies.ts";

export type Address = { line1: string; line2: string; city: string; state: string; pin: string; country: string };

/** A company. Row-level security compares its id with the current tenant. */
export const tenants = pgTable(
  "tenants",
  {
    id: uuid()
      .primaryKey()
      .$defaultFn(() => newId()),
    code: text().notNull().unique("tenants_code_taken"),
    name: text().notNull(),
    slug: text().notNull().unique("tenants_slug_taken"),
    gstNumber: text().notNull().default(""),
    contactEmail: text().notNull().default(""),
    contactPhone: text().notNull().default(""),
    status: text({ enum: tenantStatuses }).notNull().default("Active"),
    isOwner: boolean().notNull().default(false),
    address: jsonb().$type<Address>().notNull(),
    planId: uuid().references(() => plans.id, { onDelete: "restrict" }),
    /** Whether its users need an approval to connect a mailbox. */
    mailboxApproval: boolean().notNull().default(false),
    /** A session ends after these many hours without use. */
    sessionIdleHours: smallint().notNull().default(sessionHours.idle.usual),
    /** A session ends these many hours after the sign-in. */
    sessionLifeHours: smallint().notNull().default(sessionHours.life.usual),
    /** Since when its users need a second factor; null if they do not. */
    factorRequiredAt: moment(),
    /** After how many days without a second factor a user can do nothing else. */
    factorGraceDays: smallint().notNull().default(usualGraceDays),
    /** Whether its users may sign in with a passkey and no password. */
    allowsPasskeySignIn: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("tenants_one_owner").on(table.isOwner).where(sql`${table.isOwner}`),
    check("tenants_owner_active", sql`not (${table.isOwner} and ${table.status} = 'Suspended')`),
    index().on(table.planId),
    index().on(table.createdAt, table.id),
    pgPolicy("tenant_fence", {
      for: "all",
      to: tenantRole,
      using: sql`${table.id} = ${currentTenant}`,
      withCheck: sql`${table.id} = ${currentTenant}`,
    }),
    ...platformOnly(),
  ],
);
