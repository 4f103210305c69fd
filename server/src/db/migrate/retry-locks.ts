import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** Tells an operator what the migration does or waits for. */
export type Note = (line: string, kind: "progress" | "waiting") => void;

/**
 * Milliseconds that a transaction may wait for locks. Everybody who needs the table waits behind it, so this is as long as the
 * migration may delay a request.
 */
export const patience = 400;
const [firstPause, longestPause] = [250, 5000];
const noteEvery = 10_000;

/** 55P03: no lock in time. 40P01: deadlock. */
export const isBusy = (error: unknown) => ["55P03", "40P01"].includes((error as { code?: string }).code ?? "");

/**
 * Runs statements in one transaction that gives up its locks if it does not get the next one soon, and tries again later, for as
 * long as it takes: a back-up may hold its locks for an hour.
 */
export async function inShortTransaction(client: pg.Client, note: Note, statements: string[]): Promise<void> {
  let notedAt = Date.now();
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      await client.query("begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0");
      const begun = Date.now();
      for (const statement of statements) {
        // The waits of all statements together count, because the locks of earlier ones are held meanwhile.
        await client.query(`set local lock_timeout = ${Math.max(50, patience - (Date.now() - begun))}`);
        await client.query(statement);
      }
      await client.query("commit");
      return;
    } catch (error) {
      // On a lost connection this fails too, and the first error says why.
      await client.query("rollback").catch(() => undefined);
      if (!isBusy(error)) throw error;
      if (Date.now() - notedAt >= noteEvery) {
        notedAt = Date.now();
        note(await oldestTransaction(client), "waiting");
      }
      await sleep(pause * (0.75 + Math.random() / 2));
    }
  }
}

async function oldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; program: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), usename, 'unknown') as program, extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity where datname = current_database() and application_name <> 'intellibox migrations' and xact_start is not null
    order by xact_start limit 1`,
  );
  const [row] = rows;
  const who = row
    ? ` The oldest open transaction is of ${row.program} (process ${row.pid}), since ${row.seconds} s.`
    : "";
  return `The migration waits for a table that others use.${who}`;
}
