// Calls through a connection pooler in transaction mode, such as PgBouncer.
import pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import { sessionSettings } from "./client.ts";
import { type GroupRoles, rolesOfLogin } from "./group-roles.ts";
import { asLogin, loginLock } from "./login.ts";

/**
 * Returns the URL with which calls go through a connection pooler. A pooler in transaction mode passes no session settings on, so
 * they become defaults of the role.
 */
export async function openPooler(ownerUrl: string, loginUrl: string, poolerUrl: string): Promise<string> {
  const url = asLogin(poolerUrl, loginUrl);
  const role = new URL(url).username;
  const roles = rolesOfLogin(loginUrl);
  await setDefaults(ownerUrl, role, roles);
  const client = new pg.Client({
    connectionString: url,
    application_name: "intellibox",
    connectionTimeoutMillis: 10_000,
  });
  // PgBouncer ends the connection after an error.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    if (rows[0]?.role === roles.app) return url;
    throw new CannotStart(
      `The connection pooler of DATABASE_POOLER_URL gave a session of the role ${rows[0]?.role} instead of ${roles.app}. Restart the pooler, so that its connections get the settings of ${role}.`,
    );
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(
      `The connection pooler of DATABASE_POOLER_URL does not let the role ${role} sign in (${(error as Error).message}). PgBouncer finds the role with auth_query.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Sets what a direct connection gets as start options. Leaves a role alone that has all of it, which may then lack the right. */
async function setDefaults(ownerUrl: string, role: string, roles: GroupRoles) {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: "intellibox migrations" });
  await owner.connect();
  try {
    await owner.query("select pg_advisory_lock($1)", [loginLock]);
    const { rows } = await owner.query<{ database: string; settings: string[] }>(
      `select current_database() as database, coalesce(s.setconfig, '{}') as settings
       from pg_roles r
       join pg_database d on d.datname = current_database()
       left join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = d.oid
       where r.rolname = $1`,
      [role],
    );
    const [found] = rows;
    // The sign-in that follows says so.
    if (!found) return;
    const { database, settings } = found;
    const missing = Object.entries(sessionSettings(roles)).filter(
      ([name, value]) => !settings.includes(`${name}=${value}`),
    );
    const whose = `${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)}`;
    const statements = missing.map(([name, value]) => `alter role ${whose} set ${name} = ${pg.escapeLiteral(value)};`);
    await owner.query(statements.join(" ")).catch((cause: Error) => {
      throw new CannotStart(
        `The settings of the role ${role} cannot be changed for the connection pooler (${cause.message}). As a superuser run: ${statements.join(" ")}`,
        { cause },
      );
    });
  } finally {
    await owner.end();
  }
}
