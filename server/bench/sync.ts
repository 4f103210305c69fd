/**
 * Measures messages per second from an IMAP server into the database, parsed, threaded and searchable, against a plain download and
 * against mbsync, alone and with notmuch, from the same server in the same run. Then, in a process of its own, the time until the
 * newest mail can be read and the memory of a first sync. `BENCH_MESSAGES=100000 npm run bench sync` takes a large mailbox.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ImapFlow } from "imapflow";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { sealPassword } from "#features/mailboxes/mailbox-login.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { type Dovecot, startDovecot } from "#test/dovecot.ts";
import { type BenchRow, goalOf, leastOf } from "./bench-row.ts";
import { type BenchWorld, openBenchWorld, randomOf, sampleMail } from "./mail-bench.ts";
import { hasMbsync, hasNotmuch, indexByNotmuch, mbsync } from "./mail-peers.ts";

export async function run(messages = Number(process.env.BENCH_MESSAGES ?? 5_000), rounds = 3): Promise<BenchRow[]> {
  const dovecot = await startDovecot({ config: "ssl = no" });
  const bench = await openBenchWorld();
  try {
    const random = randomOf(1);
    let bytes = 0;
    for (let at = 0; at < messages; at++) {
      const raw = sampleMail(at, random);
      bytes += raw.length;
      await dovecot.deliver("bench", raw, { seen: true });
    }
    const figures: Figures = { raw: [], mbsync: [], notmuch: [], ours: [], cpu: [], database: [] };
    await download(dovecot); // Fills the server's caches.
    for (let round = 0; round < rounds; round++) {
      figures.raw.push(messages / (await secondsOf(() => download(dovecot))));
      if (hasMbsync()) {
        const { alone, indexed } = await mirror(dovecot);
        figures.mbsync.push(messages / alone);
        if (indexed) figures.notmuch.push(messages / indexed);
      }
      // Removes the mail of an earlier round before the measurement starts.
      await fencedTransaction(bench.world.db, bench.owner, (tx) => tx.delete(mailboxes), { statementSeconds: 300 });
      const [before, databaseBefore] = [process.cpuUsage(), bench.databaseCpuMs()];
      figures.ours.push(messages / (await secondsOf(() => ours(bench, dovecot, messages))));
      const { user, system } = process.cpuUsage(before);
      figures.cpu.push((user + system) / 1000 / messages);
      figures.database.push(((bench.databaseCpuMs() ?? 0) - (databaseBefore ?? 0)) / messages);
    }
    return [...rowsOf(figures, { messages, bytes, rounds }), ...firstRows(await watchFirst(bench, dovecot, messages))];
  } finally {
    await bench.close();
    await dovecot.remove();
  }
}

async function secondsOf(work: () => Promise<unknown> | unknown): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function download(dovecot: Dovecot) {
  const { port } = dovecot.imap("bench");
  const client = new ImapFlow({
    host: "127.0.0.1",
    port,
    secure: false,
    auth: { user: "bench", pass: "test" },
    logger: false,
  });
  client.on("error", () => undefined);
  await client.connect();
  await client.mailboxOpen("INBOX");
  let count = 0;
  for await (const { source } of client.fetch("1:*", { source: true })) count += source ? 1 : 0;
  await client.logout();
  return count;
}

/** The seconds of mbsync, and of mbsync and notmuch together. */
async function mirror(dovecot: Dovecot) {
  const folder = mkdtempSync(join(tmpdir(), "intellibox-mbsync-"));
  const alone = await secondsOf(() => mbsync(dovecot, folder));
  const indexed = hasNotmuch() ? alone + (await secondsOf(() => indexByNotmuch(join(folder, "mail")))) : undefined;
  rmSync(folder, { recursive: true, force: true });
  return { alone, indexed };
}

