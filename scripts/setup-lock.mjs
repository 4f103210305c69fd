import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const beat = 1_000;
// The holder touches the file every second, so a file this old belongs to a process that was killed.
const staleAfter = 10_000;

/** Runs the work while this process holds the lock file. Calls `onWait` once if another process holds it. */
export async function withLock(file, work, onWait = () => undefined) {
  mkdirSync(dirname(file), { recursive: true });
  let waited = false;
  while (!take(file)) {
    if (!waited) onWait();
    waited = true;
    dropIfStale(file);
    await sleep(200);
  }
  const heart = setInterval(() => touch(file), beat);
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heart);
    process.off("exit", release);
    release();
  }
}

function take(file) {
  return unless("EEXIST", () => writeFileSync(file, "", { flag: "wx" }));
}

function touch(file) {
  const now = new Date();
  unless("ENOENT", () => utimesSync(file, now, now));
}

const isStale = (file) => Date.now() - statSync(file).mtimeMs > staleAfter;

/** Removes a stale lock. If several processes find it stale, the rename lets one win. One that renamed a fresh lock restores it. */
function dropIfStale(file) {
  const aside = `${file}.${randomUUID()}`;
  const moved = unless("ENOENT", () => {
    if (isStale(file)) renameSync(file, aside);
  });
  if (!moved) return;
  unless("ENOENT", () => {
    if (!isStale(aside)) unless("EEXIST", () => linkSync(aside, file));
    rmSync(aside);
  });
}

/** True if the call succeeded, false if it failed with the expected code. */
function unless(code, call) {
  try {
    call();
    return true;
  } catch (error) {
    if (error.code === code) return false;
    throw error;
  }
}
