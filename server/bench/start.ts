/** Measures `npm start` until it answers, after installing and building: the best of a few starts, against 3 s. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { BenchRow } from "./bench-row.ts";

const limitSeconds = 3;
const rounds = 5;
const root = fileURLToPath(new URL("../..", import.meta.url));

export async function run(): Promise<BenchRow[]> {
  const data = mkdtempSync(join(tmpdir(), "intellibox-bench-start-"));
  // The embedded database runs as another user if we are root, and has to reach its folder.
  chmodSync(data, 0o755);
  try {
    const first = await start(data);
    const again: number[] = [];
    for (let round = 0; round < rounds; round++) again.push(await start(data));
    return [
      { name: "start.first", value: first, unit: "s", note: "an empty data folder, installed and built" },
      {
        name: "start.again",
        value: Math.min(...again) / limitSeconds,
        unit: "of limit",
        note: `best ${Math.min(...again).toFixed(2)} s of ${rounds} starts against ${limitSeconds} s`,
      },
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Starts and stops the product. Returns the seconds until /api/ready answers. */
async function start(data: string) {
  const began = performance.now();
  const env = { ...process.env, PORT: "0", INTELLIBOX_DATA: data };
  const child = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });
  const closed = once(child, "close");
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
  });
  const isReady = async () => {
    const url = /http:\/\/localhost:\d+/.exec(printed)?.[0];
    return url !== undefined && (await fetch(`${url}/api/ready`).catch(() => undefined))?.ok === true;
  };
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`npm start ended:\n${printed}`);
    await sleep(10);
  }
  const seconds = (performance.now() - began) / 1_000;
  child.kill("SIGTERM");
  await closed;
  return seconds;
}
