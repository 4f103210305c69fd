import { roles } from "@intellibox/contract/rules/access";
import { ssoDoors } from "@intellibox/contract/rules/sso";
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { platformOnly, tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";
import { users } from "./users.ts";

/** How the people of a company sign in at its own OpenID provider. */
export const ssoConnections = pgTable(
  "sso_connections",
  {
    tenantId: uuid().primaryKey(),
    /** Null if the company has no provider of its own, and uses its domains for Google and Microsoft only. */
    issuer: text(),
    clientId: text().notNull().default(""),
    clientSecretSealed: text(),
    isOn: boolean().notNull().default(false),
    /** A person who signs in for the first time gets an account. */
    createsUsers: boolean().notNull().default(false),
    defaultRole: text({ enum: roles }).notNull().default("NORMAL_USER"),
    groupsClaim: text().notNull().default("groups"),
    groupRoles: jsonb().$type<{ group: string; role: "ADMIN" | "NORMAL_USER" }[]>().notNull().default([]),
    /** Passwords of the company's people are refused. */
    isOnly: boolean().notNull().default(false),
    /** The person whose password still works if `isOnly`, for the day on which the provider fails. */
    passwordUserId: uuid(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    check("sso_connections_default_role", sql`${table.defaultRole} <> 'SUPER_ADMIN'`),
    ...tenantFence(),
  ],
);

/** Domains of work addresses. Only addresses of proven domains may sign in at the company's provider. */
export const ssoDomains = pgTable(
  "sso_domains",
  {
    ...tenantOwned(),
    domain: text().notNull(),
    /** The value of the TXT record. It is replaced with the issuer, so that a proof holds for one issuer only. */
    proof: text().notNull(),
    provenAt: moment(),
    /** The DNS, or the name of the person of the owner company who confirmed it. */
    provenBy: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    unique("sso_domains_in_company").on(table.tenantId, table.domain),
    // A work address leads to one company.
    uniqueIndex("sso_domains_proven").on(table.domain).where(sql`${table.provenAt} is not null`),
    ...tenantFence(),
  ],
);

/** Which person a provider's subject is. An address may be given to another person later; a subject may not. */
export const ssoIdentities = pgTable(
  "sso_identities",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    unique("sso_identities_subject").on(table.tenantId, table.issuer, table.subject),
    unique("sso_identities_user").on(table.tenantId, table.userId, table.issuer),
    // For Google and Microsoft, whose answer does not name the company.
    index().on(table.issuer, table.subject),
    ...tenantFence(),
  ],
);

/**
 * A sign-in under way, before its company is known. First `hash` is of the state at the provider; after the answer, of a code that
 * the page exchanges for a session. Each is deleted when it is used.
 */
export const ssoAttempts = pgTable(
  "sso_attempts",
  {
    hash: text().primaryKey(),
    step: text({ enum: ["provider", "page"] }).notNull(),
    door: text({ enum: ssoDoors }).notNull(),
    /** A hash of a cookie of the browser that began it. */
    browserHash: text().notNull(),
    companyId: uuid(),
    /** Set at the step `page`. */
    userId: uuid(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.companyId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    foreignKey({ columns: [table.companyId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.companyId, table.userId),
    index().on(table.expiresAt),
    check("sso_attempts_step", sql`(${table.step} = 'page') = (${table.userId} is not null)`),
    ...platformOnly(),
  ],
);

/** The token with which a company's directory calls SCIM. The token itself names the company. */
export const scimTokens = pgTable(
  "scim_tokens",
  {
    tenantId: uuid().primaryKey(),
    hash: text().notNull(),
    createdAt: createdAt(),
    usedAt: moment(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    ...tenantFence(),
  ],
);

/** The id that a company's directory has for a user, besides the address. */
export const scimUsers = pgTable(
  "scim_users",
  {
    tenantId: uuid().notNull(),
    userId: uuid().notNull(),
    externalId: text(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    unique("scim_users_external").on(table.tenantId, table.externalId),
    ...tenantFence(),
  ],
);
