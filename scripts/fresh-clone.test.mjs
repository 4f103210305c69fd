import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./paths.mjs";

// The first thing that a newcomer does: `npm start` in a copy of the sources and nothing else.
const startLimit = 600_000;

describe.skipIf(process.platform === "win32" || !registryAnswers())("a fresh clone", () => {
  let clone;
  const running = [];
  beforeAll(() => {
    clone = join(mkdtempSync(join(tmpdir(), "intellibox-clone-")), "intellibox");
    // The embedded database runs as another user if we are root, and has to reach its folder.
    chmodSync(dirname(clone), 0o755);
    cpSync(root, clone, { recursive: true, filter: isSource });
  });
  afterAll(async () => {
    await Promise.all(running.map((run) => run.stop()));
    // The run does not wait until fifty thousand files are deleted.
    spawn("rm", ["-rf", dirname(clone)], { detached: true, stdio: "ignore" }).unref();
  }, startLimit);

  const start = async () => {
    const run = npmStart(clone);
    running.push(run);
    await run.answers();
    return run;
  };

  test(
    "npm start installs, builds, creates the database, loads the demo, serves web and API on one port and prints the address [RUN-01] [RUN-02] [RUN-03] [RUN-04]",
    async () => {
      expect(existsSync(join(clone, "node_modules"))).toBe(false);
      const run = await start();
      expect(run.printed()).toMatch(/Installed in .*Built the web app in .*running at http:\/\/localhost:\d+/s);
      expect(run.printed()).toMatch(/owner@intellibox\.test.*user@acme\.test.*user@globex\.test/s);
      expect(run.printed()).not.toMatch(/warn|deprecated|EBADENGINE/i);

      const page = await fetch(`${run.url()}/login`);
      expect(await page.text()).toContain("<!doctype html>");
      const account = JSON.stringify({ email: "user@acme.test", password: "intellibox-demo" });
      const headers = { "content-type": "application/json" };
      const login = await fetch(`${run.url()}/api/auth/login`, { method: "POST", headers, body: account });
      expect(login.status).toBe(200);
      await run.stop();
      expect(await isAbandoned(clone)).toBe(true);
    },
    startLimit,
  );

  test(
    "starts again without installing or building: `npm run bench start` holds it to 3 s [RUN-05]",
    async () => {
      const run = await start();
      expect(run.printed()).not.toMatch(/Install|Built/);
      await run.stop();
    },
    startLimit,
  );
});

function registryAnswers() {
  try {
    execFileSync("npm", ["ping"], { stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

const made = new Set([".git", ".env", "data", "tmp", "test-results", "playwright-report", join("web", "dist")]);
const isSource = (path) => basename(path) !== "node_modules" && !made.has(relative(root, path));

function npmStart(folder) {
  const { PATH, HOME } = process.env;
  // A newcomer's path does not have the commands that npm added to it for this run.
  const path = PATH.split(":").filter((entry) => !entry.includes("node_modules"));
  const env = { PATH: path.join(":"), HOME, PORT: "0", npm_config_prefer_offline: "true" };
  const child = spawn("npm", ["start"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const closed = once(child, "close");
  const printed = () => output;
  const url = () => /http:\/\/localhost:\d+/.exec(output)?.[0];
  const answers = async () => {
    while (!url() || !(await isReady(url()))) {
      if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
      await sleep(20);
    }
  };
  const stop = async () => {
    child.kill("SIGTERM");
    // npm does not wait for its children, but they hold these streams open until the last of them has ended.
    await closed;
  };
  return { printed, url, answers, stop };
}

const isReady = (url) =>
  fetch(`${url}/api/ready`).then(
    (answer) => answer.ok,
    () => false,
  );

/** No process runs in the folder, or from it. */
async function isAbandoned(folder) {
  const list = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  return !list.includes(folder);
}
