// The whole program as a process that a test can kill at any moment.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Endpoint, ResponseOf } from "@intellibox/contract/endpoint";

/** Tests and the processes that they start share this key. */
export const testMasterKey = Buffer.alloc(32, 7);

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

export type AppProcess = {
  /** Its address. */
  url: string;
  pid: number | undefined;
  /** Sends SIGKILL, and waits until the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM, and returns the exit code. */
  stop(): Promise<number | null>;
};

type Place = {
  url: string;
  dataDir: string;
  settings?: Record<string, string>;
  /** The file to run, if it is not this version's. */
  program?: string;
};

/** Starts it on a database and a data folder. Resolves when it answers, and rejects if it ends before. */
export async function startAppProcess({
  url: databaseUrl,
  dataDir,
  settings,
  program = main,
}: Place): Promise<AppProcess> {
  const child = spawn(process.execPath, [program], {
    // Not in the root, which may have a developer's .env file.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: "0",
      DATABASE_URL: databaseUrl,
      INTELLIBOX_DATA: dataDir,
      INTELLIBOX_SECRET: testMasterKey.toString("base64"),
      INTELLIBOX_DEMO: "0",
      INTELLIBOX_ALLOW_PRIVATE_HOSTS: "1",
      INTELLIBOX_ALLOW_PRIVATE_LINKS: "1",
      INTELLIBOX_LOG_LEVEL: "silent",
      // Tests and benches send more than a person.
      INTELLIBOX_SENDS_PER_MINUTE: "1000000",
      INTELLIBOX_RECIPIENTS_PER_HOUR: "1000000",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  const gone = ended.then(() => undefined);
  const complaints: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk.toString()));
  const url = await addressOf(child, complaints);
  return {
    url,
    pid: child.pid,
    kill() {
      child.kill("SIGKILL");
      return gone;
    },
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

function addressOf(child: ChildProcess, complaints: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The program ended with ${code}: ${complaints.join("")}`)));
    if (!child.stdout) return reject(new Error("The program has no output"));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /running at http:\/\/localhost:(\d+)/.exec(line);
      if (found) resolve(`http://127.0.0.1:${found[1]}`);
    });
  });
}

type ProcessInput = {
  params?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Calls an endpoint of the program. Throws if there is no answer, and if the answer is a refusal. */
export async function callProcess<E extends Endpoint>(
  base: string,
  { token }: { token: string },
  endpoint: E,
  { params = {}, body, headers = {} }: ProcessInput = {},
): Promise<ResponseOf<E>> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const response = await fetch(`${base}/api${path}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${endpoint.method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as ResponseOf<E>;
}
