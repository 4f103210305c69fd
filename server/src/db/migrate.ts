// Migrates the database, at the start of the program or by `npm run migrate`. docs/decisions/011-upgrades.md says why it works this way.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import { refuseUnfinishedCopy } from "./copy/unfinished-copy.ts";
import { hasPlainNames, readRoles, rolesOf } from "./group-roles.ts";
import { applyMigration } from "./migrate/apply-migrations.ts";
import { applyChanges, findDifference, prepareDatabase } from "./migrate/definitions.ts";
import { readMigrations } from "./migrate/journal.ts";
import { isQueueCurrent, migrateQueue } from "./migrate/queue-tables.ts";
import type { Note } from "./migrate/retry-locks.ts";
import { type DatabaseState, readState, recordOldest, recordState } from "./migrate/state.ts";

/** An arbitrary number that all of our processes use, so that two which start at the same time migrate one after the other. */
const advisoryLock = 727_001;

const silent: Note = () => undefined;

type OwnerOptions = {
  /** Whether a restore or a move may not have finished yet: these upgrade the database that they fill. */
  unfinished?: boolean;
  /** The folder of migrations, for tests. */
  folder?: string;
};

/** Applies roles, migrations, functions and rights, as far as they are missing. Runs as the owner of the tables. */
export async function migrateDatabase(ownerUrl: string, note = silent, options: OwnerOptions = {}) {
  const migrateIfNeeded = async (client: pg.Client) => {
    if (isUsable(await readState(client, options.folder))) return;
    await alone(ownerUrl, note, async () => {
      const state = await readState(client, options.folder);
      if (!isUsable(state)) await expand(client, ownerUrl, note, state);
    });
  };
  await asOwner(ownerUrl, migrateIfNeeded, options);
}

/**
 * Also removes what only earlier versions use: their migrations that were put off, and rights that this version does not declare.
 * Earlier versions then refuse to start.
 */
export async function contractDatabase(ownerUrl: string, note = silent, { folder }: Pick<OwnerOptions, "folder"> = {}) {
  await asOwner(ownerUrl, (client) =>
    alone(ownerUrl, note, async () => {
      const state = await readState(client, folder);
      if (isUsable(state) && state.isNewer)
        throw new CannotStart("A newer version migrated this database. Run the command of that version.");
      const roles = await expand(client, ownerUrl, note, state);
      // Recorded first: from here on an earlier version must not start.
      await recordOldest(client, state.migrations.length);
      for (const migration of state.contracts) {
        note(`Applying ${migration.name}.`, "progress");
        await applyMigration(client, note, migration, { applied: state.applied, roles });
      }
      const { surplus } = await findDifference(client);
      await applyChanges(client, note, surplus);
    }),
  );
}

export type MigrateSetting = "on" | "off" | "wait";

/** Migrates, waits or refuses at a start, if the database is not up to date. */
export function migrateAtStart(setting: MigrateSetting, ownerUrl: string, note = silent): Promise<void> {
  if (setting === "off") return requireMigrated(ownerUrl);
  return setting === "wait" ? awaitMigrated(ownerUrl, note) : migrateDatabase(ownerUrl, note);
}

/** Refuses to start on a database that is not up to date. */
export async function requireMigrated(ownerUrl: string) {
  await asOwner(ownerUrl, async (client) => {
    const state = await readState(client);
    if (!isUsable(state)) throw new CannotStart(`${whatIsMissing(state)} Run \`npm run migrate\`, then start again.`);
  });
}

const longestWait = 10 * 60_000;

/** Waits until another process has migrated the database. */
export async function awaitMigrated(ownerUrl: string, note = silent, { limit = longestWait, pause = 1000 } = {}) {
  await asOwner(ownerUrl, async (client) => {
    const until = Date.now() + limit;
    for (let noted = false; ; noted = true) {
      const state = await readState(client);
      if (isUsable(state)) return;
      if (!noted) note(`${whatIsMissing(state)} Waiting until \`npm run migrate\` is done.`, "waiting");
      if (Date.now() >= until)
        throw new CannotStart(
          `${whatIsMissing(state)} Nobody has migrated it within ${limit / 60_000} minutes: run \`npm run migrate\`, then start again.`,
        );
      await sleep(pause);
    }
  });
}

/** Whether all migrations of this program have been applied, besides those that remove something. */
export async function isMigrated(query: (text: string) => Promise<{ rows: { count: number }[] }>) {
  neededCount ??= readMigrations().then((all) => all.filter(({ isContract }) => !isContract).length);
  const { rows } = await query("select migrations_applied()::int as count");
  return (rows[0]?.count ?? 0) >= (await neededCount);
}
/** The files do not change while the program runs, and the readiness check asks every few seconds. */
let neededCount: Promise<number> | undefined;

