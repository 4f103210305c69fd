/**
 * Measures the disk that stored mail takes: bytes a mail in the database, by table and index, and as raw sources, beside the same
 * mail in a Maildir with an index of notmuch; bytes of WAL that were written, beside those of a plain insert of the same rows; and the
 * largest size of the WAL's folder meanwhile. `BENCH_MESSAGES=20000 npm run bench disk` takes more mail than the default.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
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
import { type BenchRow, goalOf } from "./bench-row.ts";
import { type BenchWorld, openBenchWorld, randomOf, randomWords } from "./mail-bench.ts";
import { diskBytesOf, hasMbsync, hasNotmuch, indexByNotmuch, mbsync } from "./mail-peers.ts";

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
    const plain = await plainInsert(owner, value);
    const objects = diskBytesOf(join(bench.dataDir, "objects"));
    const peers = peersOf(dovecot);
    const { rows: parts } = await owner.query<{ name: string; size: string }>(
      `select relname as name, pg_relation_size(oid) as size from pg_class
       where relkind in ('r', 'i', 't') and pg_relation_size(oid) > $1 order by 2 desc limit 20`,
      [messages * 40],
    );
    const eachMail = (size: number) => ({ value: size / messages, unit: "bytes/mail" });
    return [
      { name: "disk.mail", ...eachMail(bytes), note: `${messages} mails` },
      { name: "disk.objects", ...eachMail(objects), note: "raw sources" },
      { name: "disk.database", ...eachMail(grown), note: "tables and indexes" },
      ...peers.map(({ name, size }) => ({ name, ...eachMail(size), note: "the same mail" })),
      ...ratioOf(objects + grown, peers),
      ...parts.map(({ name, size }) => ({ name: `disk.${name}`, ...eachMail(Number(size)), note: "" })),
      { name: "disk.written", ...eachMail(written), note: "WAL that was written" },
      {
        name: "disk.written.plain",
        ...eachMail(plain),
        note: "WAL of a plain insert of the same rows, without indexes",
      },
      { name: "disk.written.ratio", value: written / plain, unit: "plain inserts", note: "" },
      { name: "disk.wal", value: largest / 2 ** 20, unit: "MB", note: "the WAL's folder at its largest" },
      { name: "disk.rate", value: messages / seconds, unit: "messages/s", note: "" },
    ];
  } finally {
    await owner.end();
    await bench.close();
    await dovecot.remove();
  }
}

/** Mostly a page of text and HTML; every seventh has a file that is compressed already, and each file comes twice. */
async function deliver(dovecot: Dovecot, messages: number): Promise<number> {
  const random = randomOf(1);
  const files: Buffer[] = [];
  let bytes = 0;
  for (let at = 0; at < messages; at++) {
    const text = randomWords(60 + Math.floor(random() * 200), random);
    if (at % 14 === 0) files.push(randomBytes(30_000 + Math.floor(random() * 250_000)));
    const file = at % 7 === 0 ? files[Math.floor(at / 14)] : undefined;
    const raw = mailOf({
      subject: randomWords(6, random),
      from: `Sender ${at % 500} <sender${at % 500}@example.com>`,
      messageId: `<bench-${at}@example.com>`,
      date: new Date(Date.UTC(2026, 0, 1) + at * 60_000),
      text,
      html: `<html><body><p>${text.replaceAll(" w1", "</p><p>w1")}</p></body></html>`,
      files: file ? [{ name: "file.pdf", type: "application/pdf", content: file }] : [],
    });
    bytes += raw.length;
    await dovecot.deliver("bench", raw, { seen: true });
  }
  return bytes;
}

const tables = ["messages", "message_contents", "message_search", "message_folders", "thread_links"];

/** The WAL of copying the rows into tables without indexes, triggers and foreign keys. */
async function plainInsert(owner: pg.Client, value: (text: string) => Promise<string>): Promise<number> {
  for (const table of tables)
    await owner.query(`create table plain_${table} (like ${table} including storage including compression)`);
  const before = await value("select pg_current_wal_insert_lsn() as value");
  for (const table of tables) await owner.query(`insert into plain_${table} select * from ${table}`);
  return Number(await value(`select pg_current_wal_insert_lsn() - '${before}' as value`));
}

type Peer = { name: string; size: number };

/** A Maildir of the same mail, and its index of notmuch. */
function peersOf(dovecot: Dovecot): Peer[] {
  if (!hasMbsync()) return [];
  const folder = mkdtempSync(join(tmpdir(), "intellibox-peers-"));
  try {
    mbsync(dovecot, folder);
    const mail = join(folder, "mail");
    const peers = [{ name: "disk.maildir", size: diskBytesOf(mail) }];
    if (!hasNotmuch()) return peers;
    indexByNotmuch(mail);
    return [...peers, { name: "disk.notmuch", size: diskBytesOf(join(mail, ".notmuch")) }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ratioOf(own: number, peers: Peer[]): BenchRow[] {
  const theirs = peers.reduce((sum, { size }) => sum + size, 0);
  if (peers.length < 2) return [];
  const ratio = own / theirs;
  return [{ name: "disk.ratio", value: ratio, unit: "of Maildir and notmuch", ...goalOf(ratio, 1), note: "all of it" }];
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
