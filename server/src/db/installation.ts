// Which master key and which object store belong to the database. A process with another one could not read what the others wrote,
// and would write what they cannot read, so it does not start. Only the owner of the tables can read the record.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";

export type InstallationPart = "master_key" | "object_store";

/** `place` says where it was when it was recorded: a file or folder, an address, or a setting. */
export type RecordedPart = { id: string; place: string; host: string };

/** Processes that start at the same time record one id. */
const advisoryLock = 727_004;

export type Installation = {
  /** The recorded part; undefined if none is. */
  find(part: InstallationPart): Promise<RecordedPart | undefined>;
  record(part: InstallationPart, id: string, place: string): Promise<void>;
  forget(part: InstallationPart): Promise<void>;
  /** The ids of the master keys that seal the passwords of database logins. Databases from before the record have only these. */
  keysOfLogins(): Promise<string[]>;
};

/** Runs `work` with the record, while no other process changes it. */
export async function withInstallation<T>(
  ownerUrl: string,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "intellibox migrations" });
  // A lost connection fails the next statement. Without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [advisoryLock]);
    await client.query(
      `create schema if not exists drizzle;
       create table if not exists drizzle.installation (
         part text primary key, id text not null, place text not null, host text not null, recorded_at timestamptz not null default now()
       )`,
    );
    return await work({
      async find(part) {
        const { rows } = await client.query<RecordedPart>(
          "select id, place, host from drizzle.installation where part = $1",
          [part],
        );
        return rows[0];
      },
      async record(part, id, place) {
        await client.query(
          `insert into drizzle.installation (part, id, place, host) values ($1, $2, $3, $4)
           on conflict (part) do update set id = excluded.id, place = excluded.place, host = excluded.host, recorded_at = now()`,
          [part, id, place, hostname()],
        );
      },
      async forget(part) {
        await client.query("delete from drizzle.installation where part = $1", [part]);
        if (part === "master_key") await client.query("delete from drizzle.logins");
      },
      async keysOfLogins() {
        const { rows } = await client.query<{ id: string }>(
          "select distinct split_part(password_sealed, '.', 2) as id from drizzle.logins",
        );
        return rows.map(({ id }) => id);
      },
    });
  } finally {
    await client.end();
  }
}

type OwnKeys = {
  /** The ids of this process's keys, newest first; empty if it has none. */
  ids: string[];
  /** The place from which they are read, for messages to the operator. */
  place: string;
};

/** Refuses a process without the database's master key. Records the key of a new database, and the new one after a rotation. */
export async function checkMasterKey(installation: Installation, { ids, place }: OwnKeys) {
  const recorded = await installation.find("master_key");
  const expected = recorded ? [recorded.id] : await installation.keysOfLogins();
  const isKnown = expected.length === 0 || expected.some((id) => ids.includes(id));
  if (!isKnown) {
    const where = recorded ? `, which was ${recorded.place} on ${recorded.host}` : "";
    const here = ids.length === 0 ? `${place} is not there` : `${place} holds ${ids.join(" and ")}`;
    throw new CannotStart(
      `The stored passwords of this database need the master key ${expected.join(" or ")}${where}; ${here}. ` +
        "Put that key back, or set INTELLIBOX_SECRET (INTELLIBOX_SECRET_PREVIOUS after a rotation). " +
        "If it is lost for good, run: npm run forget -- --key",
    );
  }
  const [newest] = ids;
  if (newest && recorded?.id !== newest) await installation.record("master_key", newest, place);
}

/** The part of an object store that the check uses. */
type IdStore = {
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
};

/** In the store itself, so that copies and backups of it carry it. Not a mailbox's folder, so that the sweep leaves it alone. */
export const storeIdKey = "installation/store-id";

/** Refuses a process whose object store is not the database's. Records the store of a new database. */
export async function checkObjectStore(installation: Installation, store: IdStore, place: string) {
  const own = await idOf(store, place);
  const recorded = await installation.find("object_store");
  if (recorded && own !== recorded.id) {
    throw new CannotStart(
      `The object store of this database was ${recorded.place} on ${recorded.host}; ${place} is ${own ? "another one" : "empty or another one"}. ` +
        "Every process needs the same store: set INTELLIBOX_DATA or INTELLIBOX_S3_URL to it, or restore it. " +
        "If it is lost for good, run: npm run forget -- --objects",
    );
  }
  if (recorded) return;
  const id = own ?? randomUUID();
  if (!own) await store.put(storeIdKey, Buffer.from(id));
  await installation.record("object_store", id, place);
}

async function idOf(store: IdStore, place: string): Promise<string | undefined> {
  try {
    const bytes = await store.get(storeIdKey);
    return bytes && Buffer.from(bytes).toString("utf8").trim();
  } catch (cause) {
    throw new CannotStart(`The object store (${place}) cannot be used: ${(cause as Error).message}`, { cause });
  }
}
