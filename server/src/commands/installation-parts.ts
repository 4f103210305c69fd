// The parts of an installation that commands read and write: database, object store, data folder and master keys.
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import type { Config } from "#lib/config.ts";
import { findKeys } from "#lib/master-keys.ts";
import { copySettings } from "#db/copy/copy-rows.ts";
import { findDataDirectory } from "#db/embedded/data-directory.ts";
import { startEmbedded } from "#db/embedded.ts";
import type { ObjectStore } from "#outside/objects/object-store.ts";
import { openObjectStore } from "#outside/objects/open.ts";

export type InstallationParts = {
  /** As the owner of the tables. */
  ownerUrl: string;
  objects: ObjectStore;
  dataDir: string;
  /** Newest first; empty if there is no key yet. */
  masterKeys: Buffer[];
};

/** For commands that must not create the embedded database. */
export function refuseMissingEmbedded({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">) {
  if (databaseUrl) return;
  const isThere = existsSync(dataDir) && existsSync(join(findDataDirectory(dataDir).data, "PG_VERSION"));
  if (!isThere)
    throw new Error(`There is no embedded database for ${dataDir}. Check INTELLIBOX_DATA and DATABASE_URL.`);
}

/** Connects to the installation's database, or starts the embedded one, for the time of `work`. */
export async function withInstallationParts<T>(config: Config, work: (installation: InstallationParts) => Promise<T>) {
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir });
  try {
    return await work({
      ownerUrl: config.databaseUrl ?? embedded?.url ?? "",
      objects: openObjectStore(config),
      dataDir: config.dataDir,
      masterKeys: findKeys(config).keys,
    });
  } finally {
    await embedded?.stop();
  }
}

/** A connection of the owner with the settings for copies, for the time of `work`. */
export async function withOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "intellibox copy" });
  // A lost connection also rejects the statement in progress.
  client.on("error", () => undefined);
  await client.connect().catch((cause: Error) => {
    const { message } = cause instanceof AggregateError ? (cause.errors[0] as Error) : cause;
    throw new CannotStart(`The database cannot be used: ${message}. Check DATABASE_URL.`, { cause });
  });
  try {
    await client.query(copySettings);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
