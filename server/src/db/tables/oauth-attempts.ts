import { foreignKey, index, pgTable, primaryKey, text, uuid } from "../orm.ts";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { sessions } from "./sessions.ts";

/** A user was sent to a provider to allow access to their mail. Deleted when they return, so that it works once. */
export const oauthAttempts = pgTable(
  "oauth_attempts",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** A sign-out deletes the attempt. */
    sessionId: uuid().notNull(),
    provider: text({ enum: ["gmail", "outlook"] }).notNull(),
    /** A hash of a cookie of the browser that began it. */
    browserHash: text().notNull(),
    /** The sealed PKCE verifier and nonce, which prove that the answer belongs to this attempt. */
    proofSealed: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({
      columns: [table.tenantId, table.sessionId],
      foreignColumns: [sessions.tenantId, sessions.id],
    }).onDelete("cascade"),
    index().on(table.tenantId, table.sessionId),
    index().on(table.expiresAt),
    ...personalFence(),
  ],
);
