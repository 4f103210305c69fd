import { foreignKey, integer, pgTable, uuid } from "../orm.ts";
import { moment } from "./columns.ts";
import { tenantFence } from "./policies.ts";
import { tenants } from "./tenants.ts";

/** How many days a tenant keeps its data: null for the installation's default, 0 for no limit. Without a row the defaults apply. */
export const retentionSettings = pgTable(
  "retention_settings",
  {
    tenantId: uuid().primaryKey(),
    messages: integer(),
    emailLogs: integer(),
    audit: integer(),
    activity: integer(),
    summaries: integer(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.id] }).onDelete("cascade"),
    ...tenantFence(),
  ],
);
