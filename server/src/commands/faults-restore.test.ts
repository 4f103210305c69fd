// Kills a restore at many moments, and repeats it. Only for TEST_FAULTS=long: each attempt is a process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { copiedTables } from "#db/copy/copied-tables.ts";
import { sumRows } from "#db/copy/copy-rows.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { withOwner } from "./installation-parts.ts";

const title = "a restore that is killed is repeated until it is complete, and nothing is missing or doubled";
if (process.env.TEST_FAULTS === "long") await defineTest();
else test.skip(title);

async function defineTest() {
  const { world, url, person, giveMail } = await mailWorld({ jobs: false });
  const scratch = await mkdtemp(join(tmpdir(), "intellibox-faults-restore-"));
  const target = `killed_${newId().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  await admin.query(`create database ${target}`);
  afterAll(async () => {
    await admin.query(`drop database if exists ${target} with (force)`);
    await admin.end();
    await rm(scratch, { recursive: true, force: true });
  });

  /** Returns the exit code, or null if it was killed. */
  async function run(command: string, argument: string, settings: Record<string, string>, killAfterMs?: number) {
    const file = fileURLToPath(new URL(`${command}.ts`, import.meta.url));
    const env = { PATH: process.env.PATH, ...settings };
    const child = spawn(process.execPath, [file, argument], { env, cwd: scratch, stdio: "ignore" });
    const ended = once(child, "exit") as Promise<[number | null]>;
    if (killAfterMs !== undefined) {
      await Promise.race([sleep(killAfterMs), ended]);
      child.kill("SIGKILL");
    }
    return (await ended)[0];
  }

  const sumsOf = (ownerUrl: string) =>
    withOwner(ownerUrl, async (client) => {
      const sums: Record<string, unknown> = {};
      for (const table of await copiedTables(client)) sums[table.name] = await sumRows(client, table);
      return sums;
    });

  test(title, async () => {
    const ana = await person("NORMAL_USER");
    await giveMail(
      ana,
      Array.from({ length: 300 }, (_, at) => mailOf({ subject: `Mail ${at}`, text: "x".repeat(2000) })),
    );
    const source = { DATABASE_URL: url, INTELLIBOX_DATA: world.config.dataDir };
    expect(await run("backup", join(scratch, "out"), source)).toBe(0);
    const [name = ""] = await readdir(join(scratch, "out"));
    const ownerUrl = databaseUrl(inject("adminUrl"), target);
    const restored = { DATABASE_URL: ownerUrl, INTELLIBOX_DATA: join(scratch, "restored") };
    const before = await sumsOf(url);
    let code: number | null = null;
    for (let killAfterMs = 500; code === null && killAfterMs < 20_000; killAfterMs += 700)
      code = await run("restore", join(scratch, "out", name), restored, killAfterMs);
    if (code !== 0) code = await run("restore", join(scratch, "out", name), restored);
    expect(code).toBe(0);
    expect(await sumsOf(ownerUrl)).toEqual(before);
  });

  test("a backup that is killed leaves no file that looks like an archive", async () => {
    const source = { DATABASE_URL: url, INTELLIBOX_DATA: world.config.dataDir };
    const folder = join(scratch, "killed");
    const archives = async () =>
      (await readdir(folder).catch(() => [])).filter((name) => name.startsWith("intellibox-"));
    let [code, kills]: [number | null, number] = [null, 0];
    for (let killAfterMs = 300; code === null && killAfterMs < 60_000; killAfterMs += 300) {
      code = await run("backup", folder, source, killAfterMs);
      const [made] = await archives();
      // Killed after its last step: the archive is whole.
      if (made) code = gunzipSync(await readFile(join(folder, made))).length > 0 ? 0 : 1;
      else kills++;
    }
    expect(code).toBe(0);
    expect(await archives()).toHaveLength(1);
    process.stdout.write(`a backup was killed ${kills} times\n`);
  });
}
