// From 1 to 1,000,000 mailboxes: what an installation needs, from measured costs of one mail and one mailbox. docs/scale.md has the
// table; `npm run bench scale` prints it from the figures of the last `npm run bench sync send idle`, if there are any.
import { existsSync, readFileSync } from "node:fs";
import type { BenchRow } from "./bench-row.ts";

/** Costs that benches measured. The values are those of docs/scale.md. */
export const measured = {
  /** sync.cpu: time of a core for one received mail, in ms. */
  syncCpuMs: 1.84,
  /** sync.database: the same, of PostgreSQL. */
  syncDatabaseMs: 1.19,
  /** send.cpu.app and send.cpu.database, in ms. */
  sendCpuMs: 2.14,
  sendDatabaseMs: 1.08,
  /** idle.tls: memory of a watched IMAP mailbox, in kB. */
  idleKb: 150,
  /** The database's growth and its WAL for one mail with 4.9 kB of text, in kB. */
  databaseKb: 14.7,
  walKb: 25,
};

/** Assumptions on use and prices. None of them is measured: replace them by your own. */
export const assumed = {
  receivedPerDay: 50,
  sentPerDay: 10,
  /** The busiest hour has this many times the mean. */
  peak: 4,
  /** The share of mailboxes on IMAP servers. The others push, and need no connection. */
  imapShare: 0.3,
  /** People who use the product in the busiest hour, the calls that each makes in a second, and what a call costs. */
  activeShare: 0.1,
  callsPerSecond: 0.1,
  callCpuMs: 4,
  callDatabaseMs: 3,
  /** With attachments. */
  rawKb: 75,
  keepYears: 2,
  /** A core is loaded to this share, so that a dead machine can be replaced by the others. */
  load: 0.5,
  dollars: { core: 25, databaseGb: 0.12, objectGb: 0.023 },
};

/** Limits of the program, from its code. */
const program = {
  watchedPerWorker: 500,
  /** Claim, batch, thread and release of a sync; acceptance, `data_sent` and outcome of a sent mail. Group commit makes them fewer. */
  commits: { received: 4, sent: 3 },
  pageKb: 8,
  /** A watch is renewed this often; see `watchLease`. */
  watchSeconds: 15,
  connections: { web: 13, worker: 19 },
  /** With a pooler: events, jobs and the lock of the process; a worker also has connections for urgent statements. */
  direct: { web: 3, worker: 9 },
};

const secondsPerDay = 86_400;
const daysPerYear = 365;

/** The needs of an installation with this many mailboxes. */
export function needsOf(mailboxes: number, costs = measured, habits = assumed) {
  const perSecond = (perDay: number) => (mailboxes * perDay * habits.peak) / secondsPerDay;
  const [received, sent] = [perSecond(habits.receivedPerDay), perSecond(habits.sentPerDay)];
  const calls = mailboxes * habits.activeShare * habits.callsPerSecond;
  const cores = (ms: number) => Math.ceil(ms / 1000 / habits.load);
  const imap = mailboxes * habits.imapShare;
  const workerCores = cores(received * costs.syncCpuMs + sent * costs.sendCpuMs);
  const webCores = cores(calls * habits.callCpuMs);
  // One process uses about one core, besides its threads.
  const workers = Math.max(workerCores, Math.ceil(imap / program.watchedPerWorker));
  const kept = mailboxes * (habits.receivedPerDay + habits.sentPerDay) * daysPerYear * habits.keepYears;
  const databaseGb = (kept * costs.databaseKb) / 1e6;
  const objectGb = (kept * habits.rawKb) / 1e6;
  const databaseCores = cores(
    received * costs.syncDatabaseMs + sent * costs.sendDatabaseMs + calls * habits.callDatabaseMs,
  );
  const { dollars } = habits;
  return {
    mailboxes,
    received,
    sent,
    calls,
    web: webCores,
    workers,
    databaseCores,
    connections: webCores * program.connections.web + workers * program.connections.worker,
    directWithPooler: webCores * program.direct.web + workers * program.direct.worker,
    idleGb: (imap * costs.idleKb) / 1e6,
    leaseRows: imap / program.watchSeconds,
    // Each commit is a write of the log, and each new page is written once by a checkpoint.
    writesPerSecond:
      received * program.commits.received +
      sent * program.commits.sent +
      ((received + sent) * costs.databaseKb) / program.pageKb,
    walMbPerSecond: ((received + sent) * costs.walKb) / 1000,
    databaseGb,
    objectGb,
    dollars:
      (webCores + workers + databaseCores) * dollars.core +
      databaseGb * dollars.databaseGb +
      objectGb * dollars.objectGb,
  };
}

export type Needs = ReturnType<typeof needsOf>;
export const steps = [1, 100, 1_000, 10_000, 100_000, 1_000_000];

const columns: [title: string, value: (needs: Needs) => number][] = [
  ["mailboxes", ({ mailboxes }) => mailboxes],
  ["mails in/s", ({ received }) => received],
  ["mails out/s", ({ sent }) => sent],
  ["calls/s", ({ calls }) => calls],
  ["web", ({ web }) => web],
  ["workers", ({ workers }) => workers],
  ["database cores", ({ databaseCores }) => databaseCores],
  ["connections", ({ connections }) => connections],
  ["… with pooler", ({ directWithPooler }) => directWithPooler],
  ["watch renewals/s", ({ leaseRows }) => leaseRows],
  ["IOPS", ({ writesPerSecond }) => writesPerSecond],
  ["WAL MB/s", ({ walMbPerSecond }) => walMbPerSecond],
  ["database GB", ({ databaseGb }) => databaseGb],
  ["objects GB", ({ objectGb }) => objectGb],
  ["$/month", ({ dollars }) => dollars],
];

const shown = (value: number) => value.toLocaleString("en", { maximumSignificantDigits: 2 });

/** The table of docs/scale.md. */
export function scaleTable(costs = measured): string {
  const lines = steps.map((mailboxes) => {
    const needs = needsOf(mailboxes, costs);
    return `| ${columns.map(([, value]) => shown(value(needs))).join(" | ")} |`;
  });
  const heads = `| ${columns.map(([title]) => title).join(" | ")} |`;
  return [heads, `|${columns.map(() => "--:|").join("")}`, ...lines].join("\n");
}

const sources: [bench: string, row: string, field: keyof typeof measured][] = [
  ["sync", "sync.cpu", "syncCpuMs"],
  ["sync", "sync.database", "syncDatabaseMs"],
  ["send", "send.cpu.app", "sendCpuMs"],
  ["send", "send.cpu.database", "sendDatabaseMs"],
  ["idle", "idle.tls", "idleKb"],
];

/** The costs as the benches of this machine measured them last, or those of the document. */
function lastMeasured(): typeof measured {
  const costs = { ...measured };
  for (const [bench, name, field] of sources) {
    const file = new URL(`../../test-results/bench/${bench}.json`, import.meta.url);
    if (!existsSync(file)) continue;
    const { rows } = JSON.parse(readFileSync(file, "utf8")) as { rows: BenchRow[] };
    costs[field] = rows.find((row) => row.name === name)?.value ?? costs[field];
  }
  return costs;
}

export async function run(): Promise<BenchRow[]> {
  const costs = lastMeasured();
  console.log(scaleTable(costs));
  const largest = needsOf(steps.at(-1) ?? 1, costs);
  return (Object.entries(costs) as [string, number][])
    .map(([name, value]) => ({ name: `scale.${name}`, value, unit: "a mail or mailbox", note: "measured" }))
    .concat({ name: "scale.connections", value: largest.connections, unit: "at 1,000,000", note: "without a pooler" });
}
