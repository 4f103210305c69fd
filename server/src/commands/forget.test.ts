import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { newMasterKey } from "#lib/master-keys.ts";
import { keyIdOf } from "#lib/seal.ts";
import { withInstallation } from "#db/installation.ts";
import { startAppProcess, testMasterKey } from "#test/app-process.ts";
import { testWorld } from "#test/test-world.ts";

const { url, peek } = await testWorld();
const dataDir = await mkdtemp(join(tmpdir(), "intellibox-forget-"));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const command = fileURLToPath(new URL("forget.ts", import.meta.url));
const own = testMasterKey.toString("base64");
const forget = async (secret: string, ...args: string[]) => {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, INTELLIBOX_DATA: dataDir, INTELLIBOX_SECRET: secret };
  try {
    const running = promisify(execFile)(process.execPath, [command, ...args], { env, cwd: dataDir });
    running.child.stdin?.end();
    const { stdout, stderr } = await running;
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
};

// Commands and programs are slow to start on a busy machine.
const patience = { timeout: 120_000 };

test("the program does not start with another key, and says in one line which one it needs", patience, async () => {
  const wrongKey = startAppProcess({ url, dataDir, settings: { INTELLIBOX_SECRET: newMasterKey() } });
  await expect(wrongKey).rejects.toThrow(
    new RegExp(
      `ended with 1: Intellibox could not start: [^\\n]*need the master key ${keyIdOf(testMasterKey)}[^\\n]*\\n$`,
    ),
  );
});

test("a key that is there is not forgotten", patience, async () => {
  expect(await forget(own, "--key", "--yes")).toMatchObject({ code: 1, said: expect.stringContaining("is not lost") });
});

test("an input that ends is no confirmation", patience, async () => {
  const asked = await forget(newMasterKey(), "--key");
  expect(asked).toMatchObject({ code: 1, said: expect.stringContaining("Nothing was changed.") });
});

test("a lost key or store is forgotten after the loss was named", patience, async () => {
  const asked = await forget(newMasterKey(), "--key", "--yes");
  expect(asked.said).toContain("0 passwords of companies' mail servers");
  expect(asked).toMatchObject({ code: 0, said: expect.stringContaining("Done.") });
  expect(await peek("select 1 from drizzle.logins")).toEqual([]);
  await withInstallation(url, (installation) =>
    installation.record("object_store", "its id", "the folder /srv/objects"),
  );
  const lost = await forget(own, "--objects", "--yes");
  expect(lost.said).toContain("The object store (the folder /srv/objects on ");
  expect(lost).toMatchObject({ code: 0, said: expect.stringContaining("attachments, pictures and raw sources") });
  expect(await peek("select 1 from drizzle.installation")).toEqual([]);
});
