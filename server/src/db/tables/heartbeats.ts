import { newId } from "#lib/ids.ts";
import { index, pgTable, uuid } from "../orm.ts";
import { moment } from "./columns.ts";
import { platformOnly } from "./policies.ts";

/** A period of uptime without a gap, from its first heartbeat to its last. */
export const heartbeats = pgTable(
  "heartbeats",
  {
    id: uuid()
      .primaryKey()
      .$defaultFn(() => newId()),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
  },
  (table) => [index().on(table.lastAt), ...platformOnly()],
);
