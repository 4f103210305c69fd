/**
 * Measures a page of search results, through the use case that the screen calls, against notmuch on the same mail. The default is
 * 100,000 messages of one user. `BENCH_MESSAGES=1000000 npm run bench search` takes more, and `BENCH_NOTMUCH=0` leaves out
 * notmuch, whose indexing is slow.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { threadQuery } from "@intellibox/contract/endpoints/inbox";
import pg from "pg";
import { newId } from "#lib/ids.ts";
import { tagOf } from "#lib/tokenize.ts";
import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { mailWords } from "#outside/mime/mail-words.ts";
import { openScope, type Scope } from "#scope.ts";
import { listThreads } from "#features/inbox/threads.ts";
import { mailOf } from "#test/mail-of.ts";
import { oddStrings } from "#test/odd-strings.ts";
import { type BenchRow, goalOf } from "./bench-row.ts";
import { type BenchWorld, openBenchWorld, randomOf, randomWords } from "./mail-bench.ts";
import { hasNotmuch, indexByNotmuch, notmuch } from "./mail-peers.ts";

const batch = 2_000;
const repeats = 20;

/** Inserted words, whose number of occurrences is known. */
const questions: [name: string, ours: string, notmuch: string][] = [
  ["a word in every mail", "everywhere", "everywhere"],
  ["a word in a quarter", "quarterly", "quarterly"],
  ["a word in two of a hundred", "hundredth", "hundredth"],
  ["a rare word", "needle", "needle"],
  ["two words", "quarterly hundredth", "quarterly hundredth"],
  ["a phrase", '"green quarterly"', '"green quarterly"'],
  ["a word that is nowhere", "nowhere", "nowhere"],
  ["a sender", "from:sender77", "from:sender77"],
  ["a sender and a word", "from:sender77 quarterly", "from:sender77 quarterly"],
  ["all but a word", "-quarterly", "not quarterly"],
  ["a word of the subject", "subject:w7919en", "subject:w7919en"],
];

export async function run(messages = Number(process.env.BENCH_MESSAGES ?? 100_000)): Promise<BenchRow[]> {
  const bench = await openBenchWorld();
  const mail = mkdtempSync(join(tmpdir(), "intellibox-notmuch-"));
  try {
    const isCompared = hasNotmuch();
    await fill(bench, messages, isCompared ? mail : undefined);
    if (isCompared) indexByNotmuch(mail);
    const scope = scopeOf(bench);
    const rows: BenchRow[] = [];
    for (const [name, q, other] of questions) {
      const [own, theirs]: [number[], number[]] = [[], []];
      const cpu = cpuOf(bench);
      const query = threadQuery.parse({ q });
      await listThreads(scope, query);
      const before = cpu();
      for (let at = 0; at < repeats; at++) {
        own.push(await msOf(() => listThreads(scope, query)));
      }
      const used = (cpu() - before) / repeats;
      for (let at = 0; isCompared && at < repeats; at++) theirs.push(await msOf(() => askNotmuch(mail, other)));
      rows.push({
        name: `search.${q}`,
        value: at(own, 0.5),
        unit: "ms",
        note: `${name}, p95 ${at(own, 0.95).toFixed(1)}, ${used.toFixed(1)} ms of processor, ${messages} messages`,
      });
      if (isCompared) {
        const ratio = at(own, 0.5) / at(theirs, 0.5);
        rows.push({ name: "  ratio", value: ratio, unit: "of notmuch", ...goalOf(ratio, 1), note: "" });
        rows.push({
          name: "  notmuch",
          value: at(theirs, 0.5),
          unit: "ms",
          note: `p95 ${at(theirs, 0.95).toFixed(1)}, with its start`,
        });
      }
    }
    return [...rows, await oddRow(scope)];
  } finally {
    await bench.close();
    rmSync(mail, { recursive: true, force: true });
  }
}

/** Odd strings must not be slow either: 98 of 100 searches stay below a second. */
async function oddRow(scope: Scope): Promise<BenchRow> {
  const [limitMs, count] = [1_000, 500];
  const times: number[] = [];
  for (const q of oddStrings(count, 1)) times.push(await msOf(() => listThreads(scope, threadQuery.parse({ q }))));
  const slowest = at(times, 0.98);
  const note = `p98 ${slowest.toFixed(0)} ms of ${count} odd strings against ${limitMs} ms`;
  return { name: "search.odd", value: slowest / limitMs, unit: "of limit", note };
}

/** The CPU time of this process and the database, which a busy machine changes little. */
export const cpuOf = (bench: BenchWorld) => () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (bench.databaseCpuMs() ?? 0);
};

