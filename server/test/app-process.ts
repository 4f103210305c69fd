// The whole program as a process of its own, to be killed at any moment.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** What a test seals, such a process opens. */
export const testMasterKey = Buffer.alloc(32, 7);

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

export type AppProcess = {
  /** Where it answers. */
  url: string;
  pid: number | undefined;
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>;
};

type Place = { url: string; dataDir: string; settings?: Record<string, string> };

/** On a database and a data folder. Resolves when it answers; rejects where it ends before. */
export async function startAppProcess({ url: databaseUrl, dataDir, settings }: Place): Promise<AppProcess> {
  const child = spawn(process.execPath, [main], {
    // Not where a developer may have an .env file.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH ?? "",
      PORT: "0",
      DATABASE_URL: databaseUrl,
      INTELLIBOX_DATA: dataDir,
      INTELLIBOX_SECRET: testMasterKey.toString("base64"),
      INTELLIBOX_DEMO: "0",
      INTELLIBOX_ALLOW_PRIVATE_HOSTS: "1",
      INTELLIBOX_LOG_LEVEL: "silent",
      // Tests and benches send more than a person does.
      INTELLIBOX_SENDS_PER_MINUTE: "1000000",
      INTELLIBOX_RECIPIENTS_PER_HOUR: "1000000",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
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
