import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { databaseUrl } from "#test/global-setup.ts";
import { testWorld } from "#test/test-world.ts";

const { world, url, peek } = await testWorld();
const { roles } = world.db;

async function run(file: string, args: string[], settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "intellibox-migrate-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, INTELLIBOX_DATA: folder, PORT: "0", ...settings };
  const path = fileURLToPath(new URL(file, import.meta.url));
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [path, ...args], { env, cwd: folder });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}
const migrate = (...args: string[]) => run("migrate.ts", args);
const fingerprint = async () =>
  (await peek<{ value: string }>("select fingerprint as value from drizzle.schema_state"))[0]?.value;

test("a plan names statements and locks, and changes nothing", async () => {
  await peek(`update drizzle.schema_state set fingerprint = 'old'; revoke delete on drafts from ${roles.tenant}`);
  await peek(`drop policy definer_reads on users; grant update on plans to ${roles.tenant}`);
  const plan = await migrate("--plan");
  expect(plan.code).toBe(0);
  expect(plan.said.split("\n")).toEqual([
    "This would run now:",
    "  table drafts",
    `    grant delete on table public."drafts" to ${roles.tenant}`,
    "  table users",
    `    create policy definer_reads on public.users as permissive for select to ${roles.definer} using (true)   [ACCESS EXCLUSIVE: stops reads and writes for a moment]`,
    "This is left for `npm run migrate -- --contract`, when no process of an earlier version runs any more:",
    '  table "plans"',
    `    revoke update on table public."plans" from ${roles.tenant}`,
    "Nothing was changed.",
    "",
  ]);
  expect(await fingerprint()).toBe("old");
});

test("with INTELLIBOX_MIGRATE=off a start refuses a database that is not up to date, in one line", async () => {
  expect(await run("../main.ts", [], { INTELLIBOX_MIGRATE: "off" })).toEqual({
    code: 1,
    said: "Intellibox could not start: The database is not up to date: functions, rights or tables of the job queue are missing. Run `npm run migrate`, then start again.\n",
  });
  // Loads the whole program.
}, 120_000);

test("the command brings the database up to date", async () => {
  expect(await migrate()).toEqual({ code: 0, said: "The database is up to date.\n" });
  expect(await fingerprint()).not.toBe("old");
});

test("a mistake is one clear line", async () => {
  const [unknown, missing] = await Promise.all([
    migrate("--plann"),
    run("migrate.ts", [], { DATABASE_URL: databaseUrl(inject("adminUrl"), "nowhere") }),
  ]);
  expect(unknown).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^--plann is not understood\.\nnpm run migrate /),
  });
  expect(missing).toEqual({
    code: 1,
    said: 'The database cannot be used: database "nowhere" does not exist. Check DATABASE_URL.\n',
  });
});