async function expand(client: pg.Client, ownerUrl: string, note: Note, state: DatabaseState) {
  const { migrations, applied, pending } = state;
  const roles = await prepareDatabase(client, note);
  for (const migration of pending) {
    note(`Applying ${migration.name}.`, "progress");
    await applyMigration(client, note, migration, { applied, roles });
  }
  const { missing } = await findDifference(client);
  await applyChanges(client, note, missing);
  if (!(await isQueueCurrent(client))) await migrateQueue(ownerUrl, roles, note);
  await recordState(client, migrations.length);
  if (pending.some(({ isContract }) => isContract)) await recordOldest(client, migrations.length);
  else if (!hasPlainNames(roles)) await recordOldest(client, ownRolesSince);
  return roles;
}

/** Programs with fewer migrations know only the plain names of roles. */
const ownRolesSince = 14;

/** Whether the program can start as the database is. */
function isUsable({ isTooNew, isCurrent }: DatabaseState): boolean {
  if (isTooNew)
    throw new CannotStart(
      "A newer version migrated this database and removed what this version uses. Start that version or a later one.",
    );
  return isCurrent;
}

function whatIsMissing({ pending, applied }: DatabaseState): string {
  if (applied.whole.size === 0) return "The database is empty.";
  const count = pending.length === 1 ? "1 migration" : `${pending.length} migrations`;
  return `The database is not up to date: ${pending.length > 0 ? `${count} and the rights that follow` : "functions, rights or tables of the job queue"} are missing.`;
}

export async function asOwner<T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
  { unfinished = false }: OwnerOptions = {},
): Promise<T> {
  const client = await connect(ownerUrl);
  try {
    await refuseOldServer(client);
    if (!unfinished) await refuseUnfinishedCopy(client);
    return await work(client);
  } catch (error) {
    throw (error as { code?: string }).code === insufficientPrivilege ? await lacksRights(client, error) : error;
  } finally {
    await client.end();
  }
}

/**
 * Holds the lock of migrations. It is the lock of a transaction on a connection of its own, so that it also works through a pooler
 * that changes connections between transactions. Tries instead of waiting: an index that is built concurrently waits for every
 * statement that is older, so it would wait for a process that waits for this lock.
 */
async function alone(ownerUrl: string, note: Note, work: () => Promise<void>) {
  const holder = await connect(ownerUrl);
  try {
    for (let noted = false; ; noted = true) {
      await holder.query("begin; set local idle_in_transaction_session_timeout = 0");
      // Without parameters: the portal of a parametrized query would keep its snapshot, for which such an index waits too.
      const { rows } = await holder.query<{ held: boolean }>(
        `select pg_try_advisory_xact_lock(${advisoryLock}) as held`,
      );
      if (rows[0]?.held) break;
      await holder.query("rollback");
      if (!noted) note("Another process is migrating the database. Waiting for it.", "waiting");
      await sleep(200);
    }
    await work();
  } finally {
    await holder.end();
  }
}

async function connect(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "intellibox migrations" });
  // A lost connection fails the next statement. Without a listener it would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    // A host name with several addresses gives one error for each.
    const { message } = cause instanceof AggregateError ? (cause.errors[0] as Error) : (cause as Error);
    throw new CannotStart(`The database cannot be used: ${message}. Check DATABASE_URL.`, { cause });
  }
}

const insufficientPrivilege = "42501";

/** An error that tells a database administrator what to run. */
async function lacksRights(client: pg.Client, cause: unknown) {
  await client.query("rollback").catch(() => undefined);
  const { rows } = await client.query<{ user: string; database: string }>(
    "select quote_ident(current_user) as user, quote_ident(current_database()) as database",
  );
  const { user, database } = rows[0] ?? { user: "?", database: "?" };
  // Somebody else may have created the roles of a database that is there already.
  const roles = await readRoles(client).catch(() => undefined);
  const grant = roles ? ` GRANT ${rolesOf(roles).join(", ")} TO ${user} WITH ADMIN OPTION;` : "";
  return new CannotStart(
    `The database user ${user} may not set the database up (${(cause as Error).message}). As a superuser run: ` +
      `ALTER ROLE ${user} CREATEROLE; ALTER DATABASE ${database} OWNER TO ${user};${grant} then start again.`,
    { cause },
  );
}

async function refuseOldServer(client: pg.Client) {
  const { rows } = await client.query<{ version: number; text: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as text",
  );
  if ((rows[0]?.version ?? 0) < 150_000)
    throw new CannotStart(`PostgreSQL 15 or newer is needed; this one is ${rows[0]?.text}`);
}
