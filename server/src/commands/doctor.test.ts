import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { createSealer, keyIdOf } from "#lib/seal.ts";
import { storeIdKey, withInstallation } from "#db/installation.ts";
import { placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { openFileStore } from "#outside/objects/files.ts";
import { testMasterKey } from "#test/app-process.ts";
import { makeCertificate } from "#test/certificate.ts";
import { testWorld } from "#test/test-world.ts";
import { checkDatabase } from "./doctor/check-database.ts";
import { checkDomain } from "./doctor/check-dns.ts";
import { checkDisk, checkObjects } from "./doctor/check-machine.ts";
import {
  checkPublicClock,
  checkServers,
  configuredServers,
  judgeClock,
  sendingDomains,
} from "./doctor/check-network.ts";
import { checkRecord } from "./doctor/check-record.ts";
import { checkSecrets } from "./doctor/check-secrets.ts";
import { checkSettings } from "./doctor/check-settings.ts";
import { judgeChain } from "./doctor/check-tls.ts";
import { type Finding, lineOf } from "./doctor/finding.ts";
import { withOwner } from "./installation-parts.ts";

const { world, url, person, peek } = await testWorld();
const { roles } = world.db;
const scratch = await mkdtemp(join(tmpdir(), "intellibox-doctor-"));
afterAll(() => rm(scratch, { recursive: true, force: true }));
const shown = (findings: Finding[]) => findings.map(lineOf);
const states = (findings: Finding[]) => findings.map(({ state }) => state);

test("a migrated database is in order; a missing right and a missing migration are named", async () => {
  const check = () => withOwner(url, checkDatabase);
  expect(states(await check())).toEqual(["ok", "ok", "ok"]);
  await peek(`revoke select on plans from ${roles.tenant}`);
  expect(shown(await check()).at(-1)).toMatch(
    /^✗ Rights: not as this version needs them: .*plans.*\n {4}Run `npm run migrate`/,
  );
  await peek(`grant select on plans to ${roles.tenant}`);
  const [last] = await peek<{ hash: string; created_at: string }>(
    "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning hash, created_at",
  );
  expect(shown(await check()).at(-1)).toMatch(/^✗ Migrations: 1 of \d+ are missing/);
  await peek("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    last?.hash,
    last?.created_at,
  ]);
});

test("a key that does not open what is sealed is a fault, and says what cannot be read", async () => {
  const { tenantId } = await person("SUPER_ADMIN");
  const sealed = createSealer(() => [testMasterKey]).seal(
    "s3cret",
    placeOf(sealedColumns.mailServerPassword, tenantId, "smtp"),
  );
  const insert =
    "insert into mail_servers (tenant_id, protocol, host, port, secure, username, password_sealed) values ($1, $2, 'mail.intellibox.dev', 587, false, 'x', $3)";
  await peek(insert, [tenantId, "smtp", sealed]);
  const check = (key: Buffer) => withOwner(url, (client) => checkSecrets(client, [key]));
  expect(shown(await check(testMasterKey))).toEqual(["✓ Master key: opens what is sealed (1 of 1 secrets tried)"]);
  const other = Buffer.alloc(32, 1);
  expect(shown(await check(other))[0]).toMatch(
    /^✗ Master key: .*1 password of a mail server\.\n.*Put that key into secret\.key/,
  );
  // The lost key was given up: the old one in its place would stop the next start.
  await withInstallation(url, (record) => record.record("master_key", keyIdOf(other), "the file secret.key"));
  expect(shown(await check(other))[0]).toMatch(
    /^✗ Master key: .*1 password of a mail server\.\n.*Enter them again in the app/,
  );
  await peek("delete from drizzle.installation");
  // Sealed for another row.
  await peek(insert, [tenantId, "imap", sealed]);
  expect(shown(await check(testMasterKey))[0]).toMatch(
    /^✗ Master key: 1 stored secrets do not open: mail_servers imap/,
  );
  await withOwner(url, async (client) => {
    expect(await configuredServers(client)).toContainEqual({
      protocol: "smtp",
      host: "mail.intellibox.dev",
      port: 587,
    });
    // Addresses of tests have no DNS.
    expect(await sendingDomains(client)).toEqual([]);
  });
  await peek("delete from mail_servers where tenant_id = $1", [tenantId]);
});

test("a master key or object store that the database does not record is a fault", async () => {
  const store = openFileStore(join(scratch, "recorded"));
  await withInstallation(url, async (record) => {
    await record.record("master_key", "0123456789ab", "the file secret.key");
    await record.record("object_store", "an-id", "a folder");
  });
  const check = (keyIds: string[]) => withOwner(url, (client) => checkRecord(client, { keyIds, objects: store }));
  expect(states(await check(["other"]))).toEqual(["fault", "fault"]);
  await store.put(storeIdKey, Buffer.from("an-id"));
  expect(states(await check(["0123456789ab"]))).toEqual(["ok", "ok"]);
  await peek("delete from drizzle.installation");
});

