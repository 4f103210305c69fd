import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { root } from "./paths.mjs";

// Runs the real commands and the real npm on a small project with the same layout, in seconds and without a network: every
// dependency is a workspace, "vite" copies its source, and the server does what the environment says.
const folders = [];
let project;
/** A project after its first start. Most tests begin with a copy of it, because an install takes seconds. */
let installed;
beforeAll(async () => {
  if (process.platform === "win32") return;
  layOutProject();
  installed = project;
  const { code, printed } = await start();
  if (code !== 0) throw new Error(printed);
});
beforeEach(() => {
  project = newFolder();
  if (installed) cpSync(installed, project, { recursive: true, verbatimSymlinks: true });
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "intellibox-start-"));
  folders.push(folder);
  return folder;
}

/** A project that was never started. */
function layOutProject() {
  project = newFolder();
  cpSync(join(root, "scripts"), join(project, "scripts"), { recursive: true });
  layOut({
    "package.json": manifest("app", { workspaces: ["contract", "web", "node", "vite"], type: "module" }),
    "contract/package.json": manifest("contract"),
    "contract/locales/hi.json": "{}",
    "docs/guide/README.md": "# Guide\n",
    "docs/operations.md": "# Operations\n",
    "CHANGELOG.md": "# Changelog\n",
    "web/package.json": manifest("web", { dependencies: { vite: "*" } }),
    "web/main.tsx": "one",
    "node/package.json": manifest("node", { bin: { node: "bin/node" } }),
    "vite/package.json": manifest("vite", { bin: { vite: "vite.cjs" } }),
    "vite/vite.cjs": fakeVite,
    "server/src/main.ts": server,
    "package-lock.json": lock(),
  });
  mkdirSync(join(project, "node", "bin"));
  symlinkSync(process.execPath, join(project, "node", "bin", "node"));
}

describe.skipIf(process.platform === "win32")("npm start", () => {
  test("installs and builds the first time, and only runs the second time", async () => {
    layOutProject();
    const first = await start();
    expect(first).toMatchObject({ code: 0 });
    expect(first.printed).toMatch(/Installed in .* s\n.*Built the web app in .* s\n.*serving one\n$/s);
    const pages = ["index.html", "index.hi.html"].map((name) =>
      readFileSync(join(project, "web", "dist", name), "utf8"),
    );
    expect(pages).toEqual(["en", "hi"]);
    const filesOf = (language) => ["/theme.js", "/early-calls.js", "/icon.svg", `/assets/main-${language}.js`];
    expect(readFileSync(join(project, "web", "dist", "sw.js"), "utf8")).toBe(
      `16 ${JSON.stringify({ en: filesOf("en"), hi: filesOf("hi") })}`,
    );
    const second = await start();
    expect(second).toMatchObject({ code: 0, printed: "serving one\n" });
  });

  test("builds again after a source changed, but not if only its modification time did", async () => {
    layOut({ "web/main.tsx": "one" });
    expect((await start()).printed).toBe("serving one\n");
    layOut({ "web/main.tsx": "two" });
    expect((await start()).printed).toMatch(/Built the web app in .*\nserving two\n$/);
    expect((await start({ VITE_API_BASE: "/other" })).printed).toContain("Built the web app");
  });

  test("installs again after the lock file changed", async () => {
    layOut({
      "package.json": manifest("app", { workspaces: ["contract", "web", "node", "vite", "more"], type: "module" }),
      "more/package.json": manifest("more"),
      "package-lock.json": lock(["more"]),
    });
    expect((await start()).printed).toContain("Installed in");
    expect(existsSync(join(project, "node_modules", "more"))).toBe(true);
  });

  test("started twice at once installs and builds once", async () => {
    layOutProject();
    const runs = await Promise.all([start(), start()]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    const printed = runs.map((run) => run.printed).join("");
    expect(printed.match(/Installed in/g)).toHaveLength(1);
    expect(printed.match(/Built the web app in/g)).toHaveLength(1);
    expect(printed.match(/waiting for it/g)).toHaveLength(1);
  });

  test("a failed install shows npm's message, and serves nothing", async () => {
    layOutProject();
    layOut({ "package-lock.json": JSON.stringify({ lockfileVersion: 3, packages: { "": {} } }) });
    const { code, printed } = await start();
    expect(code).toBe(1);
    expect(printed).toMatch(/npm ci failed:.*npm error/s);
    expect(printed).not.toContain("serving");
  });

  test("a failed build shows Vite's message, and leaves the last good app in place", async () => {
    layOut({ "web/main.tsx": "broken" });
    const { code, printed } = await start();
    expect(code).toBe(1);
    expect(printed).toMatch(/vite build failed:.*cannot read main\.tsx/s);
    expect(readFileSync(join(project, "web", "dist", "app.js"), "utf8")).toBe("one");
  });

  test("ends with the server's exit code", async () => {
    expect((await start({ DO: "exit 7" })).code).toBe(7);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"])("on %s waits until the server has closed", async (signal) => {
    const run = begin({ DO: "wait" });
    await run.until("serving");
    run.child.kill(signal);
    const { code, printed } = await run.end();
    expect(printed).toContain(`${signal}, closing\nclosed\n`);
    expect(code).toBe(0);
  });

  test("ends the server when its own parent has ended", async () => {
    const run = begin({ DO: "wait" }, ["sh", "-c", '"$0" "$@"; true', process.execPath]);
    await run.until("serving");
    run.child.kill("SIGKILL");
    await run.until("closed");
  });

  test("with a Node that cannot run the product, it says what to do", async () => {
    rmSync(join(project, "node_modules", "node"), { recursive: true, force: true });
    layOut({ "pretend-20.mjs": 'Object.defineProperty(process.versions, "node", { value: "20.1.0" });' });
    const { code, printed } = await start({ NODE_OPTIONS: `--import=${join(project, "pretend-20.mjs")}` });
    expect(code).toBe(1);
    expect(printed).toMatch(/runs on Node 24.*this is Node 20\.1\.0.*https:\/\/nodejs\.org/s);
  });
});

const start = (env) => begin(env).end();

function begin(env = {}, [command, ...before] = [process.execPath]) {
  const child = spawn(command, [...before, "scripts/start.mjs"], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
  const end = async () => {
    const [code] = await once(child, "close");
    return { code, printed };
  };
  const until = async (words) => {
    while (!printed.includes(words)) await once(child.stdout, "data");
  };
  return { child, end, until };
}

function layOut(files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(project, path, ".."), { recursive: true });
    writeFileSync(join(project, path), text);
  }
}

