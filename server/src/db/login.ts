// The role with which the program signs in to the database. It can become only the roles of requests and of the job queue. The
// owner of the tables is needed only for migrations and for creating this role.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import type { Sealer } from "#lib/seal.ts";
import { type GroupRoles, newLoginRole, requireRoles } from "./group-roles.ts";

/** The roles that it can become. None of them owns a table of the product or can bypass row-level security. */
const becomes = ({ app, tenant, platform, queue }: GroupRoles) => [app, tenant, platform, queue];
/** Processes that start at the same time create one role. */
export const loginLock = 727_003;

type Login = { role: string; password: string };

/**
 * Returns the URL with which the program signs in. The role and its sealed password are in a table that only the owner can read, so
 * that every process of the installation uses the same. A process with another master key creates its own role.
 */
export async function openLogin(ownerUrl: string, sealer: Sealer): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: "intellibox migrations" });
  await owner.connect();
  try {
    await owner.query("select pg_advisory_lock($1)", [loginLock]);
    const groupRoles = await requireRoles(owner);
    const login = (await findLogin(owner, sealer)) ?? (await recordLogin(owner, sealer, newLoginRole(groupRoles)));
    const roles = becomes(groupRoles);
    const url = addressFor(ownerUrl, login);
    if (await canSignIn(url, roles)) return url;
    await makeRole(owner, login, roles).catch((cause: Error & { code?: string }) => {
      if (cause.code !== "42501") throw cause;
      throw new CannotStart(
        `The user of DATABASE_URL may not create the role as which Intellibox works (${cause.message}). ` +
          `As a superuser run: ALTER ROLE <user> CREATEROLE; GRANT ${roles.join(", ")} TO <user> WITH ADMIN OPTION; then start again.`,
        { cause },
      );
    });
    if (await canSignIn(url, roles)) return url;
    throw new CannotStart(
      `The database does not let the role ${login.role} sign in, as which Intellibox works: ` +
        "allow it where the user of DATABASE_URL is allowed (pg_hba.conf, or the users of a connection pooler).",
    );
  } finally {
    await owner.end();
  }
}

/** Another address of the database, with the user of the URL that `openLogin` returned. */
export function asLogin(address: string, loginUrl: string): string {
  const { username, password } = new URL(loginUrl);
  return addressFor(address, { role: decodeURIComponent(username), password: decodeURIComponent(password) });
}

const placeOfPassword = (role: string) => ({ tenantId: "", table: "drizzle.logins", row: role, field: "password" });

/** Finds a login whose password our master keys open. Rewraps it if an older key sealed it. */
async function findLogin(owner: pg.Client, sealer: Sealer): Promise<Login | undefined> {
  const { rows } = await owner.query<{ role: string; sealed: string }>(
    "select role, password_sealed as sealed from drizzle.logins order by role",
  );
  for (const { role, sealed } of rows) {
    try {
      const password = sealer.open(sealed, placeOfPassword(role));
      if (!sealer.isCurrent(sealed)) {
        const rewrapped = sealer.rewrap(sealed, placeOfPassword(role));
        await owner.query("update drizzle.logins set password_sealed = $2 where role = $1", [role, rewrapped]);
      }
      return { role, password };
    } catch {
      // It belongs to an installation with another master key, or its key is lost.
    }
  }
  return undefined;
}

/** The name is random, because all databases of a server share their roles. */
async function recordLogin(owner: pg.Client, sealer: Sealer, role: string): Promise<Login> {
  const login = { role, password: randomBytes(32).toString("base64url") };
  const sealed = sealer.seal(login.password, placeOfPassword(login.role));
  await owner.query("insert into drizzle.logins (role, password_sealed) values ($1, $2)", [login.role, sealed]);
  return login;
}

async function makeRole(owner: pg.Client, { role, password }: Login, roles: string[]) {
  const name = pg.escapeIdentifier(role);
  const { rows } = await owner.query<{ database: string; exists: boolean }>(
    "select current_database() as database, exists (select from pg_roles where rolname = $1) as exists",
    [role],
  );
  const secret = pg.escapeLiteral(scramVerifier(password));
  await owner.query(`${rows[0]?.exists ? "alter" : "create"} role ${name} login noinherit password ${secret}`);
  await owner.query(`grant ${roles.join(", ")} to ${name}`);
  await owner.query(`grant connect on database ${pg.escapeIdentifier(rows[0]?.database ?? "")} to ${name}`);
}

/** Whether the role can connect and can become all of `roles`. */
async function canSignIn(url: string, roles: string[]): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: "intellibox migrations" });
  try {
    await client.connect();
    const { rows } = await client.query<{ able: boolean }>(
      "select bool_and(pg_has_role(session_user, role, 'member')) as able from unnest($1::text[]) role",
      [roles],
    );
    return rows[0]?.able ?? false;
  } catch (error) {
    // 28xxx: authentication failed. 42501: no permission to connect to the database.
    if (/^28|^42501$/.test((error as { code?: string }).code ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The owner's URL with another user. */
function addressFor(ownerUrl: string, { role, password }: Login): string {
  const url = new URL(ownerUrl);
  // A URL without a host cannot have a user.
  if (!url.hostname) url.hostname = "localhost";
  url.username = role;
  url.password = password;
  // As parameters these would override the two above.
  for (const name of ["user", "password"]) url.searchParams.delete(name);
  return url.href;
}

/** PostgreSQL's stored form of a password (RFC 5803), so that the password itself appears in no statement or log. */
function scramVerifier(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, rounds, 32, "sha256");
  const keyFor = (label: string) => createHmac("sha256", salted).update(label).digest();
  const stored = createHash("sha256").update(keyFor("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${rounds}:${salt.toString("base64")}$${stored}:${keyFor("Server Key").toString("base64")}`;
}
