import { integer, pgTable, text } from "../orm.ts";
import { moment } from "./columns.ts";
import { platformOnly } from "./policies.ts";

/** Recent failed sign-ins, by account, IP address and known device. */
export const loginFailures = pgTable(
  "login_failures",
  {
    /** `account:`, `address:` or `device:` and a hash, so that mistyped email addresses are not stored. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    lastAt: moment().notNull(),
  },
  () => platformOnly(),
);
