import { ratings } from "@intellibox/contract/endpoints/feedback";
import { foreignKey, index, pgTable, primaryKey, real, sql, text, uuid } from "../orm.ts";
import { aiUsage } from "./ai-usage.ts";
import { tenantOwned } from "./columns.ts";
import { tenantFence } from "./policies.ts";

/** A user's rating of an answer, and the share of it that was changed before sending. Has no texts. Its id is the usage's id. */
export const aiFeedback = pgTable(
  "ai_feedback",
  {
    ...tenantOwned(),
    userId: uuid().notNull(),
    rating: text({ enum: ratings }),
    /** From 0 to 1. */
    changed: real(),
    /** The Message-ID of the mail that was made from the draft, so that a voice is not learned from the assistant's words. */
    messageId: text(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    foreignKey({ columns: [table.tenantId, table.id], foreignColumns: [aiUsage.tenantId, aiUsage.id] }).onDelete(
      "cascade",
    ),
    index("ai_feedback_message_id")
      .on(table.tenantId, table.userId, table.messageId)
      .where(sql`${table.messageId} is not null`),
    ...tenantFence(),
  ],
);
