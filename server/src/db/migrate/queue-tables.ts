// The tables of the job queue. pg-boss makes and changes them; here it does so as a part of the migration, not at a start.
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { getMigrationPlans, PgBoss } from "pg-boss";
import library from "pg-boss/package.json" with { type: "json" };
import type { GroupRoles } from "../group-roles.ts";
import type { Change } from "./definitions.ts";
import { isBusy, type Note, patience } from "./retry-locks.ts";

/** The version of the tables that this program's pg-boss uses. */
const neededVersion = library.pgboss.schema;

/** The version of the queue's tables; undefined if there are none. */
export async function queueVersion(client: pg.ClientBase): Promise<number | undefined> {
  const { rows: found } = await client.query<{ there: boolean }>(
    "select to_regclass('pgboss.version') is not null as there",
  );
  if (!found[0]?.there) return undefined;
  return (await client.query<{ version: number }>("select version from pgboss.version")).rows[0]?.version;
}

/** An older program uses newer tables. */
export const isQueueCurrent = async (client: pg.ClientBase) => ((await queueVersion(client)) ?? 0) >= neededVersion;

/** The statements that `migrateQueue` would run, for `migrate --plan`. */
export async function planQueue(client: pg.ClientBase): Promise<Change[]> {
  const version = await queueVersion(client);
  if (version === undefined)
    return [{ object: "job queue", statements: [`-- pg-boss creates its tables (version ${neededVersion})`] }];
  if (version >= neededVersion) return [];
  const sql = getMigrationPlans("pgboss", version).trim();
  const said = `-- pg-boss changes its tables from version ${version} to ${neededVersion}; indexes follow in the background`;
  return [{ object: "job queue", statements: [`${said}\n${sql}`] }];
}

/** Creates or changes the queue's tables, as the role that owns them. Gives way to others, as migrations do. */
export async function migrateQueue(ownerUrl: string, roles: GroupRoles, note: Note) {
  for (let noted = false; ; noted = true) {
    const boss = new PgBoss({
      ...{ connectionString: ownerUrl, max: 1, application_name: "intellibox migrations" },
      options: `-c role=${roles.queue} -c lock_timeout=${patience}`,
      ...{ schema: "pgboss", createSchema: false, schedule: false, supervise: false },
    });
    boss.on("error", () => undefined);
    try {
      await boss.start();
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (!noted) note("The migration waits for a table of the job queue that others use.", "waiting");
      await sleep(1000);
    } finally {
      await boss.stop({ graceful: false }).catch(() => undefined);
    }
  }
}
