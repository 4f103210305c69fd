import { mailProtocols } from "@intellibox/contract/rules/choices";
import { boolean, check, foreignKey, integer, pgTable, primaryKey, sql, text } from "../orm.ts";
import { moment, tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** A tenant's mail servers, one for each protocol. */
export const mailServers = pgTable(
  "mail_servers",
  {
    tenantId: tenantOwned().tenantId,
    protocol: text({ enum: mailProtocols }).notNull(),
    host: text().notNull(),
    port: integer().notNull(),
    secure: boolean().notNull(),
    username: text().notNull(),
    /** Sign in even if the server offers no encryption. */
    allowPlain: boolean().notNull().default(false),
    /** The server's certificate in PEM, if the user trusted it by hand; then no other is accepted. */
    trustedCertificate: text(),
    /** Sealed for this row; see lib/seal.ts. */
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
