import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const beat = 1_000;
// A holder writes the time every second; one that has been silent this long was killed.
const staleAfter = 10_000;

/** Runs the work while no other process holds the same lock file; `onWait` is called once if it has to wait. */
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

/** Of several who find the lock stale, the rename lets one win; whoever caught a fresh lock by it puts that back. */
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

/** True if the call went through, false if it failed in the one way that is expected here. */
function unless(code, call) {
  try {
    call();
    return true;
  } catch (error) {
    if (error.code === code) return false;
    throw error;
  }
}
