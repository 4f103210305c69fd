import { timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#lib/ids.ts";

/** A moment, as `Date`. */
export const moment = () => timestamp({ withTimezone: true, mode: "date" });
export const createdAt = () => moment().notNull().defaultNow();

/**
 * The first two columns of every tenant-owned table. Its primary key is both of them, and so is every foreign key to it:
 * a row cannot even point at a row of another tenant, and tables can be distributed by tenant.
 */
export const tenantOwned = () => ({
  tenantId: uuid().notNull(),
  id: uuid()
    .notNull()
    .$defaultFn(() => newId()),
});