export const msOf = async (work: () => unknown) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
export const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

export function scopeOf({ world, owner }: BenchWorld): Scope {
  const user = {
    id: owner.userId,
    tenantId: owner.tenantId,
    name: "Bench",
    email: "bench@bench.test",
    role: "NORMAL_USER" as const,
  };
  return openScope(world, { user: { ...user, mustChangePassword: false, tenantName: "Bench", tenantIsOwner: false } });
}

type Sample = { id: string; subject: string; from: string; text: string; date: Date; words: string };

function sampleOf(number: number, random: () => number, tag: string): Sample {
  const planted = [
    "everywhere",
    ...(number % 4 === 0 ? ["green quarterly"] : []),
    ...(number % 50 === 0 ? ["hundredth"] : []),
    ...(number % 9_973 === 0 ? ["needle"] : []),
  ];
  const from = `sender${number % 400}@example.com`;
  const subject = randomWords(5, random);
  const text = `${randomWords(60, random)} ${planted.join(" ")} ${randomWords(20, random)}`;
  const to = [{ name: "", address: "bench@bench.test" }];
  const words = mailWords(
    { subject, text, from: { name: "", address: from }, to, cc: [], bcc: [], attachments: [] },
    tag,
  );
  return { id: newId(), subject, from, text, words, date: new Date(Date.UTC(2020, 0, 1) + number * 60_000) };
}

export async function fill({ world, owner }: BenchWorld, messages: number, mailFolder: string | undefined) {
  const boxId = newId();
  await fencedTransaction(world.db, owner, (tx) =>
    tx.insert(mailboxes).values({ ...owner, id: boxId, kind: "imap", email: "bench@bench.test", username: boxId }),
  );
  const random = randomOf(3);
  const tag = tagOf(owner.userId);
  await asDatabaseOwner(world, "drop index message_search_tagged");
  for (let begun = 0; begun < messages; begun += batch) {
    const samples = Array.from({ length: Math.min(batch, messages - begun) }, (_, at) =>
      sampleOf(begun + at, random, tag),
    );
    await insert(world, owner, boxId, samples);
    if (mailFolder) writeMails(mailFolder, begun, samples);
  }
  // The index of sql/mail.sql, built at the end, because loading through it is slow and not measured.
  await asDatabaseOwner(world, "create index message_search_tagged on message_search using gin (words)");
  await asDatabaseOwner(world, "vacuum analyze messages, message_contents, message_search");
}

/** Without a transaction and a time limit. */
export async function asDatabaseOwner({ config }: BenchWorld["world"], statement: string) {
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  await client.query("set maintenance_work_mem = '1GB'");
  await client.query(statement).finally(() => client.end());
}

/** Inserts thousands of rows with a statement like the product's. */
async function insert(world: BenchWorld["world"], owner: BenchWorld["owner"], boxId: string, samples: Sample[]) {
  const { tenantId, userId } = owner;
  await fencedTransaction(
    world.db,
    owner,
    (tx) =>
      tx.execute(sql`
        with s as materialized (
          select * from json_to_recordset(${JSON.stringify(samples)}::json) as s (id uuid, subject text, "from" text, text text, date timestamptz, words tsvector)
        ), listed as (
          insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name, from_address, participants, date, snippet, unread, has_attachment, size)
          select ${tenantId}, id, ${userId}, ${boxId}, id::text, 'inbox', id, subject, subject, '', "from", array["from"], date, left(text, 180), false, false, 1000 from s
        ), said as (
          insert into message_contents (tenant_id, id, user_id, recipients, "references", text, attachments, headers, truncated, source_key)
          select ${tenantId}, id, ${userId}, '{"to":[],"cc":[],"bcc":[],"replyTo":[]}', '{}', text, '[]', '{}', false, '' from s
        )
        insert into message_search (tenant_id, id, user_id, mailbox_id, folder, date, unread, has_attachment, words)
        select ${tenantId}, id, ${userId}, ${boxId}, 'inbox', date, false, false, words || array_to_tsvector(search_eras(${userId}, date)) from s`),
    { statementSeconds: 600 },
  );
}

function writeMails(folder: string, begun: number, samples: Sample[]) {
  const inner = join(folder, String(begun));
  mkdirSync(inner);
  for (const { id, subject, from, text, date } of samples)
    writeFileSync(join(inner, `${id}.eml`), mailOf({ subject, from, text, date, messageId: `<${id}@bench>` }));
}

const askNotmuch = (folder: string, query: string) =>
  notmuch(folder, "search", "--format=json", "--output=summary", "--sort=newest-first", "--limit=50", query);
