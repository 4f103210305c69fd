import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { CannotStart } from "#lib/cannot-start.ts";
import { openLog } from "#lib/log.ts";
import { createSealer } from "#lib/seal.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { testWorld } from "#test/test-world.ts";
import { openDatabase } from "./client.ts";
import { fencedTransaction } from "./fence.ts";
import { openLogin } from "./login.ts";
import { migrateDatabase } from "./migrate.ts";
import { openQueue } from "./queue.ts";
import { plans } from "./tables/plans.ts";

const { world, url, peek } = await testWorld();
const { roles } = world.db;
const sealerOf = (...keys: number[]) => createSealer(() => keys.map((key) => Buffer.alloc(32, key)));
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "no refusal",
    (error: Error) => error.message,
  );

/** Runs statements on one connection, each outside of a transaction, and returns the last result. */
async function onConnection(...statements: string[]) {
  const client = await world.db.pool.connect();
  try {
    for (const statement of statements.slice(0, -1)) await client.query(statement);
    return await refusal(client.query(statements.at(-1) ?? ""));
  } finally {
    client.release(true);
  }
}

test("a connection cannot become the owner or a role that sees more than a request [SES-38]", async () => {
  const [{ owner } = { owner: "" }] = await peek<{ owner: string }>("select current_user as owner");
  const away = ["reset role", "set role none"];
  for (const attempt of [
    [`set role ${owner}`],
    [...away, `set role ${owner}`],
    [`set session authorization ${owner}`],
    [...away, `set session authorization ${owner}`],
    [`set role ${roles.definer}`],
    ["set role pg_read_all_data"],
    [`select set_config('role', '${owner}', false)`],
  ])
    expect(await onConnection(...attempt), attempt.join("; ")).toMatch(/permission denied to set (role|session)/);
});

test("outside of a fence a connection can read and create nothing, however it resets its role [SES-38]", async () => {
  for (const role of ["reset role", "set role none", `set role ${roles.app}`, `set role ${roles.queue}`])
    for (const statement of [
      "select * from users",
      "select * from mail_servers",
      "delete from tenants",
      "select * from drizzle.logins",
      "create table public.mine (id int)",
      "create schema mine",
      "create role mine",
      "alter table users disable row level security",
      "select pg_read_file('postgresql.conf')",
    ])
      expect(await onConnection(role, statement), `${role}; ${statement}`).toMatch(/permission denied|must be owner/);
  // Only the queue's role can use its tables.
  for (const role of ["reset role", `set role ${roles.tenant}`, `set role ${roles.platform}`])
    expect(await onConnection(role, "select * from pgboss.job"), role).toMatch(/permission denied/);
  expect(await onConnection(`set role ${roles.queue}`, "select * from pgboss.job")).toBe("no refusal");
});

test("every process uses the same role, also after a rotation; another installation gets its own", async () => {
  const first = await openLogin(url, sealerOf(7));
  expect(await openLogin(url, sealerOf(7))).toBe(first);
  expect(await openLogin(url, sealerOf(8, 7))).toBe(first);
  // The password was moved to the new key, so the old one is no longer needed.
  expect(await openLogin(url, sealerOf(8))).toBe(first);
  const other = await openLogin(url, sealerOf(9));
  onTestFinished(() => drop(`drop role ${new URL(other).username}`));
  expect(new URL(other).username).not.toBe(new URL(first).username);
  expect(await openLogin(url, sealerOf(8))).toBe(first);
  const stored = await peek("select * from drizzle.logins");
  expect(JSON.stringify(stored)).not.toContain(new URL(first).password);
  await drop(`revoke connect on database ${new URL(other).pathname.slice(1)} from ${new URL(other).username}`);
});

test("a role that was dropped or lost its memberships is created again", async () => {
  const login = await openLogin(url, sealerOf(5));
  const role = new URL(login).username;
  onTestFinished(() => drop(`drop role ${role}`));
  await drop(`revoke ${roles.queue} from ${role}`);
  expect(await openLogin(url, sealerOf(5))).toBe(login);
  const [row] = await peek<{ able: boolean }>(`select pg_has_role($1, '${roles.queue}', 'member') as able`, [role]);
  expect(row).toEqual({ able: true });
  await drop(`revoke connect on database ${new URL(url).pathname.slice(1)} from ${role}`);
});

const drop = (statement: string) => peek(statement).then(() => undefined);

