// The description of an archive. It is the archive's last entry: an archive without it is not complete.
import { z } from "zod";

/** Raised when a program that does not know the new form could read it wrongly. */
export const archiveFormat = 1;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const table = z.strictObject({
  schema: z.enum(["public", "pgboss"]),
  name: identifier,
  columns: z.array(identifier).min(1).max(1000),
  rows: count,
  /** The sum of the rows' hashes; see RowSummer. */
  sum: sha256,
  bytes: count,
  sha256,
});
/** Objects or files: a hash over the name, size and hash of each. */
const collection = z.strictObject({ count, bytes: count, sha256 });

export const manifestSchema = z.strictObject({
  format: z.literal(archiveFormat),
  appVersion: z.string().max(50),
  createdAt: z.iso.datetime(),
  postgres: z.string().max(100),
  /** Hashes of the applied migrations, oldest first. */
  migrations: z.array(sha256).min(1).max(10_000),
  tables: z.array(table).max(1000),
  sequences: z.record(identifier, z.string().regex(/^-?\d{1,19}$/)),
  /** The version of the job queue's tables; null if it was never started. */
  queueVersion: count.nullable(),
  objects: collection,
  files: collection,
  /** Raw sources that the database refers to and the store did not have, and those deleted while the backup ran. */
  objectsMissing: count,
  objectsDeletedMeanwhile: count,
  /** How many secrets each master key seals, by the key's id, then by table. */
  secrets: z.record(z.string().max(50), z.record(identifier, count)),
  /** The id of the master key that the installation uses; null if none is recorded. */
  masterKeyId: z.string().max(50).nullable(),
  hasKey: z.boolean(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ArchivedTable = z.infer<typeof table>;

/** The names of entries, in the order of the archive. Anything else is refused. */
export const entryNames = {
  header: "intellibox-backup.json",
  key: "master-key.json",
  manifest: "manifest.json",
} as const;

/** An archive that cannot be used. Its message is for the operator. */
export class BadArchive extends Error {
  override readonly name = "BadArchive";
}
