import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inRoot } from "./paths.mjs";
import { withLock } from "./setup-lock.mjs";

let folder;
let lock;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intellibox-lock-"));
  lock = join(folder, "deep", "setup.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockModule = JSON.stringify(inRoot("scripts", "setup-lock.mjs"));

/** A process that takes the lock, and writes to a shared file when it enters and when it leaves. */
function worker(name) {
  const journal = JSON.stringify(join(folder, "journal"));
  const code = `
    import { appendFileSync } from "node:fs";
    import { setTimeout as sleep } from "node:timers/promises";
    import { withLock } from ${lockModule};
    await withLock(${JSON.stringify(lock)}, async () => {
      appendFileSync(${journal}, "${name} in\\n");
      await sleep(150);
      appendFileSync(${journal}, "${name} out\\n");
    });`;
  return once(spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" }), "exit");
}

test("processes that start together enter one after the other", async () => {
  const codes = await Promise.all(["a", "b", "c", "d"].map(worker));
  expect(codes.map(([code]) => code)).toEqual([0, 0, 0, 0]);
  const lines = readFileSync(join(folder, "journal"), "utf8").trim().split("\n");
  expect(lines).toHaveLength(8);
  for (let index = 0; index < lines.length; index += 2) {
    expect(lines[index + 1]).toBe(lines[index].replace(" in", " out"));
  }
});

test("the lock of a killed process does not block the next ones, which still enter one by one", async () => {
  await withLock(lock, () => undefined);
  writeFileSync(lock, "");
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lock, longAgo, longAgo);
  await Promise.all(["a", "b", "c"].map(worker));
  const lines = readFileSync(join(folder, "journal"), "utf8").trim().split("\n");
  expect(lines.map((line) => line.split(" ")[1])).toEqual(["in", "out", "in", "out", "in", "out"]);
  expect(readdirSync(join(folder, "deep"))).toEqual([]);
});

test("a caller that has to wait is told once", async () => {
  let told = 0;
  let release;
  const held = withLock(lock, () => new Promise((resolve) => (release = resolve)));
  const second = withLock(
    lock,
    () => "done",
    () => {
      told += 1;
      release();
    },
  );
  await held;
  expect(await second).toBe("done");
  expect(told).toBe(1);
});

test("failed work releases the lock and passes its error on", async () => {
  await expect(withLock(lock, () => Promise.reject(new Error("no disk")))).rejects.toThrow("no disk");
  expect(existsSync(lock)).toBe(false);
});
