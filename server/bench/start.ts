/** Measures `npm start` until it answers, after installing and building (the best of a few starts), and the memory of the idle program. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BenchRow, goalOf } from "./bench-row.ts";

const limitSeconds = 1.5;
const limitMb = 200;
/** Garbage of the start is collected, and jobs that are due at the start have run. */
const idleMs = 60_000;
const rounds = 5;
const root = fileURLToPath(new URL("../..", import.meta.url));

export async function run(): Promise<BenchRow[]> {
  const data = mkdtempSync(join(tmpdir(), "intellibox-bench-start-"));
  // The embedded database runs as another user if we are root, and has to reach its folder.
  chmodSync(data, 0o755);
  try {
    const first = await start(data);
    const again: number[] = [];
    for (let round = 0; round < rounds; round++) again.push((await start(data)).seconds);
    const { residentMb } = await start(data, idleMs);
    const best = Math.min(...again);
    return [
      { name: "start.first", value: first.seconds, unit: "s", note: "an empty data folder, installed and built" },
      {
        name: "start.again",
        value: best / limitSeconds,
        unit: "of limit",
        note: `best ${best.toFixed(2)} s of ${rounds} starts against ${limitSeconds} s`,
        ...goalOf(best / limitSeconds, 1),
      },
      {
        name: "start.memory",
        value: residentMb / limitMb,
        unit: "of limit",
        note: `${residentMb.toFixed(0)} MB resident, idle for ${idleMs / 1000} s, without PostgreSQL, against ${limitMb} MB`,
        ...goalOf(residentMb / limitMb, 1),
      },
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Starts and stops the product. Returns the seconds until /api/ready answers, and the memory after `restMs` more. */
async function start(data: string, restMs = 0) {
  const began = performance.now();
  const env = { ...process.env, PORT: "0", INTELLIBOX_DATA: data };
  const child = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });
  const closed = once(child, "close");
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  const urlOf = () => /http:\/\/localhost:\d+/.exec(printed)?.[0];
  const isReady = async () => {
    const url = urlOf();
    return url !== undefined && (await fetch(`${url}/api/ready`).catch(() => undefined))?.ok === true;
  };
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`npm start ended:\n${printed}`);
    await sleep(10);
  }
  const seconds = (performance.now() - began) / 1_000;
  await sleep(restMs);
  const metrics = await (await fetch(`${urlOf()}/metrics`)).text();
  const residentMb = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6;
  child.kill("SIGTERM");
  await closed;
  return { seconds, residentMb };
}
