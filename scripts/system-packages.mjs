import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { findBrowser, findHeadlessShell } from "../e2e/browser.ts";
import { findSystemBinaries } from "../server/test/database-server.ts";
import { findPgBouncer } from "../server/test/find-pgbouncer.ts";
import { commandFile } from "./paths.mjs";
import { capture } from "./run.mjs";
import { progress, SetupError, say, yellow } from "./terminal.mjs";

const dovecots = ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot", "/opt/homebrew/sbin/dovecot"];

/** Programs that some tests need and npm cannot install. With the packages in `faster`, the tests take less time. */
export const programs = [
  {
    name: "Chromium",
    packages: ["chromium"],
    isThere: () => findBrowser() !== undefined,
    without: "the browser tests",
    faster: { packages: ["chromium-headless-shell"], isThere: () => findHeadlessShell() !== undefined },
  },
  {
    name: "Dovecot",
    packages: ["dovecot-imapd", "dovecot-pop3d", "dovecot-lmtpd"],
    isThere: () => dovecots.some((file) => existsSync(file)),
    without: "the tests against a real IMAP and POP3 server",
  },
  {
    name: "PostgreSQL",
    packages: ["postgresql"],
    isThere: () => hasPostgres(),
    without: "the server tests on the system's PostgreSQL",
  },
  {
    name: "PgBouncer",
    packages: ["pgbouncer"],
    isThere: () => findPgBouncer() !== undefined,
    without: "the tests through a real connection pooler",
  },
];

/** Uses the search of the tests, which throws if it finds none. */
const hasPostgres = () =>
  findSystemBinaries().then(
    () => true,
    () => false,
  );

/** Facts that decide whether programs can be installed, and how. */
const thisMachine = {
  isRoot: process.getuid?.() === 0,
  aptGet: "/usr/bin/apt-get",
  release: "/etc/os-release",
  servicePolicy: "/usr/sbin/policy-rc.d",
};

/** As root on a system with apt-get, installs the missing programs. Returns those that are still missing. */
export async function installMissing(wanted, machine = thisMachine) {
  const missing = await absent(wanted);
  if (!machine.isRoot || !existsSync(machine.aptGet)) return missing;
  if (missing.length > 0) await installAll(missing, machine);
  const stillMissing = await absent(missing);
  await installFaster(
    wanted.filter((program) => !stillMissing.includes(program)),
    machine,
  );
  return stillMissing;
}

async function installAll(missing, machine) {
  const names = missing.map(({ name }) => name).join(", ");
  try {
    await progress({
      doing: `Installing ${names}`,
      done: `Installed ${names}`,
      work: () => installByApt(missing, machine),
    });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(yellow(error.message));
  }
}

/** A release without these packages runs the tests as well. */
async function installFaster(present, { aptGet, release }) {
  const packages = present.filter(({ faster }) => faster && !faster.isThere()).flatMap(({ faster }) => faster.packages);
  if (packages.length === 0 || isUbuntu(release)) return;
  const quiet = ["-qq", "-o", "Acquire::http::Timeout=10", "-o", "Acquire::Retries=0"];
  const work = async () => {
    await capture(aptGet, [...quiet, "update"]);
    await capture(aptGet, [...quiet, "install", "-y", "--no-install-recommends", ...packages], { env: noQuestions() });
  };
  await progress({ doing: `Installing ${packages}`, done: `Looked for ${packages}`, work });
}

async function absent(wanted) {
  const found = await Promise.all(wanted.map((need) => need.isThere()));
  return wanted.filter((_need, index) => !found[index]);
}

async function installByApt(missing, { aptGet, release, servicePolicy }) {
  // Ubuntu's chromium package installs a snap, which a container cannot run. Playwright downloads a browser for Ubuntu.
  const ownBrowser = isUbuntu(release) && missing.some(({ name }) => name === "Chromium");
  const packages = missing.filter(({ name }) => !(ownBrowser && name === "Chromium")).flatMap((need) => need.packages);
  if (ownBrowser) {
    await run(process.execPath, [commandFile("@playwright/test"), "install", "--with-deps", "chromium"]);
  }
  if (packages.length === 0) return;
  const quiet = ["-qq", "-o", "DPkg::Lock::Timeout=300"];
  await run(aptGet, [...quiet, "update"]);
  await withoutServices(servicePolicy, () =>
    run(aptGet, [...quiet, "install", "-y", "--no-install-recommends", ...packages]),
  );
}

const isUbuntu = (release) => /^ID(_LIKE)?=.*ubuntu/m.test(readFileSync(release, "utf8"));

const noQuestions = () => ({ ...process.env, DEBIAN_FRONTEND: "noninteractive" });

async function run(command, args) {
  const { code, output } = await capture(command, args, { env: noQuestions() });
  if (code !== 0) throw new SetupError(`${[command, ...args].join(" ")} failed:\n${output.trim()}`);
}

/** Debian starts a service that it installs unless this file forbids it. The tests start their own, on their own ports. */
async function withoutServices(policy, work) {
  if (existsSync(policy)) return await work();
  writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    await work();
  } finally {
    rmSync(policy, { force: true });
  }
}