test("the object store is tried, and a full disk is named", async () => {
  const store = openFileStore(join(scratch, "objects"));
  expect(states(await checkObjects(store))).toEqual(["ok"]);
  expect(shown(await checkObjects({ ...store, put: () => Promise.reject(new Error("no space left")) }))[0]).toMatch(
    /^✗ Object store: no space left/,
  );
  expect(states(await checkObjects({ ...store, remove: async () => undefined }))).toEqual(["fault"]);
  const disk = (bavail: number) => checkDisk("/data", async () => ({ bavail, bsize: 1e6, blocks: 1e6 }));
  expect([await disk(500), await disk(2000), await disk(900_000)].flatMap(states)).toEqual(["fault", "warning", "ok"]);
});

test("SPF, DMARC and DKIM of a sending domain are judged; a silent name server is no fault", async () => {
  const missing = () => Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" }));
  const dns = (records: Record<string, string[]>) => (name: string) =>
    records[name] ? Promise.resolve(records[name]) : missing();
  const good = {
    "a.dev": ["v=spf1 include:x -all", "other"],
    "_dmarc.a.dev": ["v=DMARC1; p=reject"],
    "s1._domainkey.a.dev": ["v=DKIM1; p=MIGf"],
  };
  expect(shown(await checkDomain("a.dev", dns(good)))).toEqual([
    "✓ DNS of a.dev: SPF",
    "✓ DNS of a.dev: DMARC (reject)",
    "✓ DNS of a.dev: DKIM (s1)",
  ]);
  expect(states(await checkDomain("a.dev", dns({})))).toEqual(["warning", "warning", "warning"]);
  const two = { ...good, "a.dev": ["v=spf1 -all", "v=spf1 ~all"] };
  expect(states(await checkDomain("a.dev", dns(two)))[0]).toBe("fault");
  expect(states(await checkDomain("a.dev", dns({ ...good, "a.dev": ["v=spf1 +all"] })))[0]).toBe("fault");
  const silent = () => Promise.reject(Object.assign(new Error("timeout"), { code: "ETIMEOUT" }));
  expect(shown(await checkDomain("a.dev", silent))).toEqual([
    "! DNS of a.dev: could not be checked: the name server does not answer (ETIMEOUT)",
  ]);
});

test("the clock, ports and certificates are judged, and what cannot be reached is no fault of the installation", async () => {
  const times = { before: 1_000_000, after: 1_000_200 };
  const clock = (other: number) => judgeClock("the database", other, times).state;
  expect([clock(1_000_100), clock(1_010_000), clock(1_100_000)]).toEqual(["ok", "warning", "fault"]);
  expect((await checkPublicClock("https://x.dev", () => Promise.reject(new Error("offline")))).state).toBe("unknown");
  const online = { allowPrivate: false, isOnline: true };
  const server = { protocol: "smtp", host: "mail.dev", port: 25 };
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  expect(shown(await checkServers([server], online, failing("ECONNREFUSED")))[0]).toMatch(
    /^✗ SMTP mail.dev:25: cannot be reached[\s\S]*port 25/,
  );
  expect(states(await checkServers([server], { ...online, isOnline: false }, failing("EAI_AGAIN")))).toEqual([
    "unknown",
  ]);
  const { cert } = makeCertificate();
  const judge = (host: string, days: number) =>
    judgeChain([new X509Certificate(cert)], { host, now: new Date(Date.now() + days * 86_400_000) })[0]?.said;
  expect(judge("localhost", 0)).toContain("self-signed");
  expect(judge("mail.dev", 0)).toBe("the certificate is not for mail.dev");
  expect(judge("localhost", 40_000)).toContain("the certificate ended on");
  const settings = { host: "0.0.0.0", publicUrl: undefined, tls: undefined, trustProxy: false, isDemoExposed: true };
  expect(shown(checkSettings(settings))).toEqual([
    expect.stringContaining("! Settings: PUBLIC_URL"),
    expect.stringContaining("! Settings: the demo"),
  ]);
});

test("the command works without a network, prints JSON on request, and exits with 1 on a fault", async () => {
  const run = async (args: string[], settings: Record<string, string>) => {
    const env = { PATH: process.env.PATH, INTELLIBOX_DATA: scratch, GOOGLE_ISSUER: "http://127.0.0.1:1", ...settings };
    const file = fileURLToPath(new URL("doctor.ts", import.meta.url));
    return promisify(execFile)(process.execPath, [file, ...args], { env, cwd: scratch }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
  };
  const good = await run(["--json"], { DATABASE_URL: url });
  expect(JSON.parse(good.stdout)).toContainEqual({
    check: "Clock",
    state: "unknown",
    said: "could not be checked: 127.0.0.1:1 cannot be reached",
  });
  expect(good.code).toBe(0);
  const bad = await run([], { PORT: "eighty" });
  expect(bad).toEqual({
    code: 1,
    stdout: "✗ Settings: PORT must be a port number\n    Correct it in the environment or in .env.\n",
  });
}, 60_000);
