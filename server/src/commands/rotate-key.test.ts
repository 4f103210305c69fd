import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { masterKeyFile, newMasterKey, openKeyring } from "#lib/master-keys.ts";
import { createSealer, keyIdOf } from "#lib/seal.ts";
import { resealAll } from "#db/reseal.ts";
import { sealedColumns } from "#db/sealed-columns.ts";
import { openScope } from "#scope.ts";
import { modelSettingsOf } from "#features/ai-settings/model-settings.ts";
import { mailServerLogin } from "#features/mail-servers/mail-servers.ts";
import { pushIdentity } from "#features/notifications/push-keys.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { buildApp } from "../app.ts";

const { person, peek, world, url } = await testWorld();
// The login of the template is under the key of all tests, and this installation has a key of its own.
await peek("delete from drizzle.logins");
const folder = await mkdtemp(join(tmpdir(), "intellibox-keys-"));
// A running server, whose key file the command changes.
const sealer = createSealer(openKeyring({ dataDir: folder, secret: undefined, previousSecret: undefined }));
const running = { ...world, sealer };
const app = await buildApp(running);
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const command = fileURLToPath(new URL("rotate-key.ts", import.meta.url));
const rotate = async (environment: Record<string, string> = {}, ...args: string[]) => {
  const env = { PATH: process.env.PATH, DATABASE_URL: url, INTELLIBOX_DATA: folder, ...environment };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [command, ...args], { env });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
};

const secrets = { smtp: "smtp-s3cret", imap: "imap-s3cret", pop3: "pop3-s3cret", ai: "sk-s3cret" };
const put = (who: Caller, path: string, payload: object, method: "POST" | "PUT" = "POST") =>
  app.inject({ method, url: `/api${path}`, payload, headers: { authorization: `Bearer ${who.token}` } });

async function saveSecrets(who: Caller) {
  for (const protocol of ["smtp", "imap", "pop3"] as const) {
    const form = { host: "mail.example.com", port: 993, username: "ana", password: secrets[protocol] };
    expect((await put(who, `/tenants/${protocol}`, form)).statusCode).toBe(201);
  }
  const settings = { provider: "openai", model: "gpt-4o", temperature: 0, systemPrompt: "", apiKey: secrets.ai };
  expect((await put(who, api.aiSettings.update.path, settings, "PUT")).statusCode).toBe(200);
}

const openSecrets = (who: Caller) => {
  const scope = openScope(running, { user: who });
  return scope.tx(async (tx) => ({
    smtp: (await mailServerLogin(tx, scope, "smtp"))?.password,
    imap: (await mailServerLogin(tx, scope, "imap"))?.password,
    pop3: (await mailServerLogin(tx, scope, "pop3"))?.password,
    ai: (await modelSettingsOf(tx, scope)).apiKey,
  }));
};

const keyIds = async () => {
  const ids = new Set<string>();
  for (const { table, column } of Object.values(sealedColumns)) {
    for (const row of await peek<{ id: string }>(
      `select distinct split_part(${column}, '.', 2) as id from ${table} where ${column} is not null`,
    ))
      ids.add(row.id);
  }
  return [...ids];
};
const fileKeys = async () =>
  (await readFile(masterKeyFile(folder), "utf8"))
    .trim()
    .split("\n")
    .map((line) => keyIdOf(Buffer.from(line, "base64")));

test("the list of sealed columns equals the database's: a rotation would miss a column that is not listed", async () => {
  const found = await peek<{ place: string }>(
    "select table_name || '.' || column_name as place from information_schema.columns where table_schema = 'public' and column_name like '%\\_sealed' order by 1",
  );
  const listed = Object.values(sealedColumns).map(({ table, column }) => `${table}.${column}`);
  expect(listed.sort()).toEqual(found.map(({ place }) => place));
});

test("no table holds a secret in plain text", async () => {
  const sam = await person("SUPER_ADMIN");
  await saveSecrets(sam);
  const tables = await peek<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  expect(tables.length).toBeGreaterThan(8);
  for (const { name } of tables) {
    const [dump] = await peek<{ text: string | null }>(`select string_agg(t::text, E'\\n') as text from "${name}" t`);
    for (const secret of Object.values(secrets)) expect(dump?.text ?? "", name).not.toContain(secret);
  }
});

test("a rotation moves every secret to a new key while a server runs, and removes the old key on request", async () => {
  const sam = await person("SUPER_ADMIN");
  await saveSecrets(sam);
  const pushKeys = await pushIdentity(running);
  const [before] = await fileKeys();

  expect(await rotate()).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^\d+ secrets moved to the newest master key\./),
  });
  const [newest, older] = await fileKeys();
  expect(older).toBe(before);
  expect(await keyIds()).toEqual([newest]);
  expect(await openSecrets(sam)).toEqual(secrets);
  expect(await pushIdentity(running)).toEqual(pushKeys);
  expect((await stat(masterKeyFile(folder))).mode & 0o777).toBe(0o600);

  // The server seals with the new key without a restart.
  const tom = await person("SUPER_ADMIN");
  await saveSecrets(tom);
  expect(await keyIds()).toEqual([newest]);

  expect(await rotate({}, "--drop-old")).toMatchObject({
    code: 0,
    said: expect.stringContaining("The old master keys are gone."),
  });
  expect(await fileKeys()).toEqual([newest]);
  expect(await openSecrets(sam)).toEqual(secrets);
  expect(await openSecrets(tom)).toEqual(secrets);
});

