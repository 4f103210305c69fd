import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { startEmbedded } from "#db/embedded.ts";
import {
  clusterOf,
  makeFolder,
  nextMessage,
  query,
  serverOf,
  spawnProcess,
  startProcess,
  usedFolders,
} from "#test/embedded-process.ts";
import { isServing, readPostmaster } from "./postmaster.ts";
import { findServerUser } from "./server-user.ts";

vi.setConfig({ testTimeout: 180_000 });

const makeUsedFolder = usedFolders();

async function kill(child: ChildProcess, { withInitdb = false } = {}) {
  const gone = once(child, "exit");
  // Kills initdb too, which is in the program's process group; the server is not.
  process.kill(withInitdb ? -(child.pid ?? 0) : (child.pid ?? 0), "SIGKILL");
  await gone;
}

test("a first start that is killed at any moment does not prevent the next one", async () => {
  const dataDir = makeFolder();
  for (const patience of [150, 300, 450, 600, 800, 1000]) {
    const child = spawnProcess({ dataDir });
    await sleep(patience + Math.random() * 100);
    await kill(child, { withInitdb: Math.random() < 0.5 });
  }
  const server = await startEmbedded({ dataDir });
  await serverOf(clusterOf(dataDir));
  expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await server.stop();
  // The initdb of a killed program may run on for a while; the next start removes what it wrote.
  const leftOver = async () => {
    await (await startEmbedded({ dataDir })).stop();
    return readdirSync(dirname(clusterOf(dataDir))).filter((name) => name.includes(".new-"));
  };
  await expect.poll(leftOver, { timeout: 60_000, interval: 500 }).toEqual([]);
});

test("the next program uses the server of a killed one, and stops it", async () => {
  const dataDir = await makeUsedFolder();
  const program = await startProcess({ dataDir });
  const pid = await serverOf(clusterOf(dataDir));
  await kill(program.child);
  expect(await isServing(pid, clusterOf(dataDir))).toBe(true);
  const next = await startEmbedded({ dataDir });
  expect(next.url).toBe(program.url);
  expect((await readPostmaster(clusterOf(dataDir)))?.pid).toBe(pid);
  await next.stop();
  expect(await isServing(pid, clusterOf(dataDir))).toBe(false);
});

test("every acknowledged row is there after a kill -9 of the server and its restart by the program", async () => {
  const dataDir = await makeUsedFolder();
  const lines: string[] = [];
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
  const killed = await serverOf(clusterOf(dataDir));
  await query(server.url, "create table rows (writer int, number int, padding text, primary key (writer, number))");
  const written = [0, 1, 2, 3].map((writer) => writeUntilCut(server.url, writer));
  await vi.waitUntil(async () => (await query(server.url, "select 1 from rows")).length > 200, { timeout: 60_000 });
  process.kill(killed, "SIGKILL");
  const acknowledged = (await Promise.all(written)).flat();
  expect(acknowledged.length).toBeGreaterThan(200);

  const stored = await vi.waitFor(
    () => query<{ key: string }>(server.url, "select writer || ':' || number as key from rows"),
    { timeout: 60_000, interval: 100 },
  );
  const keys = new Set(stored.map(({ key }) => key));
  expect(acknowledged.filter((key) => !keys.has(key))).toEqual([]);
  expect(await serverOf(clusterOf(dataDir))).not.toBe(killed);
  expect(lines).toContain("The connection to PostgreSQL was lost.");
  await server.stop();
  expect(await readPostmaster(clusterOf(dataDir))).toBeUndefined();
});

/** Inserts rows one by one, and returns the last one that the server acknowledged before it was killed. */
async function writeUntilCut(url: string, writer: number): Promise<string[]> {
  const confirmed: string[] = [];
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    for (;;) {
      const number = confirmed.length;
      await client.query("insert into rows values ($1, $2, repeat('x', 500))", [writer, number]);
      confirmed.push(`${writer}:${number}`);
    }
  } catch {
    return confirmed;
  }
}

test("a program starts after program and server were killed, also if another process has the server's process id", async () => {
  const dataDir = await makeUsedFolder();
  const program = await startProcess({ dataDir });
  await query(program.url, "create table notes as select 'kept' as text");
  const pid = await serverOf(clusterOf(dataDir));
  await kill(program.child);
  process.kill(pid, "SIGKILL");
  const bystander = spawn("sleep", ["1000"], { ...findServerUser().spawnAs, stdio: "ignore" });
  onTestFinished(() => void bystander.kill("SIGKILL"));
  for (const file of [
    join(clusterOf(dataDir), "postmaster.pid"),
    join(clusterOf(dataDir), "..", ".s.PGSQL.5432.lock"),
  ]) {
    const text = await readFile(file, "utf8");
    expect(text.startsWith(`${pid}\n`)).toBe(true);
    await writeFile(file, text.replace(String(pid), String(bystander.pid)));
  }
  const next = await startEmbedded({ dataDir });
  await serverOf(clusterOf(dataDir));
  expect(await query(next.url, "select text from notes")).toEqual([{ text: "kept" }]);
  await next.stop();
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
});

test("empty lock files after a power cut and the start lock of a killed process do not prevent a start", async () => {
  const dataDir = await makeUsedFolder();
  const locks = [join(clusterOf(dataDir), "postmaster.pid"), join(dirname(clusterOf(dataDir)), ".s.PGSQL.5432.lock")];
  for (const lock of locks) {
    await writeFile(lock, "");
    await utimes(lock, 1_700_000_000, 1_700_000_000);
  }
  const ended = spawn("true");
  await once(ended, "exit");
  await writeFile(join(dataDir, "postgres", "starting"), String(ended.pid));
  const server = await startEmbedded({ dataDir });
  expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await server.stop();
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["18"]);
});

test("Ctrl-C in the terminal reaches the program, not the server", async () => {
  const dataDir = await makeUsedFolder();
  const program = await startProcess({ dataDir });
  const pid = await serverOf(clusterOf(dataDir));
  const heard = nextMessage(program.child);
  process.kill(-(program.child.pid ?? 0), "SIGINT");
  expect(await heard).toBe("interrupted");
  await query(program.url, "create table last_words ()");
  await program.leave();
  expect(await isServing(pid, clusterOf(dataDir))).toBe(false);
});

test("a server that cannot start reports its own error message", async () => {
  const dataDir = await makeUsedFolder();
  await writeFile(join(clusterOf(dataDir), "postgresql.auto.conf"), "max_connections = plenty\n");
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/PostgreSQL does not start: .*max_connections/s);
});
