// A product without HTTP for benches of mail, and mail for them.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { loadConfig } from "#lib/config.ts";
import { newId } from "#lib/ids.ts";
import { openLog } from "#lib/log.ts";
import { createSealer } from "#lib/seal.ts";
import { openDatabase } from "#db/client.ts";
import { startEmbedded } from "#db/embedded.ts";
import { openEventHub } from "#db/events.ts";
import { fencedTransaction } from "#db/fence.ts";
import { openLogin } from "#db/login.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { openPresence } from "#db/presence.ts";
import { openQueue } from "#db/queue.ts";
import { only } from "#db/rows.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import { openOutside } from "#outside/outside.ts";
import { openWorld, type World } from "#scope.ts";
import { testMasterKey } from "#test/app-process.ts";
import { mailOf } from "#test/mail-of.ts";

export type BenchWorld = {
  world: World;
  dataDir: string;
  owner: { tenantId: string; userId: string };
  /** The CPU time of the database's processes so far, in milliseconds. Undefined if it is unknown. */
  databaseCpuMs(): number | undefined;
  close(): Promise<void>;
};

export async function openBenchWorld(): Promise<BenchWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), "intellibox-bench-"));
  // As root, the database runs as another user. If that user cannot enter the folder, the database would be put elsewhere and stay.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  await migrateDatabase(embedded.url);
  const { world, closeWorld } = await openWorldOn(embedded.url, dataDir);
  const { db } = world;
  const owner = await fencedTransaction(db, "platform", async (tx) => {
    const address = { line1: "", line2: "", city: "", state: "", pin: "", country: "India" };
    const tenant = only(
      await tx.insert(tenants).values({ code: "BENCH", name: "Bench", slug: "bench", address }).returning(),
    );
    const row = { tenantId: tenant.id, id: newId(), name: "Bench", email: "bench@bench.test", passwordHash: "-" };
    await tx.insert(users).values(row);
    return { tenantId: row.tenantId, userId: row.id };
  });
  const asOwner = async (statement: string) => {
    const client = new pg.Client({ connectionString: embedded.url });
    await client.connect();
    return client.query(statement).finally(() => client.end());
  };
  const databaseFolder = only(
    (await asOwner("show data_directory")).rows as { data_directory: string }[],
  ).data_directory;
  return {
    world,
    dataDir,
    owner,
    databaseCpuMs: () => cpuMsOf(databaseFolder),
    async close() {
      await closeWorld();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The world of one process, on a database that is there. */
export async function openWorldOn(databaseUrl: string, dataDir: string) {
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    INTELLIBOX_DATA: dataDir,
    INTELLIBOX_ALLOW_PRIVATE_HOSTS: "1",
  });
  const log = openLog("warn");
  // The key of processes that a bench starts on this database.
  const sealer = createSealer(() => [testMasterKey]);
  const url = await openLogin(databaseUrl, sealer);
  const [db, outside] = [openDatabase(url, log), openOutside(config)];
  const [queue, events] = [await openQueue(url, log), await openEventHub(url, log)];
  await queue.boss.createQueue("mailbox.sync", { policy: "short" });
  const presence = await openPresence(url, log);
  const world = openWorld({ config, db, queue, events, presence, outside, sealer, log });
  const closeWorld = async () => {
    await queue.stop();
    await events.close();
    await presence.close();
    await outside.close();
    await db.close();
  };
  return { world, closeWorld };
}

/** The CPU time of the processes that work in a folder. */
function cpuMsOf(folder: string): number | undefined {
  if (process.platform !== "linux") return undefined;
  return readdirSync("/proc").reduce((sum, pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return sum;
      // The first field is the time on a processor in nanoseconds. The ticks of /proc/…/stat are as long as a page of a list takes.
      return sum + Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
    } catch {
      return sum; // The process has ended.
    }
  }, 0);
}

// Words with Zipf's distribution, as in any language: the n-th is used a n-th as often as the first.
const vocabulary = Array.from({ length: 20_000 }, (_, at) => `w${(at * 7919) % 20_011}${"aeiou"[at % 5]}n`);

/** Pseudo-random numbers, the same each time. */
export function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function randomWords(count: number, random: () => number): string {
  const words = Array.from({ length: count }, () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? "a");
  return words.join(" ");
}

/** Mostly a page of text and HTML, sometimes with a file. Five thousand are about 190 MB. */
export function sampleMail(at: number, random: () => number): string {
  const text = randomWords(80 + Math.floor(random() * 500), random);
  const html = `<html><body><table><tr><td><p>${text.replaceAll(" w1", "</p><p>w1")}</p></td></tr></table></body></html>`;
  const size = random() < 0.14 ? 30_000 + Math.floor(random() * 250_000) : 0;
  return mailOf({
    subject: randomWords(6, random),
    from: `Sender ${at % 500} <sender${at % 500}@example.com>`,
    messageId: `<bench-${at}@example.com>`,
    date: new Date(Date.UTC(2026, 0, 1) + at * 60_000),
    text,
    html,
    files: size ? [{ name: "file.bin", type: "application/pdf", content: Buffer.alloc(size, at) }] : [],
  });
}
