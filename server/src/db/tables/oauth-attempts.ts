import { foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment, tenantOwned } from "./columns.ts";
import { personalFence } from "./policies.ts";
import { sessions } from "./sessions.ts";

/** Somebody was sent to a provider to allow access to their mail, and has not come back. Deleted when they do: it serves once. */
export const oauthAttempts = pgTable(
  "oauth_attempts",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    /** Signing out ends it. */
    sessionId: uuid().notNull(),
    provider: text({ enum: ["gmail", "outlook"] }).notNull(),
    /** A hash of what only the browser that began it holds. */
    browserHash: text().notNull(),
    /** What proves to the provider and to us that the answer belongs to this attempt. */
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
