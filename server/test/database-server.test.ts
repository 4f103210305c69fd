import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type DatabaseKind, findSystemBinaries, startTestDatabaseServer } from "./database-server.ts";
import { makeFolder, nextMessage, query } from "./embedded-process.ts";

vi.setConfig({ testTimeout: 120_000 });

const system = await findSystemBinaries().catch((error: Error) => error);
const folderOf = (url: string) => dirname(new URL(url).searchParams.get("host") ?? "");

test.for<DatabaseKind>(["embedded", "system"])(
  "a server of kind %s has a superuser, and leaves nothing after its end",
  async (kind, { skip }) => {
    skip(kind === "system" && system instanceof Error, String(system));
    const server = await startTestDatabaseServer(kind);
    onTestFinished(server.stop);
    const [row] = await query<{ version: number }>(
      server.adminUrl,
      `select usesuper, current_database() as name, upper('é') as upper, current_setting('fsync') as fsync,
            current_setting('server_version_num')::int / 10000 as version
     from pg_user where usename = current_user`,
    );
    expect(row).toMatchObject({ usesuper: true, name: "postgres", upper: "É", fsync: "off" });
    expect(row?.version).toSatisfy((version: number) => (kind === "embedded" ? version === 18 : version >= 15));
    const folder = folderOf(server.adminUrl);
    expect(existsSync(folder)).toBe(true);
    await server.stop();
    expect(existsSync(folder)).toBe(false);
    await expect(query(server.adminUrl, "select 1")).rejects.toThrow("ENOENT");
  },
);

test("several servers run at the same time", async () => {
  const servers = await Promise.all([startTestDatabaseServer("embedded"), startTestDatabaseServer("embedded")]);
  for (const { stop } of servers) onTestFinished(stop);
  const [one, two] = servers;
  await query(one.adminUrl, "create database mine");
  expect(await query(two.adminUrl, "select 1 from pg_database where datname = 'mine'")).toEqual([]);
  await one.stop();
  expect(await query(two.adminUrl, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("the server ends with a test run that was killed", async () => {
  const program = `
    import { startTestDatabaseServer } from ${JSON.stringify(new URL("./database-server.ts", import.meta.url).href)};
    const { adminUrl } = await startTestDatabaseServer("embedded");
    process.stdout.write(JSON.stringify(adminUrl) + "\\n");
    setInterval(() => undefined, 1000);`;
  const run = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await nextMessage<string>(run);
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  const gone = once(run, "exit");
  run.kill("SIGKILL");
  await gone;
  await vi.waitUntil(() => !existsSync(folderOf(url)), { timeout: 60_000, interval: 50 });
});

test("without PostgreSQL 15 or later, the error says what to install", async () => {
  const old = makeFolder();
  mkdirSync(join(old, "bin"));
  for (const name of ["initdb", "postgres"]) {
    writeFileSync(join(old, "bin", name), "#!/bin/sh\necho 'postgres (PostgreSQL) 14.9'\n", { mode: 0o755 });
  }
  const path = ["/nowhere", join(old, "bin")].join(delimiter);
  await expect(findSystemBinaries(path, [])).rejects.toThrow(/No PostgreSQL 15 or later .*apt-get install postgresql/);
});
