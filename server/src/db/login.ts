// Whom the program signs in to the database as: a role of its own that can become the roles of requests and of the job queue, and
// nobody else. The owner of the tables is needed for migrations and for making this role.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { CannotStart } from "#lib/cannot-start.ts";
import type { Sealer } from "#lib/seal.ts";

/** What the role can become; each of them owns no table of the product and cannot bypass row-level security. */
const roles = ["intellibox_app", "intellibox_tenant", "intellibox_platform", "intellibox_queue"];
/** Processes that start at once make one role. */
const advisoryLock = 727_003;

type Login = { role: string; password: string };

/**
 * The address by which the program signs in. The role and its sealed password are on record in a table that only the owner reads,
 * so that every process of the installation finds the same. A process with another master key makes a role of its own.
 */
export async function openLogin(ownerUrl: string, sealer: Sealer): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: "intellibox migrations" });
  await owner.connect();
  try {
    await owner.query("select pg_advisory_lock($1)", [advisoryLock]);
    const login = (await findLogin(owner, sealer)) ?? (await recordLogin(owner, sealer));
    const url = addressFor(ownerUrl, login);
    if (await canSignIn(url)) return url;
    await makeRole(owner, login);
    if (await canSignIn(url)) return url;
    throw new CannotStart(
      `The database does not let the role ${login.role} sign in, as which Intellibox works: ` +
        "allow it where the user of DATABASE_URL is allowed (pg_hba.conf, or the users of a connection pooler).",
    );
  } finally {
    await owner.end();
  }
}

const placeOfPassword = (role: string) => ({ tenantId: "", table: "drizzle.logins", row: role, field: "password" });

/** One that our master keys open; moved under the newest of them where another guards it. */
async function findLogin(owner: pg.Client, sealer: Sealer): Promise<Login | undefined> {
  const { rows } = await owner.query<{ role: string; sealed: string }>(
    "select role, password_sealed as sealed from drizzle.logins order by role",
  );
  for (const { role, sealed } of rows) {
    try {
      const password = sealer.open(sealed, placeOfPassword(role));
      if (!sealer.isCurrent(sealed)) {
        const anew = sealer.rewrap(sealed, placeOfPassword(role));
        await owner.query("update drizzle.logins set password_sealed = $2 where role = $1", [role, anew]);
      }
      return { role, password };
    } catch {
      // Of an installation with another master key, or of a key that is lost.
    }
  }
  return undefined;
}

/** A name that no other database of the server has: roles are common to them all. */
async function recordLogin(owner: pg.Client, sealer: Sealer): Promise<Login> {
  const login = {
    role: `intellibox_login_${randomBytes(6).toString("hex")}`,
    password: randomBytes(32).toString("base64url"),
  };
  const sealed = sealer.seal(login.password, placeOfPassword(login.role));
  await owner.query("insert into drizzle.logins (role, password_sealed) values ($1, $2)", [login.role, sealed]);
  return login;
}

async function makeRole(owner: pg.Client, { role, password }: Login) {
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

/** Whether it is let in and can become what it has to. */
async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: "intellibox migrations" });
  try {
    await client.connect();
    const { rows } = await client.query<{ able: boolean }>(
      "select bool_and(pg_has_role(role, 'member')) as able from unnest($1::text[]) role",
      [roles],
    );
    return rows[0]?.able ?? false;
  } catch (error) {
    // 28: who one is was refused; 42501: the database may not be entered.
    if (/^28|^42501$/.test((error as { code?: string }).code ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The owner's address with another user. */
function addressFor(ownerUrl: string, { role, password }: Login): string {
  const url = new URL(ownerUrl);
  // An address without a host cannot have a user.
  if (!url.hostname) url.hostname = "localhost";
  url.username = role;
  url.password = password;
  // These would win over the two above.
  for (const name of ["user", "password"]) url.searchParams.delete(name);
  return url.href;
}

/** What PostgreSQL keeps of a password (RFC 5803): so that the password itself appears in no statement and no log. */
function scramVerifier(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, rounds, 32, "sha256");
  const keyFor = (what: string) => createHmac("sha256", salted).update(what).digest();
  const stored = createHash("sha256").update(keyFor("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${rounds}:${salt.toString("base64")}$${stored}:${keyFor("Server Key").toString("base64")}`;
}