test("a secret that was saved under the old key meanwhile is moved before that key is dropped", async () => {
  const sam = await person("SUPER_ADMIN");
  await saveSecrets(sam);
  const stale = await peek<{ password_sealed: string }>(
    "select password_sealed from mail_servers where tenant_id = $1 and protocol = 'smtp'",
    [sam.tenantId],
  );
  await rotate();
  await peek("update mail_servers set password_sealed = $2 where tenant_id = $1 and protocol = 'smtp'", [
    sam.tenantId,
    stale[0]?.password_sealed,
  ]);
  expect(await rotate({}, "--drop-old")).toMatchObject({ code: 0, said: expect.stringMatching(/^1 secret moved/) });
  expect(await openSecrets(sam)).toEqual(secrets);
});

test("many secrets are moved in batches, each once", async () => {
  const old = Buffer.alloc(32, 1);
  const aiKey = sealedColumns.aiKey;
  const sealOld = createSealer(() => [old]);
  const ids = Array.from({ length: 405 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`);
  const sealed = ids.map((id, n) =>
    sealOld.seal(`key ${n}`, { tenantId: id, table: aiKey.table, row: id, field: aiKey.field }),
  );
  await peek(
    "insert into tenants (id, code, name, slug, address) select id, id, id, id, '{}' from unnest($1::uuid[]) id",
    [ids],
  );
  await peek(
    "insert into ai_settings (tenant_id, provider, model, temperature, system_prompt, api_key_sealed) select id, 'openai', 'm', 0, '', sealed from unnest($1::uuid[], $2::text[]) as t(id, sealed)",
    [ids, sealed],
  );
  const [key = Buffer.alloc(0)] = openKeyring({ dataDir: folder, secret: undefined, previousSecret: undefined })();
  const both = createSealer(() => [key, old]);
  expect(await resealAll(world.db, both)).toEqual({ moved: 405, stuck: [] });
  expect(await resealAll(world.db, both)).toEqual({ moved: 0, stuck: [] });
  const [row] = await peek<{ tenant_id: string; api_key_sealed: string }>(
    "select tenant_id, api_key_sealed from ai_settings where tenant_id = '00000000-0000-7000-8000-000000000404'",
  );
  const place = { tenantId: row?.tenant_id ?? "", table: aiKey.table, row: row?.tenant_id ?? "", field: aiKey.field };
  expect(sealer.open(row?.api_key_sealed ?? "", place)).toBe("key 404");
});

test("with keys from the settings, secrets move from the previous to the current one", async () => {
  const [oldKey, newKey] = [
    (await readFile(masterKeyFile(folder), "utf8")).trim().split("\n")[0] ?? "",
    newMasterKey(),
  ];
  const sam = await person("SUPER_ADMIN");
  await saveSecrets(sam);
  expect(await rotate({ INTELLIBOX_SECRET: newKey })).toMatchObject({
    code: 1,
    said: expect.stringContaining("INTELLIBOX_SECRET_PREVIOUS"),
  });
  expect(await rotate({ INTELLIBOX_SECRET: newKey, INTELLIBOX_SECRET_PREVIOUS: oldKey })).toMatchObject({ code: 0 });
  expect(await keyIds()).toEqual([keyIdOf(Buffer.from(newKey, "base64"))]);
  // Moves everything back to the file's key for the next tests.
  expect(await rotate({ INTELLIBOX_SECRET: oldKey, INTELLIBOX_SECRET_PREVIOUS: newKey })).toMatchObject({ code: 0 });
  expect(await openSecrets(sam)).toEqual(secrets);
});

test("a secret under a lost key is named, the others move, and no key is dropped", async () => {
  const sam = await person("SUPER_ADMIN");
  await saveSecrets(sam);
  const place = { tenantId: sam.tenantId, table: "mail_servers", row: "imap", field: "password" };
  const lost = createSealer(() => [Buffer.alloc(32, 9)]).seal("lost", place);
  await peek("update mail_servers set password_sealed = $2 where tenant_id = $1 and protocol = 'imap'", [
    sam.tenantId,
    lost,
  ]);
  const first = await rotate();
  expect(first).toMatchObject({ code: 1, said: expect.stringContaining(`mail_servers of ${sam.tenantId}, imap`) });
  const keys = await fileKeys();
  expect(await rotate({}, "--drop-old")).toMatchObject({ code: 1 });
  expect(await fileKeys()).toEqual(keys);
  const [smtp] = await peek<{ id: string }>(
    "select split_part(password_sealed, '.', 2) as id from mail_servers where tenant_id = $1 and protocol = 'smtp'",
    [sam.tenantId],
  );
  expect(smtp?.id).toBe(keys[0]);
  await peek("delete from mail_servers where tenant_id = $1 and protocol = 'imap'", [sam.tenantId]);
});

test("the command prints no key, and does nothing with an unknown argument", async () => {
  await writeFile(masterKeyFile(folder), `${(await readFile(masterKeyFile(folder), "utf8")).trim()}\n`);
  const before = await fileKeys();
  expect(await rotate({}, "--drop")).toMatchObject({
    code: 1,
    said: expect.stringContaining("--drop is not understood"),
  });
  expect(await rotate({ INTELLIBOX_SECRET: "short" })).toMatchObject({
    code: 1,
    said: expect.stringContaining("Bad setting: INTELLIBOX_SECRET"),
  });
  expect(await fileKeys()).toEqual(before);
  const { said } = await rotate();
  for (const line of (await readFile(masterKeyFile(folder), "utf8")).trim().split("\n"))
    expect(said).not.toContain(line);
});
