// Writes everything that an installation needs to be restored into an archive, while the product runs.
import { createHash } from "node:crypto";
import { mkdtemp, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import copyStreams from "pg-copy-streams";
import { backupLock } from "#db/backup-lock.ts";
import { type CopiedTable, copiedTables, nameOf, readSequences } from "#db/copy/copied-tables.ts";
import { copySettings, readRows, wholeRows } from "#db/copy/copy-rows.ts";
import { queueTables } from "#db/copy/queued-jobs.ts";
import { isReferredTo, referencedObjects } from "#db/copy/referenced-objects.ts";
import { RowSummer } from "#db/copy/row-sum.ts";
import { appliedMigrations, refuseForeignMigrations } from "#db/copy/schema-at.ts";
import { refuseUnfinishedCopy } from "#db/copy/unfinished-copy.ts";
import { refuseHiddenRows } from "#db/copy/visible-rows.ts";
import { countSecrets } from "#db/count-secrets.ts";
import { requireRoles } from "#db/group-roles.ts";
import { queueVersion } from "#db/migrate/queue-tables.ts";
import { recordedKeyId } from "#db/recorded-key.ts";
import type { ObjectStore } from "#outside/objects/object-store.ts";
import { type InstallationParts, withOwner } from "../installation-parts.ts";
import { isArchivedFile } from "./archive-reader.ts";
import type { ArchiveWriter } from "./archive-writer.ts";
import { CollectionHash } from "./collection-hash.ts";
import { type ArchivedTable, archiveFormat, entryNames, type Manifest } from "./manifest.ts";
import { sealKeys } from "./sealed-key.ts";

type Options = {
  appVersion: string;
  now: Date;
  /** Puts the master keys into the archive, encrypted with it. */
  passphrase?: string | undefined;
};

/** Rows of an entry: one COPY when it is restored. */
const chunkBytes = 8 * 1024 ** 2;

export async function writeBackup(
  from: InstallationParts,
  archive: ArchiveWriter,
  options: Options,
): Promise<Manifest> {
  const json = (name: string, value: unknown) => archive.add(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
  return withOwner(from.ownerUrl, async (holder) => {
    // Until the end: the sweep of raw sources waits, so that none goes that the snapshot refers to. Taken before the snapshot.
    await holder.query("begin; set local idle_in_transaction_session_timeout to 0");
    await holder.query("select pg_advisory_xact_lock_shared($1)", [backupLock]);
    const spool = await mkdtemp(join(tmpdir(), "intellibox-backup-"));
    try {
      await json(entryNames.header, { application: "intellibox", format: archiveFormat, createdAt: options.now });
      if (options.passphrase) await archive.add(entryNames.key, await sealKeys(from.masterKeys, options.passphrase));
      const keyList = join(spool, "keys");
      const database = await withOwner(from.ownerUrl, (client) => writeDatabase(client, archive, keyList));
      const objects = await writeObjects(from.objects, archive, { keyList, holder });
      const manifest: Manifest = {
        format: archiveFormat,
        appVersion: options.appVersion,
        createdAt: options.now.toISOString(),
        ...database,
        ...objects,
        files: await writeFiles(from.dataDir, archive),
        hasKey: options.passphrase !== undefined,
      };
      await json(entryNames.manifest, manifest);
      return manifest;
    } finally {
      await rm(spool, { recursive: true, force: true });
    }
  });
}

/** Reads all rows in one snapshot, and writes the keys of the objects that they refer to into a file. */
async function writeDatabase(client: pg.Client, archive: ArchiveWriter, keyList: string) {
  await client.query("begin isolation level repeatable read read only");
  await client.query(copySettings.replaceAll("set ", "set local "));
  await refuseUnfinishedCopy(client);
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) throw new Error("There is nothing to back up: the database is empty.");
  await refuseForeignMigrations(migrations, "The database");
  await refuseHiddenRows(client);
  const tables: ArchivedTable[] = [];
  for (const table of await copiedTables(client)) tables.push(await writeTable(client, archive, table));
  const secrets = await countSecrets(client);
  const list = client.query(copyStreams.to(`copy (${await referencedObjects(client)}) to stdout`));
  const file = await open(keyList, "wx", 0o600);
  await pipeline(list, file.createWriteStream());
  const version = await queueVersion(client);
  if (version !== undefined) {
    await client.query(`set local role ${(await requireRoles(client)).queue}`);
    for (const table of await queueTables(client)) tables.push(await writeTable(client, archive, table, table.where));
    await client.query("set local role none");
  }
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  const sequences = await readSequences(client);
  const masterKeyId = await recordedKeyId(client);
  await client.query("commit");
  const queue = { queueVersion: version ?? null };
  return { postgres: rows[0]?.version ?? "", migrations, tables, sequences, ...queue, secrets, masterKeyId };
}

async function writeTable(
  client: pg.Client,
  archive: ArchiveWriter,
  table: CopiedTable,
  where?: string,
): Promise<ArchivedTable> {
  const summer = new RowSummer();
  const hash = createHash("sha256");
  let [chunks, bytes] = [0, 0];
  for await (const chunk of wholeRows(readRows(client, table, where), chunkBytes)) {
    summer.add(chunk);
    hash.update(chunk);
    bytes += chunk.length;
    await archive.add(`database/${nameOf(table)}/${String(++chunks).padStart(8, "0")}.copy`, chunk);
  }
  const { schema, name, columns } = table;
  const place = { schema: schema as ArchivedTable["schema"], name, columns };
  return { ...place, ...summer.result(), bytes, sha256: hash.digest("hex") };
}

type ObjectOptions = {
  /** A file with a key in each line, in ascending order. */
  keyList: string;
  holder: pg.Client;
};

/** Objects never change after they were written, so they need no snapshot. */
async function writeObjects(objects: ObjectStore, archive: ArchiveWriter, { keyList, holder }: ObjectOptions) {
  const sum = new CollectionHash();
  let [objectsMissing, objectsDeletedMeanwhile] = [0, 0];
  const file = await open(keyList);
  try {
    for await (const key of createInterface({ input: file.createReadStream({ autoClose: false }) })) {
      const bytes = await objects.get(key);
      if (bytes) {
        await archive.add(`objects/${key}`, bytes);
        sum.add(key, bytes);
      } else if (await isReferredTo(holder, key)) objectsMissing++;
      else objectsDeletedMeanwhile++;
    }
  } finally {
    await file.close();
  }
  return { objects: sum.result(), objectsMissing, objectsDeletedMeanwhile };
}

/** The local mailboxes and kept mail. A file that comes or goes meanwhile is like one that comes or goes after the backup. */
async function writeFiles(dataDir: string, archive: ArchiveWriter) {
  const sum = new CollectionHash();
  const found: string[] = [];
  for (const folder of ["kept-mail", "local-mail"]) {
    const below = await readdir(join(dataDir, folder), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
    for (const path of below) found.push(`${folder}/${path.replaceAll("\\", "/")}`);
  }
  for (const path of found.filter(isArchivedFile).sort()) {
    const read = await Promise.all([readFile(join(dataDir, path)), stat(join(dataDir, path))]).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      },
    );
    if (!read) continue;
    const [bytes, { mtime }] = read;
    await archive.add(`files/${path}`, bytes, mtime);
    sum.add(path, bytes);
  }
  return sum.result();
}
