import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { recount, rolledUp } from "#test/recount.ts";
import { testWorld } from "#test/test-world.ts";
import { fold } from "./fold-activity.ts";

const isLong = process.env.TEST_FAULTS === "long";
const kills = isLong ? 40 : 3;

const { person, peek, url, world, visitor } = await testWorld();
const activityProcess = fileURLToPath(new URL("../../../test/activity-process.ts", import.meta.url));

const openTransactions = `select 1 from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and xact_start < now()`;

test(
  `after ${kills} kills during counted work the rollups equal a recount`,
  async () => {
    const ana = await person("NORMAL_USER");
    const box = newId();
    await peek(
      "insert into mailboxes (tenant_id, id, user_id, kind, email, username) values ($1, $2, $3, 'imap', 'x@y.z', 'x')",
      [ana.tenantId, box, ana.id],
    );
    for (let kill = 1; kill <= kills; kill++) {
      const child = spawn(process.execPath, [activityProcess, url, ana.tenantId, ana.id, box], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const gone = once(child, "exit");
      await once(child.stdout, "data");
      const before = await recount(peek);
      await expect.poll(() => recount(peek), { timeout: 60_000 }).not.toEqual(before);
      await new Promise((done) => setTimeout(done, Math.random() * 900));
      expect(child.exitCode).toBeNull();
      child.kill("SIGKILL");
      await gone;
      // The killed process's transactions are rolled back once PostgreSQL notices that it is gone.
      await expect.poll(() => peek(openTransactions), { timeout: 60_000 }).toEqual([]);
      expect(await rolledUp(peek, "quarter")).toEqual(await recount(peek));
    }
    expect((await recount(peek)).length).toBeGreaterThan(0);
    await fold(world, {}, visitor, new AbortController().signal);
    expect(await peek("select 1 from activity")).toEqual([]);
    expect(await rolledUp(peek, "quarter")).toEqual(await recount(peek));
    const sums = await peek("select sum(amount)::int as amount from activity_counts group by span");
    expect(new Set(sums.map(({ amount }) => amount)).size).toBe(1);
  },
  isLong ? 1_800_000 : 120_000,
);
