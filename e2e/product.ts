import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export type Product = {
  /** Its address, without a slash at the end. */
  url: string;
  /** Its data folder, removed by `remove`. */
  data: string;
  stop(): Promise<void>;
  remove(): Promise<void>;
};

const root = fileURLToPath(new URL("..", import.meta.url));
const results = join(root, "test-results");
/** The output of a run's products. */
export const productLog = join(results, "product.log");
const startLimit = 120_000;
const stopLimit = 20_000;

/** Starts the real product as `npm start` does, on a free port and with a new data folder. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const data = mkdtempSync(join(tmpdir(), "intellibox-e2e-"));
  // The embedded database runs as another user if we are root, and has to reach its folder.
  chmodSync(data, 0o755);
  const child = spawn(process.execPath, [join(root, "server", "src", "main.ts")], {
    // Not in the root, which may have a developer's .env file.
    cwd: data,
    // Tests serve the pictures of their mail on this machine.
    env: { ...machine(), PORT: "0", INTELLIBOX_DATA: data, INTELLIBOX_ALLOW_PRIVATE_LINKS: "1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => end(child);
  const remove = async () => {
    await stop();
    rmSync(data, { recursive: true, force: true });
  };
  try {
    return { url: await address(child), data, stop, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The machine's variables that a program needs, without settings that a developer may have exported. */
function machine() {
  const ofWindows = ["TEMP", "SystemRoot", "USERPROFILE", "LOCALAPPDATA"];
  const names = ["PATH", "HOME", "TMPDIR", "LANG", "NODE_COMPILE_CACHE", ...ofWindows];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/** Reads the address from the product's output, then waits until the product is ready. */
async function address(child: ChildProcess): Promise<string> {
  mkdirSync(results, { recursive: true });
  const log = createWriteStream(productLog, { flags: "a" });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      log.write(chunk);
      if (printed.length < 100_000) printed += chunk;
    });
  }
  const giveUp = Date.now() + startLimit;
  while (Date.now() < giveUp && child.exitCode === null) {
    const url = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(printed)?.[0];
    if (url && (await isReady(url))) return url;
    await sleep(50);
  }
  throw new Error(`The product did not start. It printed:\n${printed}`);
}

const isReady = (url: string) =>
  fetch(`${url}/api/ready`).then(
    (answer) => answer.ok,
    () => false,
  );

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const inTime = await Promise.race([ended.then(() => true), sleep(stopLimit, false, { ref: false })]);
  if (inTime) return;
  child.kill("SIGKILL");
  throw new Error(`The product did not stop within ${stopLimit / 1000} s of SIGTERM`);
}
