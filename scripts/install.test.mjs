import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { recordMatches } from "./install.mjs";
import { inRoot, root } from "./paths.mjs";

const lock = {
  "": { name: "app", workspaces: ["web"] },
  web: { version: "1.0.0" },
  "node_modules/web": { resolved: "web", link: true },
  "node_modules/left": { version: "1.2.3", integrity: "sha512-left" },
  "node_modules/right": { version: "2.0.0", integrity: "sha512-right", dev: true },
  "node_modules/left/node_modules/deep": { version: "3.0.0", integrity: "sha512-deep" },
  "node_modules/mac-only": { version: "1.0.0", integrity: "sha512-mac", optional: true },
};
const { "": _root, "node_modules/mac-only": _mac, ...installed } = lock;
const without = (path) => Object.fromEntries(Object.entries(installed).filter(([key]) => key !== path));
const withEntry = (path, entry) => ({ ...installed, [path]: entry });

test("an install without another platform's binaries is complete", () => {
  expect(recordMatches(lock, installed)).toBe(true);
  expect(recordMatches(lock, withEntry("node_modules/mac-only", lock["node_modules/mac-only"]))).toBe(true);
});

test.each([
  ["a package is missing", without("node_modules/left")],
  ["a nested package is missing", without("node_modules/left/node_modules/deep")],
  ["the development packages were left out", without("node_modules/right")],
  ["a workspace is not linked", without("node_modules/web")],
  ["a version differs", withEntry("node_modules/left", { version: "1.2.4", integrity: "sha512-left" })],
  ["the contents differ", withEntry("node_modules/left", { version: "1.2.3", integrity: "sha512-other" })],
  ["something is left over", withEntry("node_modules/gone", { version: "1.0.0" })],
  ["nothing is there", {}],
])("an install is made again when %s", (_what, found) => {
  expect(recordMatches(lock, found)).toBe(false);
});

test("npm's scripts run on the pinned Node 24, whatever Node the machine has [RUN-12]", () => {
  const { dependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const options = { cwd: root, encoding: "utf8", shell: process.platform === "win32" };
  const version = execFileSync("npm", ["exec", "--call", "node --version"], options).trim();
  expect(version).toBe(`v${dependencies.node}`);
  expect(version).toMatch(/^v24\./);
});
