/**
 * Measures the disk that stored mail takes: bytes a mail in the database, by table and index, bytes of WAL that were written, and
 * the largest size of the WAL's folder meanwhile. `BENCH_MESSAGES=20000 npm run bench disk` takes more mail than the default.
 */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { only } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { sealPassword } from "#features/mailboxes/mailbox-login.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Dovecot, startDovecot } from "#test/dovecot.ts";
import { mailOf } from "#test/mail-of.ts";
import type { BenchRow } from "./bench-row.ts";
import { type BenchWorld, openBenchWorld, randomOf, randomWords } from "./mail-bench.ts";

export async function run(messages = Number(process.env.BENCH_MESSAGES ?? 5_000)): Promise<BenchRow[]> {
  const dovecot = await startDovecot({ config: "ssl = no" });
  const bench = await openBenchWorld();
  const { databaseUrl } = bench.world.config;
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const value = async (text: string) => only((await owner.query<{ value: string }>(text)).rows).value;
  try {
    const bytes = await deliver(dovecot, messages);
    const wal = join(await value("select setting as value from pg_settings where name = 'data_directory'"), "pg_wal");
    const sizeBefore = Number(await value("select pg_database_size(current_database()) as value"));
    const walBefore = await value("select pg_current_wal_insert_lsn() as value");
    let largest = 0;
    const watch = setInterval(() => {
      largest = Math.max(largest, sizeOf(wal));
    }, 200);
    const began = performance.now();
    await sync(bench, dovecot, messages);
    const seconds = (performance.now() - began) / 1000;
    clearInterval(watch);
    await owner.query("select gin_clean_pending_list('message_search_tagged')");
    const written = Number(await value(`select pg_current_wal_insert_lsn() - '${walBefore}' as value`));
    const grown = Number(await value("select pg_database_size(current_database()) as value")) - sizeBefore;
    const { rows: parts } = await owner.query<{ name: string; size: string }>(
      `select relname as name, pg_relation_size(oid) as size from pg_class
       where relkind in ('r', 'i', 't') and pg_relation_size(oid) > $1 order by 2 desc limit 20`,
      [messages * 40],
    );
    const eachMail = (size: number) => ({ value: size / messages, unit: "bytes/mail" });
    return [
      { name: "disk.mail", ...eachMail(bytes), note: `${messages} mails` },
      { name: "disk.database", ...eachMail(grown), note: "tables and indexes" },
      ...parts.map(({ name, size }) => ({ name: `disk.${name}`, ...eachMail(Number(size)), note: "" })),
      { name: "disk.written", ...eachMail(written), note: "WAL that was written" },
      { name: "disk.wal", value: largest / 2 ** 20, unit: "MB", note: "the WAL's folder at its largest" },
      { name: "disk.rate", value: messages / seconds, unit: "messages/s", note: "" },
    ];
  } finally {
    await owner.end();
    await bench.close();
    await dovecot.remove();
  }
}

async function deliver(dovecot: Dovecot, messages: number): Promise<number> {
  const random = randomOf(1);
  let bytes = 0;
  for (let at = 0; at < messages; at++) {
    const text = randomWords(60 + Math.floor(random() * 200), random);
    const raw = mailOf({
      subject: randomWords(6, random),
      from: `Sender ${at % 500} <sender${at % 500}@example.com>`,
      messageId: `<bench-${at}@example.com>`,
      date: new Date(Date.UTC(2026, 0, 1) + at * 60_000),
      text,
      html: `<html><body><p>${text.replaceAll(" w1", "</p><p>w1")}</p></body></html>`,
    });
    bytes += raw.length;
    await dovecot.deliver("bench", raw, { seen: true });
  }
  return bytes;
}

async function sync({ world, owner }: BenchWorld, dovecot: Dovecot, messages: number) {
  const key = { ...owner, id: newId() };
  const { host, port, secure, username, password } = dovecot.imap("bench");
  const row = { ...key, kind: "imap" as const, email: "bench@localhost", host, port, secure, username };
  const passwordSealed = sealPassword(world.sealer, key, password);
  await fencedTransaction(world.db, owner, (tx) =>
    tx.insert(mailboxes).values({ ...row, passwordSealed, wantedOlder: messages }),
  );
  await syncMailbox(world, key);
  const [saved] = await fencedTransaction(world.db, owner, (tx) =>
    tx.select({ count: mailboxes.messageCount, error: mailboxes.lastError }).from(mailboxes),
  );
  if (saved?.count !== messages) throw new Error(`${saved?.count} of ${messages} messages came: ${saved?.error}`);
}

const sizeOf = (folder: string) =>
  readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