function manifest(name, more = {}) {
  return JSON.stringify({ name, version: "1.0.0", ...more });
}

function lock(more = []) {
  const names = ["contract", "web", "node", "vite", ...more];
  const workspaces = names.flatMap((name) => [
    [name, { version: "1.0.0", ...(name === "web" ? { dependencies: { vite: "*" } } : {}) }],
    [`node_modules/${name}`, { resolved: name, link: true }],
  ]);
  const packages = { "": { name: "app", version: "1.0.0", workspaces: names }, ...Object.fromEntries(workspaces) };
  return JSON.stringify({ name: "app", version: "1.0.0", lockfileVersion: 3, requires: true, packages });
}

const fakeVite = `
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const source = readFileSync("main.tsx", "utf8");
if (source === "broken") { console.error("cannot read main.tsx"); process.exit(1); }
const out = process.argv[process.argv.indexOf("--outDir") + 1];
if (process.env.SERVICE_WORKER_FILES) {
  const { version, files } = JSON.parse(readFileSync(process.env.SERVICE_WORKER_FILES, "utf8"));
  writeFileSync(out + "/sw.js", version.length + " " + JSON.stringify(files));
  process.exit(0);
}
mkdirSync(out + "/assets", { recursive: true });
writeFileSync(out + "/assets/main-" + process.env.BUILD_LANGUAGE + ".js", source);
writeFileSync(out + "/app.js", source);
writeFileSync(out + "/index.html", process.env.BUILD_LANGUAGE);
writeFileSync(out + "/preloads.json", "{}");
`;

const server = `
import { readFileSync } from "node:fs";
const [verb, code] = (process.env.DO ?? "").split(" ");
const timer = verb === "wait" ? setTimeout(() => process.exit(9), 60_000) : undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    console.log(signal + ", closing");
    setTimeout(() => { console.log("closed"); clearTimeout(timer); }, 300);
  });
}
console.log("serving", readFileSync("web/dist/app.js", "utf8"));
if (verb === "exit") process.exit(Number(code));
`;
