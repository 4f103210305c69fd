import { ratings } from "@intellibox/contract/endpoints/feedback";
import { foreignKey, pgTable, primaryKey, real, text, uuid } from "../orm.ts";
import { aiUsage } from "./ai-usage.ts";
import { tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";

/** What a user thinks of an answer, and how much of it was changed before it was sent. Never a text. Its id is that of the usage. */
export const aiFeedback = pgTable(
  "ai_feedback",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    rating: text({ enum: ratings }),
    /** From 0 to 1. */
    changed: real(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.id], foreignColumns: [aiUsage.tenantId, aiUsage.id] }).onDelete(
      "cascade",
    ),
    ...tenantFence(),
  ],
);
