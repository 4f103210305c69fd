import { mailProtocols } from "@intellibox/contract/rules/choices";
import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** A tenant's mail servers, one of each protocol. */
export const mailServers = pgTable(
  "mail_servers",
  {
    tenantId: tenantOwned().tenantId,
    protocol: text({ enum: mailProtocols }).notNull(),
    host: text().notNull(),
    port: integer().notNull(),
    secure: boolean().notNull(),
    username: text().notNull(),
    /** Sign in also where the server offers no encryption. */
    allowPlain: boolean().notNull().default(false),
    /** The server's own certificate, as PEM, where a person has trusted it: no other is accepted. */
    trustedCertificate: text(),
    /** Sealed; opens only in its row. */
    passwordSealed: text(),
    /** SMTP only. */
    fromName: text().notNull().default(""),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.protocol] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    check("mail_servers_port", sql`${table.port} between 1 and 65535`),
    ...tenantFence(),
  ],
);