/** A database whose owner is not a superuser, on the test server. */
async function ownDatabase({ createsRoles }: { createsRoles: boolean }) {
  const name = `owner_${randomBytes(6).toString("hex")}`;
  const admin = (statement: string) => onServer(inject("adminUrl"), statement);
  await admin(`create role ${name} login ${createsRoles ? "createrole" : ""} password 'a good phrase'`);
  await admin(`create database ${name} owner ${name}`);
  onTestFinished(async () => {
    const { rows } = await onServer(
      databaseUrl(inject("adminUrl"), name),
      "select to_regclass('drizzle.group_roles') as there",
    );
    const made = (rows as { there: string | null }[])[0]?.there ? await rolesMadeIn(name) : [];
    await admin(`drop database ${name} with (force)`);
    for (const role of made) await admin(`drop role ${role}`);
    await admin(`drop owned by ${name} cascade; drop role ${name}`);
  });
  const ownerUrl = new URL(databaseUrl(inject("adminUrl"), name));
  ownerUrl.username = name;
  ownerUrl.password = "a good phrase";
  return { name, admin, ownerUrl: ownerUrl.href };
}

async function rolesMadeIn(database: string): Promise<string[]> {
  const { rows } = await onServer(
    databaseUrl(inject("adminUrl"), database),
    "select rolname from pg_roles, drizzle.group_roles where starts_with(rolname, prefix) order by rolname",
  );
  return (rows as { rolname: string }[]).map(({ rolname }) => rolname);
}

async function onServer(address: string, statement: string) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

/** A database that its owner has set up, in which the program has worked. */
async function ownInstallation() {
  const { name, ownerUrl } = await ownDatabase({ createsRoles: true });
  await migrateDatabase(ownerUrl);
  const login = await openLogin(ownerUrl, sealerOf(3));
  const db = openDatabase(login, openLog("silent"), { connections: 1 });
  const queue = await openQueue(login, openLog("silent"));
  try {
    await fencedTransaction(db, "platform", (tx) => tx.insert(plans).values({ code: name, name, maxUsers: 1 }));
    await queue.boss.createQueue("tried");
    await fencedTransaction(db, "platform", (tx) => queue.enqueue(tx, { name: "tried", data: undefined as never }, {}));
  } finally {
    await queue.stop();
    await db.close();
  }
  return { name, ownerUrl, login, roles: db.roles };
}

test("two owners who may create roles set up databases on one server, and neither reads the other's [RUN-18]", async () => {
  const [one, two] = [await ownInstallation(), await ownInstallation()];
  expect(one.roles.prefix).not.toBe(two.roles.prefix);
  // An upgrade compares rights again, and needs nobody's help.
  await onServer(
    two.ownerUrl,
    `revoke select on plans from ${two.roles.tenant}; update drizzle.schema_state set fingerprint = ''`,
  );
  await migrateDatabase(two.ownerUrl);
  expect(await openLogin(two.ownerUrl, sealerOf(3))).toBe(two.login);
  for (const [own, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const read = (role: string) =>
      onServer(own.login, `set role ${role}; select code from plans`).then(
        (all) => (all as unknown as pg.QueryResult[])[1]?.rows,
      );
    expect(await read(own.roles.platform)).toEqual([{ code: own.name }]);
    await expect(read(other.roles.platform)).rejects.toThrow("permission denied to set role");
    // As its own roles in the other's database.
    const there = databaseUrl(own.login, other.name);
    for (const role of [own.roles.platform, own.roles.tenant, own.roles.queue])
      for (const table of ["plans", "users", "pgboss.job", "drizzle.logins"])
        await expect(onServer(there, `set role ${role}; select from ${table}`)).rejects.toThrow("permission denied");
    await expect(onServer(databaseUrl(own.ownerUrl, other.name), "select from plans")).rejects.toThrow(
      "permission denied",
    );
  }
}, 120_000);

test("an owner who may not create roles is told what to run [RUN-15]", async () => {
  const { name, ownerUrl } = await ownDatabase({ createsRoles: false });
  const error: Error = (await migrateDatabase(ownerUrl).catch((cause: Error) => cause)) as Error;
  expect(error).toBeInstanceOf(CannotStart);
  expect(error.message).toContain(`ALTER ROLE ${name} CREATEROLE; ALTER DATABASE ${name} OWNER TO ${name};`);
});

test("a missing database is reported with a message [RUN-15]", async () => {
  const missing = databaseUrl(inject("adminUrl"), "nowhere");
  await expect(migrateDatabase(missing)).rejects.toMatchObject({
    name: "CannotStart",
    message: 'The database cannot be used: database "nowhere" does not exist. Check DATABASE_URL.',
  });
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => closed.once("listening", resolve));
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  await expect(migrateDatabase(`postgres://a:b@127.0.0.1:${port}/x`)).rejects.toThrow(
    /^The database cannot be used: .*ECONNREFUSED.* Check DATABASE_URL\.$/,
  );
});
