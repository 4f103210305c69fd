import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable, type Writable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { extract, pack } from "tar-stream";
import { afterAll, expect, inject, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { copiedTables } from "#db/copy/copied-tables.ts";
import { queueTables } from "#db/copy/queued-jobs.ts";
import { markUnfinished } from "#db/copy/unfinished-copy.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { openFileStore } from "#outside/objects/files.ts";
import type { ObjectStore } from "#outside/objects/object-store.ts";
import { testMasterKey } from "#test/app-process.ts";
import { findSystemBinaries, startTestDatabaseServer } from "#test/database-server.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { mailWorld } from "#test/mail-world.ts";
import { withOwner } from "../installation-parts.ts";
import { readArchive } from "./archive-reader.ts";
import { writeArchive } from "./archive-writer.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const { world, person, giveMail, url, peek } = await mailWorld({ jobs: false });
const scratch = await mkdtemp(join(tmpdir(), "intellibox-backup-test-"));
const made: string[] = [];
afterAll(async () => {
  for (const name of made) await asAdmin(inject("adminUrl"), `drop database if exists ${name} with (force)`);
  await rm(scratch, { recursive: true, force: true });
});

async function asAdmin(adminUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** `owner` is a plain user of the database, in place of the superuser. */
async function emptyTarget(adminUrl = inject("adminUrl"), owner?: { name: string; password: string }) {
  const name = `restored_${newId().replaceAll("-", "")}`;
  await asAdmin(adminUrl, `create database ${name} ${owner ? `owner ${owner.name}` : ""}`);
  if (adminUrl === inject("adminUrl")) made.push(name);
  const dataDir = join(scratch, name);
  await mkdir(dataDir);
  const ownerUrl = new URL(databaseUrl(adminUrl, name));
  if (owner) {
    ownerUrl.hostname ||= "localhost";
    [ownerUrl.username, ownerUrl.password] = [owner.name, owner.password];
    for (const parameter of ["user", "password"]) ownerUrl.searchParams.delete(parameter);
  }
  return { ownerUrl: ownerUrl.href, dataDir, objects: openFileStore(join(dataDir, "objects")) };
}

const source = {
  ownerUrl: url,
  objects: world.outside.objects,
  dataDir: world.config.dataDir,
  masterKeys: [testMasterKey],
};
const options = { appVersion: "0.1.0", now: new Date("2026-05-06T07:08:09Z") };

function collector() {
  const pieces: Buffer[] = [];
  const sink: Writable = new PassThrough().on("data", (piece: Buffer) => pieces.push(piece));
  return { sink, bytes: () => Buffer.concat(pieces) };
}

async function backUp(from = source) {
  const { sink, bytes } = collector();
  await writeArchive(sink, async (archive) => void (await writeBackup(from, archive, options)));
  return bytes();
}

const archiveOf = (bytes: Buffer) => ({ read: async () => Readable.from([bytes]), name: "test" });

/** Every row of every copied table, as text. */
const allRows = (ownerUrl: string) =>
  withOwner(ownerUrl, async (client) => {
    const rows: Record<string, string[]> = {};
    for (const { schema, name, columns, ...rest } of [
      ...(await copiedTables(client)),
      ...(await queueTables(client)),
    ]) {
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
      const where = "where" in rest ? rest.where : "true";
      const found = await client.query<{ row: string }>(
        `select row(${list})::text as row from ${schema}.${pg.escapeIdentifier(name)} where ${where} order by 1`,
      );
      rows[`${schema}.${name}`] = found.rows.map(({ row }) => row);
    }
    return rows;
  });

async function allObjects(objects: ObjectStore) {
  const found: Record<string, string> = {};
  for (const folder of (await objects.folders()).sort())
    for await (const { key } of objects.list(folder))
      found[key] = Buffer.from((await objects.get(key)) ?? []).toString("base64");
  return found;
}

const mail = (subject: string, body: string) =>
  `From: Ana <ana@example.com>\r\nTo: me@example.test\r\nSubject: ${subject}\r\nMessage-ID: <${newId()}@example.com>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n--b\r\nContent-Type: application/octet-stream; name=x.bin\r\nContent-Disposition: attachment; filename=x.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(body).toString("base64")}\r\n--b--\r\n`;

const ana = await person("NORMAL_USER");
const mailbox = await giveMail(ana, [
  mail("Tab\\t and \\\\ backslash", "a\tb\\N\\.\r\nline \u{1F600} \\n"),
  mail("Second", "x".repeat(200_000)),
]);
await peek("update mailboxes set password_sealed = 'v1.0123456789ab.x.y' where id = $1", [mailbox]);
const exported = newId();
await peek(
  "insert into data_tasks (tenant_id, id, user_id, kind, subject_kind, subject_id, subject_tenant_id, state, bytes, chunks) values ($1, $2, $3, 'export', 'user', $3, $1, 'done', 2, 2)",
  [ana.tenantId, exported, ana.id],
);
for (const part of [0, 1]) await world.outside.objects.put(`export-${exported}/chunk-0000000${part}`, Buffer.from("x"));
await world.queue.boss.createQueue("a-queue", { policy: "short" });
await world.queue.boss.send("a-queue", { text: "tab\t" }, { startAfter: 3600 });
const archived = await backUp();
/** Nothing changes the installation after this, but the tests that say so. */
const rowsBefore = await allRows(url);

/** The same archive with its tar file changed. */
async function changed(change: (name: string, bytes: Buffer) => { name: string; bytes: Buffer }[]) {
  const out = pack();
  const reader = extract();
  reader.end(gunzipSync(archived));
  for await (const entry of reader as AsyncIterable<Readable & { header: { name: string } }>) {
    const pieces: Buffer[] = [];
    for await (const piece of entry as AsyncIterable<Buffer>) pieces.push(piece);
    for (const { name, bytes } of change(entry.header.name, Buffer.concat(pieces))) out.entry({ name }, bytes);
  }
  out.finalize();
  const pieces: Buffer[] = [];
  for await (const piece of out as AsyncIterable<Buffer>) pieces.push(piece);
  return gzipSync(Buffer.concat(pieces));
}

test("a restored installation has every row, raw source, attachment and local mail, also on another PostgreSQL", async () => {
  const other = inject("database") === "embedded" ? "system" : "embedded";
  const hasOther = other === "embedded" || (await findSystemBinaries().then(Boolean, () => false));
  const server = hasOther ? await startTestDatabaseServer(other) : undefined;
  try {
    const plain = { name: "plain_owner", password: "a-password" };
    if (server) await asAdmin(server.adminUrl, `create role plain_owner login createrole password '${plain.password}'`);
    const target = server ? await emptyTarget(server.adminUrl, plain) : await emptyTarget();
    const { manifest } = await restoreBackup(archiveOf(archived), target);
    expect(manifest.objects.count).toBeGreaterThan(2);
    expect(manifest.files.count).toBe(2);
    expect(manifest.secrets["0123456789ab"]).toEqual({ mailboxes: 1 });
    expect(rowsBefore["public.message_contents"]).toHaveLength(2);
    expect(rowsBefore["pgboss.job"]).toHaveLength(1);
    expect(await allRows(target.ownerUrl)).toEqual(rowsBefore);
    expect(await allObjects(target.objects)).toEqual(await allObjects(source.objects));
    const sequences = "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1";
    const unfenced =
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relforcerowsecurity";
    await withOwner(target.ownerUrl, async (client) => {
      expect((await client.query(sequences)).rows).toEqual(await peek(sequences));
      expect((await client.query(unfenced)).rows).toEqual([]);
      // The first start records the object store, and refuses another key.
      const recorded = await client.query("select part, id from drizzle.installation");
      expect(recorded.rows).toEqual([{ part: "master_key", id: "0123456789ab" }]);
    });
    // The owner is not a superuser, and row-level security is forced: a backup still has every row.
    const again = await readArchive(Readable.from([await backUp({ ...target, masterKeys: [] })]));
    expect(again.tables).toEqual(manifest.tables.map((table) => ({ ...table, sha256: expect.any(String) })));
  } finally {
    await server?.stop();
  }
}, 120_000);

test("a restore refuses a database, object store or folder with content, and changes nothing", async () => {
  await expect(restoreBackup(archiveOf(archived), { ...source })).rejects.toThrow("The database is not empty");
  const target = await emptyTarget();
  await target.objects.put("box-1/aabbccdd", Buffer.from("x"));
  await expect(restoreBackup(archiveOf(archived), target)).rejects.toThrow("The object store is not empty");
  // An empty folder is left, as after a check of the store.
  await target.objects.remove(["box-1/aabbccdd"]);
  await mkdir(join(target.dataDir, "kept-mail"));
  await writeFile(join(target.dataDir, "kept-mail", "x.eml"), "");
  await expect(restoreBackup(archiveOf(archived), target)).rejects.toThrow("kept-mail is not empty");
  expect(await allRows(target.ownerUrl)).toEqual({});
});

test("a half-restored database refuses a start, and a repeated restore completes it", async () => {
  const target = await emptyTarget();
  await withOwner(target.ownerUrl, (client) => markUnfinished(client, { kind: "restore", source: "test" }));
  await withOwner(target.ownerUrl, (client) => client.query("create table tenants (id int); create schema drizzle"));
  await expect(migrateDatabase(target.ownerUrl)).rejects.toThrow("an `npm run restore` into it did not finish");
  await restoreBackup(archiveOf(archived), target);
  expect(await allRows(target.ownerUrl)).toEqual(rowsBefore);
}, 120_000);

test("a hostile, cut or changed archive is refused before anything is changed", async () => {
  const target = await emptyTarget();
  const refused = async (bytes: Buffer, message: RegExp) => {
    await expect(restoreBackup(archiveOf(bytes), target)).rejects.toThrow(message);
    expect(await allRows(target.ownerUrl)).toEqual({});
    expect(await target.objects.folders()).toEqual([]);
  };
  await refused(archived.subarray(0, archived.length / 2), /damaged or cut off/);
  await refused(Buffer.from("not an archive"), /damaged or cut off/);
  await refused(
    await changed((name, bytes) => (name === "manifest.json" ? [] : [{ name, bytes }])),
    /its manifest is missing/,
  );
  await refused(
    await changed((name, bytes) => [{ name: name.replace(/^objects\//, "objects/../"), bytes }]),
    /which no backup makes/,
  );
  await refused(
    await changed((name, bytes) => [{ name: name.replace(/^files\/local-mail\//, "files/../../"), bytes }]),
    /which no backup makes/,
  );
  // Raw mail is compressed, so it has no words to change.
  const altered = (bytes: Buffer) => {
    const words = Buffer.from(bytes.toString("latin1").replace("Second", "Sekond"), "latin1");
    if (words.equals(bytes)) words[words.length >> 1] = (words[words.length >> 1] ?? 0) ^ 1;
    return words;
  };
  const flip = (part: RegExp) =>
    changed((name, bytes) => [
      {
        name,
        bytes: part.test(name) ? altered(bytes) : bytes,
      },
    ]);
  await refused(await flip(/^database\/public.messages\//), /the table public.messages is not as its manifest says/);
  await refused(await flip(/^objects\//), /the raw mail is not as its manifest says/);
  await refused(await flip(/^files\//), /the local mail is not as its manifest says/);
  await refused(
    await changed((name, bytes) =>
      /^objects\//.test(name)
        ? [
            { name, bytes },
            { name, bytes },
          ]
        : [{ name, bytes }],
    ),
    /not in the order/,
  );
  const edit = (change: (manifest: { migrations: string[] }) => object) =>
    changed((name, bytes) => [
      {
        name,
        bytes: name === "manifest.json" ? Buffer.from(JSON.stringify(change(JSON.parse(bytes.toString())))) : bytes,
      },
    ]);
  await refused(
    await edit((manifest) => ({
      ...manifest,
      migrations: [...manifest.migrations, ...Array(50).fill("0".repeat(64))],
    })),
    /comes from a newer version/,
  );
  await refused(
    await edit((manifest) => ({ ...manifest, migrations: ["0".repeat(64)] })),
    /comes from a newer version/,
  );
  await refused(await edit((manifest) => ({ ...manifest, format: 2 })), /manifest is not one that a backup makes/);
}, 120_000);

test("raw sources that went with their mail during the backup are counted, and lost ones too", async () => {
  const [gone, lost] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const [goneBox, lostBox] = [await giveMail(gone, [mail("Gone", "g")]), await giveMail(lost, [mail("Lost", "l")])];
  await source.objects.removeFolder(lostBox);
  const during: ObjectStore = {
    ...source.objects,
    async get(key) {
      if (key.startsWith(goneBox)) {
        await peek("delete from mailboxes where id = $1", [goneBox]);
        return undefined;
      }
      return source.objects.get(key);
    },
  };
  const manifest = await readArchive(Readable.from([await backUp({ ...source, objects: during })]));
  expect(manifest).toMatchObject({ objectsMissing: 1, objectsDeletedMeanwhile: 1 });
  await peek("delete from mailboxes where id = $1", [lostBox]);
});

test("an object that cannot be read ends the backup with its error", async () => {
  const broken: ObjectStore = { ...source.objects, get: () => Promise.reject(new Error("The disk is broken")) };
  await expect(backUp({ ...source, objects: broken })).rejects.toThrow("The disk is broken");
});
