// A real PostgreSQL that crashes, hangs and stops under load. Only for TEST_FAULTS=long, because it takes a server of its own.
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { startAppProcess } from "#test/app-process.ts";
import { startTestDatabaseServer } from "#test/database-server.ts";
import { until } from "#test/outbox-world.ts";
import { callSteadily, newCounts } from "#test/steady-callers.ts";

const isLong = process.env.TEST_FAULTS === "long";
const owner = { INTELLIBOX_ADMIN_EMAIL: "owner@faults.test", INTELLIBOX_ADMIN_PASSWORD: "a good long test phrase" };

/** A call may wait for up to five seconds; the rest is for a busy machine. */
const longestMs = 8_000;

test.skipIf(!isLong)(
  "a database that crashes or hangs under load costs 503s only, and no acknowledged write",
  async () => {
    // The servers of other tests lose the last commits in a crash, to be faster.
    const durable = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };
    const server = await startTestDatabaseServer("embedded", { settings: durable });
    const dataDir = await mkdtemp(join(tmpdir(), "intellibox-database-"));
    const app = await startAppProcess({ url: server.adminUrl, dataDir, settings: owner });
    let isOver = false;
    try {
      const token = await signIn(app.url);
      const admin = await connected(server.adminUrl);
      const { rows } = await admin.query<{ folder: string }>("select current_setting('data_directory') as folder");
      await admin.end();
      const [line = ""] = (await readFile(join(rows[0]?.folder ?? "", "postmaster.pid"), "utf8")).split("\n");
      const postmaster = Number(line);

      const counts = newCounts();
      const reads = newCounts();
      let plan = 0;
      const writing = () => {
        const code = `WRITTEN${plan++}`;
        return { method: "POST", path: "/plans", token, body: { code, name: code } };
      };
      const callers = [
        ...Array.from({ length: 3 }, () =>
          callSteadily(app.url, writing, counts, { isOver: () => isOver, beforeEach: () => sleep(30) }),
        ),
        ...Array.from({ length: 5 }, () =>
          callSteadily(app.url, () => ({ path: "/auth/me", token }), reads, {
            isOver: () => isOver,
            beforeEach: () => sleep(30),
          }),
        ),
      ];
      const isReady = async () => (await fetch(`${app.url}/api/ready`).catch(() => undefined))?.status === 200;
      await until(() => (counts.answered.get(201) ?? 0) > 20, 60_000);
      const faults: Record<string, () => Promise<void>> = {
        // The postmaster ends all other backends, and recovers from the log.
        "a backend is killed": async () => {
          const one = await connected(server.adminUrl);
          const [{ pid } = { pid: 0 }] = (await one.query<{ pid: number }>("select pg_backend_pid() as pid")).rows;
          process.kill(pid, "SIGKILL");
          await one.end().catch(() => undefined);
        },
        "it hangs for 20 s": async () => {
          const paused = [postmaster, ...childrenOf(postmaster)];
          for (const pid of paused) process.kill(pid, "SIGSTOP");
          const hangUntil = Date.now() + 20_000;
          while (Date.now() < hangUntil) {
            const begin = performance.now();
            expect((await fetch(`${app.url}/api/ready`)).status).toBe(503);
            expect(performance.now() - begin).toBeLessThan(longestMs);
            await sleep(500);
          }
          for (const pid of paused) process.kill(pid, "SIGCONT");
        },
        "all connections are ended": async () => {
          const one = await connected(server.adminUrl);
          await one.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
          );
          await one.end();
        },
      };
      for (const [name, cause] of Object.entries(faults)) {
        await cause();
        await until(isReady, 60_000);
        const before = reads.answered.get(200) ?? 0;
        await until(() => (reads.answered.get(200) ?? 0) > before + 20, 60_000);
        process.stdout.write(
          `${name}: ${JSON.stringify([[...counts.answered], [...reads.answered], Math.round(reads.longestMs)])}\n`,
        );
      }
      isOver = true;
      await Promise.all(callers);
      for (const { answered, cut, longestMs: longest } of [counts, reads]) {
        expect(cut).toEqual(new Map());
        expect([...answered.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
        expect(longest).toBeLessThan(longestMs);
      }
      const one = await connected(server.adminUrl);
      const stored = await one.query<{ count: number }>(
        "select count(*)::int as count from plans where code like 'WRITTEN%'",
      );
      await one.end();
      expect(stored.rows[0]?.count).toBeGreaterThanOrEqual(counts.answered.get(201) ?? 0);
    } finally {
      isOver = true;
      await app.kill();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

const childrenOf = (pid: number) =>
  execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)])
    .toString()
    .split("\n")
    .map(Number)
    .filter((child) => child > 0);

async function signIn(base: string) {
  const response = await fetch(`${base}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: owner.INTELLIBOX_ADMIN_EMAIL, password: owner.INTELLIBOX_ADMIN_PASSWORD }),
  });
  return ((await response.json()) as { token: string }).token;
}
