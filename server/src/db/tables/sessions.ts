import { foreignKey, index, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { platformOnly, tenantFence } from "./policies.ts";
import { users } from "./users.ts";

/** How a session began. `link` is a mailed link to choose a password, `sso` the provider of the person's own company. */
export const signInWays = ["password", "link", "passkey", "sso", "google", "microsoft"] as const;

/** A sign-in. Deleting it deletes all of its tokens. */
export const sessions = pgTable(
  "sessions",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    createdAt: createdAt(),
    /** A renewal does not change it. */
    endsAt: moment().notNull(),
    /** When the person last proved who they are: at the sign-in, or before a call with `stepUp`. */
    provedAt: moment().notNull().defaultNow(),
    /** A second factor is not asked for after `sso`: the company's identity provider decides about it. It is after Google and Microsoft. */
    via: text({ enum: signInWays }).notNull().default("password"),
    /** When its tokens were last renewed, which a browser in use does every quarter of an hour. */
    lastUsedAt: moment().notNull().defaultNow(),
    /** The IP address and the browser of the last renewal. */
    address: text().notNull().default(""),
    userAgent: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.userId], foreignColumns: [users.tenantId, users.id] }).onDelete(
      "cascade",
    ),
    index().on(table.tenantId, table.userId),
    index().on(table.endsAt),
    ...tenantFence(),
  ],
);

/** Stored as hashes, which cannot be used to sign in. */
export const sessionTokens = pgTable(
  "session_tokens",
  {
    hash: text().primaryKey(),
    kind: text({ enum: ["access", "refresh"] }).notNull(),
    tenantId: uuid().notNull(),
    sessionId: uuid().notNull(),
    expiresAt: moment().notNull(),
    /** Set when a refresh token was used; it works once. */
    usedAt: moment(),
    /** The pair that replaced it, encrypted with the replaced token, so that parallel tabs get the same one. */
    successor: text(),
  },
  (table) => [
    foreignKey({
      columns: [table.tenantId, table.sessionId],
      foreignColumns: [sessions.tenantId, sessions.id],
    }).onDelete("cascade"),
    index().on(table.tenantId, table.sessionId),
    index().on(table.expiresAt),
    ...platformOnly(),
  ],
);