async function ours({ world, owner }: BenchWorld, dovecot: Dovecot, messages: number) {
  const key = { ...owner, id: newId() };
  const { host, port, secure, username, password } = dovecot.imap("bench");
  const row = { ...key, kind: "imap" as const, email: "bench@localhost", host, port, secure, username };
  await fencedTransaction(world.db, owner, async (tx) => {
    const passwordSealed = sealPassword(world.sealer, key, password);
    await tx.insert(mailboxes).values({ ...row, passwordSealed, wantedOlder: messages });
  });
  await syncMailbox(world, key);
  const [saved] = await fencedTransaction(world.db, owner, (tx) =>
    tx.select({ count: mailboxes.messageCount, error: mailboxes.lastError }).from(mailboxes),
  );
  if (saved?.count !== messages) throw new Error(`${saved?.count} of ${messages} messages came: ${saved?.error}`);
}

type First = { firstSeconds: number; beforeMb: number; peakMb: number };

/** A first sync in a process that has done nothing else. */
async function watchFirst({ world, dataDir, owner }: BenchWorld, dovecot: Dovecot, messages: number): Promise<First> {
  await fencedTransaction(world.db, owner, (tx) => tx.delete(mailboxes), { statementSeconds: 300 });
  const { databaseUrl = "" } = world.config;
  const child = fork(new URL("./first-sync.ts", import.meta.url), [], {
    env: {
      ...process.env,
      BENCH_FIRST: JSON.stringify({ databaseUrl, dataDir, owner, imap: dovecot.imap("bench"), messages }),
    },
    // As `npm start` does.
    execArgv: ["--max-semi-space-size=8"],
  });
  return new Promise((done, fail) => {
    child.once("message", (said) => done(said as First));
    child.once("exit", () => fail(new Error("The process of the first sync ended")));
  });
}

const firstRows = ({ firstSeconds, beforeMb, peakMb }: First): BenchRow[] => [
  {
    ...{ name: "sync.first", value: firstSeconds, unit: "s", ...goalOf(firstSeconds, 2) },
    note: "from the start of a first sync until its newest messages are listed",
  },
  {
    ...{ name: "sync.memory", value: peakMb, unit: "MB", ...goalOf(peakMb, 300) },
    note: `resident at most, of a process that had ${Math.round(beforeMb)} MB before`,
  },
];

type Figures = Record<"raw" | "mbsync" | "notmuch" | "ours" | "cpu" | "database", number[]>;

function rowsOf(
  { raw, mbsync: other, notmuch, ours: own, cpu, database }: Figures,
  { messages, bytes, rounds }: Record<string, number>,
): BenchRow[] {
  const [downloaded, mirrored, stored] = [raw, other, own].map(median);
  const ratio = (stored ?? 0) / (mirrored || 1);
  const [used, databaseUsed] = [median(cpu), median(database)];
  const all = used + databaseUsed;
  const megabytes = Math.round((bytes ?? 0) / 1e6);
  return [
    {
      name: "sync.download",
      value: downloaded ?? 0,
      unit: "messages/s",
      note: `${messages} messages, ${megabytes} MB, source only, median of ${rounds}`,
    },
    ...(other.length > 0
      ? [
          { name: "sync.mbsync", value: mirrored ?? 0, unit: "messages/s", note: "into a Maildir" },
          {
            name: "sync.ratio",
            value: ratio,
            unit: "of mbsync",
            ...leastOf(ratio, 0.6),
            note: "made searchable",
          },
        ]
      : []),
    ...(notmuch.length > 0
      ? [
          {
            ...{ name: "sync.notmuch", value: median(notmuch), unit: "messages/s" },
            note: "mbsync, then indexed by notmuch",
          },
          {
            ...{ name: "sync.searchable.ratio", value: (stored ?? 0) / median(notmuch), unit: "of mbsync and notmuch" },
            ...{ ...leastOf((stored ?? 0) / median(notmuch), 3), note: "" },
          },
        ]
      : []),
    {
      name: "sync.searchable",
      value: stored ?? 0,
      unit: "messages/s",
      note: "parsed, threaded, stored durably, searchable",
    },
    { name: "sync.cpu", value: used, unit: "ms/message", note: "of this process, all threads" },
    { name: "sync.database", value: databaseUsed, unit: "ms/message", note: "of PostgreSQL's processes" },
    { name: "sync.cpu.all", value: all, unit: "ms/message", ...goalOf(all, 1.4), note: "both together" },
  ];
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
