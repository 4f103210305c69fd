// Plans that a connection keeps. PostgreSQL makes them again after each ANALYZE. Between two of them a table may grow from nothing,
// and a plan that suited the empty table would go on. So a connection discards its plans when the tables have another size.
import type pg from "pg";

/** The tables that statements with kept plans read and that can grow a thousand times within minutes. */
const watched = ["messages", "message_contents", "message_folders", "message_search", "person_words"];
const pageBytes = 8192;
/** A plan for fewer pages is good for all of them. */
const fewPages = 16;
/** For tables that are not watched. */
const oldestMs = 60_000;

type Plans = { sizes: string; since: number };
const plansOf = new WeakMap<pg.PoolClient, Plans>();
const sizesOf = new WeakMap<pg.Pool, string>();

/** A column with the sizes of the tables, which are the lengths of their files: it takes microseconds. */
export const sizesColumn = `array[${watched.map((table) => `pg_relation_size('public.${table}')`).join(", ")}]::text[] as sizes`;

/** Notes the sizes that a transaction has read. */
export function noteSizes(pool: pg.Pool, bytes: readonly string[]) {
  const classes = bytes.map((size) => Math.floor(Math.log2(Math.max(fewPages, Number(size) / pageBytes))));
  sizesOf.set(pool, classes.join());
}

/** The statement that a connection sends before it uses plans that are too old, or that were made for tables of another size. */
export function discardOldPlans(pool: pg.Pool, client: pg.PoolClient, now = Date.now()): string {
  const sizes = sizesOf.get(pool) ?? "";
  const plans = plansOf.get(client);
  if (plans && plans.sizes === sizes && now - plans.since < oldestMs) return "";
  plansOf.set(client, { sizes, since: now });
  return plans ? "discard plans; " : "";
}
