import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";
import { platformOnly } from "./policies.ts";

/** Failed sign-ins lately, by account and by network address. */
export const loginFailures = pgTable(
  "login_failures",
  {
    /** `account:` or `address:` and a hash: an address someone mistyped is nobody's business. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: moment().notNull(),
  },
  () => platformOnly(),
);
