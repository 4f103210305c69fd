import { sql } from "./orm.ts";

/** Milliseconds since 1970 by the database's clock, which all processes share. Their own clocks may differ by seconds. */
export const databaseClock = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::float8`;
