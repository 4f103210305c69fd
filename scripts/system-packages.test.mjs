import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installMissing, programs } from "./system-packages.mjs";

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "intellibox-apt-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name) => join(folder, name);

/** A Debian whose apt-get records its arguments, and whether services were kept from starting. */
function debian({ fails = false } = {}) {
  writeFileSync(file("os-release"), 'ID=debian\nNAME="Debian GNU/Linux"\n');
  const script = `#!/bin/sh
cd '${folder}'
echo "$@" >> asked
test -e policy && echo held >> asked
for word in "$@"; do case "$word" in -*) ;; *) touch "installed-$word" ;; esac; done
${fails ? 'echo "no such mirror"; exit 100' : ""}
`;
  writeFileSync(file("apt-get"), script);
  chmodSync(file("apt-get"), 0o755);
  return { isRoot: true, aptGet: file("apt-get"), release: file("os-release"), servicePolicy: file("policy") };
}

const asked = () => (existsSync(file("asked")) ? readFileSync(file("asked"), "utf8").trim().split("\n") : []);
const wanted = programs.map((program) => ({
  ...program,
  isThere: () => areInstalled(program.packages),
  ...(program.faster && { faster: { ...program.faster, isThere: () => areInstalled(program.faster.packages) } }),
}));
const areInstalled = (packages) => packages.every((name) => existsSync(file(`installed-${name}`)));

test("as root on Debian, Chromium, Dovecot, PostgreSQL and PgBouncer are installed with apt where they are missing [RUN-10]", async () => {
  const missing = await installMissing(wanted, debian());

  const [update, install, held] = asked();
  expect(update).toMatch(/ update$/);
  expect(install).toMatch(/ install -y .*chromium dovecot-imapd dovecot-pop3d dovecot-lmtpd postgresql pgbouncer$/);
  expect(held).toBe("held");
  expect(missing).toEqual([]);
  // The machine may start its services again.
  expect(existsSync(file("policy"))).toBe(false);
});

test("only missing programs are installed, and apt-get is not called if none is missing", async () => {
  const machine = debian();
  writeFileSync(file("installed-chromium"), "");
  writeFileSync(file("installed-chromium-headless-shell"), "");
  await installMissing(wanted, machine);
  expect(asked()[1]).toMatch(/ dovecot-imapd dovecot-pop3d dovecot-lmtpd postgresql pgbouncer$/);
  expect(asked()[1]).not.toContain("chromium");

  rmSync(file("asked"));
  expect(await installMissing(wanted, machine)).toEqual([]);
  expect(asked()).toEqual([]);
});

test("a package that only saves time is installed apart, and nothing is missing without it", async () => {
  const chromium = wanted.filter(({ name }) => name === "Chromium");
  writeFileSync(file("installed-chromium"), "");
  expect(await installMissing(chromium, debian({ fails: true }))).toEqual([]);
  expect(asked().at(-1)).toMatch(/ install -y --no-install-recommends chromium-headless-shell$/);
});

test("without root or without apt, nothing is installed and every program is reported as missing", async () => {
  const names = programs.map(({ name }) => name);
  const found = async (machine) => (await installMissing(wanted, machine)).map(({ name }) => name);
  expect(await found({ ...debian(), isRoot: false })).toEqual(names);
  expect(await found({ ...debian(), aptGet: file("no-such-apt") })).toEqual(names);
  expect(asked()).toEqual([]);
});

test("after a failed install, the tests that can run without the program still run", async () => {
  const machine = debian({ fails: true });
  const never = wanted.map((program) => ({ ...program, isThere: () => false }));
  expect((await installMissing(never, machine)).length).toBe(programs.length);
});
