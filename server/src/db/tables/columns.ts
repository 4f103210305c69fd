import { newId } from "#lib/ids.ts";
import { timestamp, uuid } from "../orm.ts";

export const moment = () => timestamp({ withTimezone: true, mode: "date" });
export const createdAt = () => moment().notNull().defaultNow();

/**
 * The first two columns of every tenant-owned table. The primary key and all foreign keys to it have both, so that a row cannot refer
 * to a row of another tenant, and tables can be sharded by tenant.
 */
export const tenantOwned = () => ({
  tenantId: uuid().notNull(),
  id: uuid()
    .notNull()
    .$defaultFn(() => newId()),
});
