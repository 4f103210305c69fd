// Restores an archive into an empty installation. Nothing is changed before the whole archive was read and checked. A database
// that a killed restore left half-filled is recognised, and emptied before the next attempt.
import { mkdir, open, readdir, rename, statfs, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import { writeMasterKeys } from "#lib/master-keys.ts";
import { type CopiedTable, copiedTables, nameOf, setSequences } from "#db/copy/copied-tables.ts";
import { sumRows, writeRows } from "#db/copy/copy-rows.ts";
import { queueTables } from "#db/copy/queued-jobs.ts";
import { isSameSum } from "#db/copy/row-sum.ts";
import { createSchemaAt, refuseForeignMigrations } from "#db/copy/schema-at.ts";
import {
  emptyDatabase,
  findUnfinishedCopy,
  isEmptyDatabase,
  markFinished,
  markUnfinished,
} from "#db/copy/unfinished-copy.ts";
import { requireRoles } from "#db/group-roles.ts";
import { withInstallation } from "#db/installation.ts";
import { migrateQueue, queueVersion } from "#db/migrate/queue-tables.ts";
import { migrateDatabase } from "#db/migrate.ts";
import type { ObjectStore } from "#outside/objects/object-store.ts";
import { type InstallationParts, withOwner } from "../installation-parts.ts";
import { readArchive } from "./archive-reader.ts";
import { BadArchive, type Manifest } from "./manifest.ts";

export type RestoreTarget = Pick<InstallationParts, "ownerUrl" | "objects" | "dataDir">;

type Archive = {
  /** Opens it from its beginning. */
  read: () => Promise<Readable>;
  /** To tell a repeated restore from another one. */
  name: string;
};

export type Restored = { manifest: Manifest; keys: Buffer[] | undefined; jobsLeftOut: number };

type Dialogue = {
  say?: (line: string) => void;
  /** Opens the master keys of the archive. It is asked before anything is changed, and what it throws ends the restore. */
  openKeys?: (sealed: Buffer) => Promise<Buffer[] | undefined>;
};

export async function restoreBackup(
  archive: Archive,
  to: RestoreTarget,
  { say = () => undefined, openKeys }: Dialogue = {},
): Promise<Restored> {
  await withOwner(to.ownerUrl, (client) => refuseUsedTarget(client, to));
  let sealedKeys: Buffer | undefined;
  say("Reading and checking the archive …");
  const manifest = await readArchive(await archive.read(), {
    key: (sealed) => {
      sealedKeys = sealed;
    },
  });
  await refuseForeignMigrations(manifest.migrations, "The archive");
  await refuseFullDisk(manifest, to.dataDir);
  const keys = sealedKeys && (await openKeys?.(sealedKeys));
  say("Restoring …");
  const jobsLeftOut = await withOwner(to.ownerUrl, (client) => load(client, { archive, to, manifest, keys }));
  return { manifest, keys, jobsLeftOut };
}

/** An interrupted restore may be repeated. */
async function refuseUsedTarget(client: pg.Client, to: RestoreTarget) {
  const unfinished = await findUnfinishedCopy(client);
  if (unfinished?.kind === "restore") return;
  if (unfinished)
    throw new CannotStart(`An \`npm run ${unfinished.kind}\` into this database did not finish. Run it again.`);
  if (!(await isEmptyDatabase(client)))
    throw new CannotStart("The database is not empty. A restore needs an empty database and an empty data folder.");
  if (await hasObjects(to.objects))
    throw new CannotStart("The object store is not empty. A restore needs an empty one, so that no mail is mixed.");
  for (const folder of ["local-mail", "kept-mail"]) {
    const found = await readdir(join(to.dataDir, folder)).catch(() => []);
    if (found.length > 0)
      throw new CannotStart(`${join(to.dataDir, folder)} is not empty. A restore needs an empty data folder.`);
  }
}

/** A folder may be left without objects. */
async function hasObjects(objects: ObjectStore): Promise<boolean> {
  for (const folder of await objects.folders()) for await (const _ of objects.list(folder)) return true;
  return false;
}

/** The database may be on another disk; this protects the data folder. */
async function refuseFullDisk({ objects, files }: Manifest, dataDir: string) {
  await mkdir(dataDir, { recursive: true });
  const { bavail, bsize } = await statfs(dataDir);
  const needed = objects.bytes + files.bytes;
  if (bavail * bsize < needed)
    throw new CannotStart(
      `The disk of ${dataDir} has too little space: the archive needs ${Math.ceil(needed / 1e6)} MB.`,
    );
}

type Load = { archive: Archive; to: RestoreTarget; manifest: Manifest; keys: Buffer[] | undefined };

async function load(client: pg.Client, { archive, to, manifest, keys }: Load): Promise<number> {
  if (await findUnfinishedCopy(client)) await emptyDatabase(client);
  await markUnfinished(client, { kind: "restore", source: archive.name });
  await createSchemaAt(client, manifest.migrations);
  const tables = tableLoaders(await copiedTables(client), manifest, "public");
  const queue = await prepareQueue(client, to, manifest);
  // The mark protects the rows until everything is on disk.
  await client.query("set synchronous_commit to off");
  const read = await readArchive(await archive.read(), {
    rows: async (name, chunk) => {
      const table = tables.get(name) ?? queue?.get(name);
      if (table) await asOwnerOf(client, table, () => writeRows(client, table, [chunk]));
    },
    object: (key, bytes) => to.objects.put(key, bytes),
    file: (path, bytes, writtenAt) => writeFileAt(join(to.dataDir, path), bytes, writtenAt),
  });
  if (JSON.stringify(read) !== JSON.stringify(manifest)) throw new BadArchive("The archive changed while it was read.");
  await setSequences(client, manifest.sequences);
  for (const table of [...tables.values(), ...(queue?.values() ?? [])])
    await asOwnerOf(client, table, () => refuseOtherRows(client, table, manifest));
  await refuseMissingObjects(to.objects, manifest);
  await migrateDatabase(to.ownerUrl, undefined, { unfinished: true });
  const keyId = requiredKeyOf(manifest);
  if (keyId)
    await withInstallation(to.ownerUrl, (record) =>
      record.record("master_key", keyId, "in the installation that was backed up"),
    );
  await client.query("reset synchronous_commit");
  await client.query("analyze");
  // Before the mark goes: a finished restore cannot be repeated.
  if (keys) writeMasterKeys(to.dataDir, keys);
  await markFinished(client);
  return queue ? 0 : jobCount(manifest);
}

/** The key without which the restored installation refuses to start. The object store is recorded at the first start. */
export function requiredKeyOf({ masterKeyId, secrets }: Manifest): string | undefined {
  const [only, ...others] = Object.keys(secrets);
  return masterKeyId ?? (others.length === 0 ? only : undefined);
}

/** The tables of the job queue belong to a role of its own. */
async function asOwnerOf(client: pg.Client, { schema }: CopiedTable, work: () => Promise<void>) {
  if (schema !== "pgboss") return work();
  await client.query(`set role ${(await requireRoles(client)).queue}`);
  await work();
  await client.query("reset role");
}

const jobCount = ({ tables }: Manifest) =>
  tables.find(({ schema, name }) => schema === "pgboss" && name === "job")?.rows ?? 0;

/** Creates the queue's tables. Returns undefined if they have another version now, so that the archive's jobs do not fit. */
async function prepareQueue(client: pg.Client, to: RestoreTarget, manifest: Manifest) {
  if (manifest.queueVersion === null) return new Map<string, CopiedTable>();
  const roles = await requireRoles(client);
  await migrateQueue(to.ownerUrl, roles, () => undefined);
  await client.query(`set role ${roles.queue}`);
  const version = await queueVersion(client);
  // The library has made queues of its own.
  await client.query("delete from pgboss.job; delete from pgboss.queue");
  const tables = await queueTables(client);
  await client.query("reset role");
  return version === manifest.queueVersion ? tableLoaders(tables, manifest, "pgboss") : undefined;
}

/** The tables to fill. The archive must hold exactly the tables and columns of its version. */
function tableLoaders(
  tables: CopiedTable[],
  manifest: Manifest,
  schema: "public" | "pgboss",
): Map<string, CopiedTable> {
  const archived = new Map(
    manifest.tables.filter((table) => table.schema === schema).map((table) => [table.name, table]),
  );
  for (const { name, columns } of tables) {
    const found = archived.get(name);
    if (!found || [...found.columns].sort().join() !== [...columns].sort().join())
      throw new BadArchive(`The archive does not hold the table ${name} of its version.`);
    archived.delete(name);
  }
  const [unknown] = archived.keys();
  if (unknown) throw new BadArchive(`The archive holds the table ${unknown}, which its version does not have.`);
  return new Map(
    tables.map((table) => {
      const columns =
        manifest.tables.find(({ schema: of, name }) => of === schema && name === table.name)?.columns ?? [];
      return [nameOf(table), { ...table, columns }];
    }),
  );
}

async function refuseOtherRows(client: pg.Client, table: CopiedTable, manifest: Manifest) {
  const expected = manifest.tables.find(({ schema, name }) => schema === table.schema && name === table.name);
  const found = await sumRows(client, table);
  if (!expected || !isSameSum(found, expected))
    throw new Error(`The rows of ${table.name} are not as in the archive. Run the restore again.`);
}

/** Lists what the store has now: its answer to a write is not proof that the object is there. */
async function refuseMissingObjects(objects: ObjectStore, { objects: expected }: Manifest) {
  let [count, bytes] = [0, 0];
  for (const folder of await objects.folders()) {
    for await (const { size } of objects.list(folder)) {
      count++;
      bytes += size;
    }
  }
  // A repeated restore may find objects of an earlier attempt.
  if (count < expected.count || bytes < expected.bytes)
    throw new Error("The object store does not hold all raw mail of the archive. Run the restore again.");
}

/** Atomic, and with the time of the archive: a local mailbox shows it as the time of arrival. */
async function writeFileAt(path: string, bytes: Buffer, writtenAt: Date) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.part`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await utimes(draft, writtenAt, writtenAt);
  await rename(draft, path);
}
