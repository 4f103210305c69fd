import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import {
  clusterOf,
  findOrdinaryUser,
  makeFolder,
  makeFolderFor,
  query,
  serverOf,
  startProcess,
} from "#test/embedded-process.ts";
import { findNative } from "./binaries.ts";

vi.setConfig({ testTimeout: 180_000 });

const ordinary = findOrdinaryUser();

/** The package as npm unpacks it, before its scripts run. */
async function unpack(): Promise<string> {
  const native = join(makeFolder(), "native");
  const isLink = (path: string) => lstatSync(path).isSymbolicLink();
  await cp(findNative(), native, { recursive: true, filter: (path) => !isLink(path) && !path.endsWith(".a") });
  await cp(join(dirname(findNative()), "package.json"), join(dirname(native), "package.json"));
  return native;
}

const linksOf = (native: string): string[] => {
  const list: { target: string }[] = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"));
  return list.map(({ target }) => join(dirname(native), target));
};

test("the server runs from a package whose postinstall script was blocked", async ({ skip }) => {
  skip(process.platform !== "linux", "only the packages for Linux need links");
  const native = await unpack();
  expect(linksOf(native).some((link) => existsSync(link))).toBe(false);
  const dataDir = makeFolder();
  // Two at the same time: each finds some links missing and some just created.
  const programs = await Promise.all([startProcess({ dataDir, native }), startProcess({ dataDir, native })]);
  await serverOf(clusterOf(dataDir));
  expect(linksOf(native).every((link) => existsSync(link))).toBe(true);
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["18"]);
  for (const { leave } of programs) await leave();
});

test("the server runs from a copy when the links are missing and the package cannot be written to", async ({
  skip,
}) => {
  skip(process.platform !== "linux", "only the packages for Linux need links");
  skip(ordinary.missing !== undefined, ordinary.missing);
  const native = await unpack();
  chmodSync(join(native, "lib"), 0o555);
  const dataDir = await makeFolderFor(ordinary.as);
  const program = await startProcess({ dataDir, native, as: ordinary.as });
  await serverOf(clusterOf(dataDir));
  await query(program.url, "create extension pg_trgm");
  expect(await query(program.url, "select similarity('mail', 'mail') as similarity")).toEqual([{ similarity: 1 }]);
  expect(linksOf(native).some((link) => existsSync(link))).toBe(false);
  await program.leave();
  const { version } = JSON.parse(readFileSync(join(dirname(native), "package.json"), "utf8"));
  expect(readdirSync(join(dataDir, "postgres")).sort()).toEqual(["18", `binaries-${version}`]);

  // Another version of the package replaces the copy.
  await writeFile(join(dirname(native), "package.json"), JSON.stringify({ version: "18.99" }));
  const later = await startProcess({ dataDir, native, as: ordinary.as });
  await later.leave();
  expect(readdirSync(join(dataDir, "postgres")).sort()).toEqual(["18", "binaries-18.99"]);
  chmodSync(join(native, "lib"), 0o755);
});
