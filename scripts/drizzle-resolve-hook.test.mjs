import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { inRoot } from "./paths.mjs";

const listing = `
  const modules = ["drizzle-orm", "drizzle-orm/pg-core", "drizzle-orm/node-postgres", "drizzle-orm/node-postgres/migrator"];
  for (const name of modules) console.log(name, Object.keys(await import(name)).length);`;

const run = (...options) =>
  execFileSync(process.execPath, [...options, "--input-type=module", "-e", listing], {
    cwd: inRoot("server"),
    encoding: "utf8",
  });

test("the hook resolves drizzle-orm to the same modules as Node", () => {
  const hook = pathToFileURL(inRoot("scripts", "drizzle-resolve-hook.mjs")).href;
  expect(run(`--import=${hook}`)).toBe(run());
});
