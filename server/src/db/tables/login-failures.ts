import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { platformOnly } from "./policies.ts";

/** Failed sign-ins lately, by account, by network address and by known browser. */
export const loginFailures = pgTable(
  "login_failures",
  {
    /** `account:`, `address:` or `device:` and a hash: an address someone mistyped is nobody's business. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: moment().notNull(),
  },
  () => platformOnly(),
);
