/**
 * Measures messages per second from an IMAP server into the database, parsed, threaded and searchable, against a plain download and
 * against mbsync, from the same server in the same run. `npm run bench sync`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

export async function run(messages = 5_000, rounds = 3): Promise<BenchRow[]> {
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
    const figures: Figures = { raw: [], mbsync: [], ours: [], cpu: [], database: [] };
    await download(dovecot); // Fills the server's caches.
    for (let round = 0; round < rounds; round++) {
      figures.raw.push(messages / (await secondsOf(() => download(dovecot))));
      if (hasMbsync()) figures.mbsync.push(messages / (await secondsOf(() => mbsync(dovecot))));
      // Removes the mail of an earlier round before the measurement starts.
      await fencedTransaction(bench.world.db, bench.owner, (tx) => tx.delete(mailboxes), { statementSeconds: 300 });
      const [before, databaseBefore] = [process.cpuUsage(), bench.databaseCpuMs()];
      figures.ours.push(messages / (await secondsOf(() => ours(bench, dovecot, messages))));
      const { user, system } = process.cpuUsage(before);
      figures.cpu.push((user + system) / 1000 / messages);
      figures.database.push(((bench.databaseCpuMs() ?? 0) - (databaseBefore ?? 0)) / messages);
    }
    return rowsOf(figures, { messages, bytes, rounds });
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

const hasMbsync = () => spawnSync("mbsync", ["--version"]).status === 0;

function mbsync(dovecot: Dovecot) {
  const folder = mkdtempSync(join(tmpdir(), "intellibox-mbsync-"));
  mkdirSync(join(folder, "mail"));
  const lines = [
    ...[
      "IMAPAccount server",
      "Host 127.0.0.1",
      `Port ${dovecot.ports.imap}`,
      "User bench",
      "Pass test",
      "SSLType None",
      "AuthMechs LOGIN",
      "",
    ],
    ...["IMAPStore far", "Account server", ""],
    ...["MaildirStore near", `Path ${folder}/mail/`, `Inbox ${folder}/mail/INBOX`, ""],
    ...[
      "Channel all",
      "Far :far:INBOX",
      "Near :near:INBOX",
      "Create Near",
      "Sync Pull",
      `SyncState ${folder}/state`,
      "",
    ],
  ];
  writeFileSync(join(folder, "mbsyncrc"), lines.join("\n"));
  execFileSync("mbsync", ["-q", "-c", join(folder, "mbsyncrc"), "all"], { stdio: ["ignore", "ignore", "inherit"] });
  rmSync(folder, { recursive: true, force: true });
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

type Figures = Record<"raw" | "mbsync" | "ours" | "cpu" | "database", number[]>;

function rowsOf(
  { raw, mbsync: other, ours: own, cpu, database }: Figures,
  { messages, bytes, rounds }: Record<string, number>,
): BenchRow[] {
  const [downloaded, mirrored, stored] = [raw, other, own].map(median);
  const ratio = (stored ?? 0) / (mirrored || 1);
  const used = median(cpu);
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
            ...leastOf(ratio, 1.5),
            note: "made searchable",
          },
        ]
      : []),
    {
      name: "sync.searchable",
      value: stored ?? 0,
      unit: "messages/s",
      note: "parsed, threaded, stored durably, searchable",
    },
    { name: "sync.cpu", value: used, unit: "ms/message", ...goalOf(used, 2), note: "of this process, all threads" },
    { name: "sync.database", value: median(database), unit: "ms/message", note: "of PostgreSQL's processes" },
  ];
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
