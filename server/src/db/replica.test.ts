import { api } from "@intellibox/contract/api";
import pg from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { openLog } from "#lib/log.ts";
import { createSealer } from "#lib/seal.ts";
import { testMasterKey } from "#test/app-process.ts";
import { findSystemBinaries, primarySettings, startTestDatabaseServer } from "#test/database-server.ts";
import { databaseUrl } from "#test/global-setup.ts";
import { mailWorld } from "#test/mail-world.ts";
import { until } from "#test/outbox-world.ts";
import { openDatabase } from "./client.ts";
import { fencedTransaction } from "./fence.ts";
import { asLogin, openLogin } from "./login.ts";
import { migrateDatabase } from "./migrate.ts";
import { sql } from "./orm.ts";
import { maxLagMs, openLagMeter } from "./replica.ts";
import { tenants } from "./tables/tenants.ts";

test("the lag is the age of the newest position of the primary that the replica has replayed", () => {
  let now = 0;
  const meter = openLagMeter(() => now);
  expect(meter.lagMs()).toBe(Number.POSITIVE_INFINITY);
  meter.notePrimary(100n);
  meter.noteReplica(90n);
  expect(meter.lagMs()).toBe(Number.POSITIVE_INFINITY);
  now = 1000;
  meter.notePrimary(200n);
  meter.noteReplica(150n);
  expect(meter.lagMs()).toBe(1000);
  meter.noteReplica(200n);
  expect(meter.lagMs()).toBe(0);
  // A replica that no longer gets anything looks equal to itself, but not to the primary.
  for (now = 2000; now <= 9000; now += 1000) {
    meter.notePrimary(BigInt(200 + now));
    meter.noteReplica(200n);
  }
  expect(meter.lagMs()).toBeGreaterThan(maxLagMs);
});

describe("with a second address of the same database", async () => {
  const { world, person, call, giveMail, subjectsOf } = await mailWorld({
    replicaUrl: (database) => databaseUrl(inject("adminUrl"), database),
  });
  const { replica } = world.db;
  let reads = 0;
  if (replica) {
    const connect = replica.pool.connect.bind(replica.pool) as (...args: unknown[]) => unknown;
    // The meter of the lag uses `query`, which connects with a callback. Calls connect without one.
    replica.pool.connect = ((...args: unknown[]) => {
      if (args.length === 0) reads++;
      return connect(...args);
    }) as typeof replica.pool.connect;
  }

  test("searches and dashboards use the replica; other calls, and readers who just wrote, do not", async () => {
    const ana = await person("ADMIN");
    await giveMail(ana, [
      "From: Uma <uma@example.com>\r\nSubject: Offer\r\nMessage-ID: <o@example.com>\r\n\r\nThe price.\r\n",
    ]);
    await until(() => replica?.isFreshFor(ana.id));
    const used = async (work: () => Promise<unknown>) => {
      reads = 0;
      await work();
      return reads > 0;
    };
    expect(await used(async () => expect(await subjectsOf(ana, "price")).toEqual(["Offer"]))).toBe(true);
    for (const dashboard of [api.dashboards.me, api.dashboards.tenant]) {
      await until(() => replica?.isFreshFor(ana.id));
      expect(
        await used(async () => expect((await call(ana, dashboard, { query: { timeZone: "UTC" } })).status).toBe(200)),
      ).toBe(true);
    }
    expect(await used(() => call(ana, api.inbox.threads, {}))).toBe(false);

    await call(ana, api.mailboxes.syncAll, { body: {} });
    expect(await used(() => subjectsOf(ana, "price"))).toBe(false);
    const uma = await person("ADMIN", { tenantId: ana.tenantId });
    await until(() => replica?.isFreshFor(uma.id));
    expect(await used(() => subjectsOf(uma, "price"))).toBe(true);
  });

  test("a read that fails on the replica is repeated on the primary, one that is refused is not", async () => {
    const { tenantId, id: userId } = await person("ADMIN");
    await until(() => replica?.isFreshFor(userId));
    const reach = { tenantId, userId };
    let tries = 0;
    const seen = await fencedTransaction(
      world.db,
      reach,
      async (tx) => {
        tries++;
        const { rows } = await tx.execute<{ only: string; pid: number }>(
          sql`select current_setting('transaction_read_only') as only, pg_backend_pid() as pid`,
        );
        if (tries === 1) {
          // The replica loses the connection in the middle of the transaction.
          const admin = new pg.Client({ connectionString: inject("adminUrl") });
          await admin.connect();
          await admin.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
          await admin.end();
          await tx.execute(sql`select 1`);
        }
        return rows[0]?.only;
      },
      { mayLag: true },
    );
    expect([tries, seen]).toEqual([2, "on"]);
    tries = 0;
    const refused = fencedTransaction(
      world.db,
      reach,
      async (tx) => {
        tries++;
        await tx.execute(sql`select from session_tokens`);
      },
      { mayLag: true },
    );
    await expect(refused).rejects.toMatchObject({ cause: { message: expect.stringContaining("permission denied") } });
    expect(tries).toBe(1);
  });
});

const hasSystem = await findSystemBinaries().then(
  () => true,
  () => false,
);

describe.skipIf(!hasSystem || process.env.TEST_FAULTS !== "long")("with a real streaming replica", async () => {
  if (!hasSystem || process.env.TEST_FAULTS !== "long") return;
  const primary = await startTestDatabaseServer("system", { settings: primarySettings });
  afterAll(primary.stop);
  await migrateDatabase(primary.adminUrl);
  const log = openLog("silent");
  const login = await openLogin(
    primary.adminUrl,
    createSealer(() => [testMasterKey]),
  );
  const standby = await startTestDatabaseServer("system", { settings: primarySettings, replicaOf: primary });
  const db = openDatabase(login, log, { replicaUrl: asLogin(standby.adminUrl, login) });
  afterAll(() => db.close());
  const address = { line1: "", line2: "", city: "", state: "", pin: "", country: "India" };
  const company = (code: string) => ({ code, name: code, slug: code.toLowerCase(), isOwner: false, address });
  const ids = await fencedTransaction(db, "platform", (tx) =>
    tx
      .insert(tenants)
      .values([company("ONE"), company("TWO")])
      .returning({ id: tenants.id }),
  );
  const [one = "", two = ""] = ids.map(({ id }) => id);
  /** The companies that a member of the company sees, and whether the replica answered. */
  const look = (tenantId: string) =>
    fencedTransaction(
      db,
      { tenantId, userId: one },
      async (tx) => {
        const { rows } = await tx.execute<{ names: string[]; standby: boolean }>(
          sql`select array_agg(name) as names, pg_is_in_recovery() as standby from tenants`,
        );
        return rows[0];
      },
      { mayLag: true },
    );
  const askStandby = async (statement: string) => {
    const client = new pg.Client({ connectionString: standby.adminUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const rename = (name: string) =>
    fencedTransaction(db, "platform", (tx) => tx.update(tenants).set({ name }).where(sql`id = ${one}`));

  test("it answers behind the same fence; if it lags or ends, the primary answers", async () => {
    await until(async () => (await look(one))?.standby);
    expect(await look(one)).toEqual({ names: ["ONE"], standby: true });
    expect(await look(two)).toEqual({ names: ["TWO"], standby: true });

    await askStandby("select pg_wal_replay_pause()");
    await rename("Changed");
    await until(async () => !(await look(one))?.standby);
    expect(await look(one)).toEqual({ names: ["Changed"], standby: false });
    await askStandby("select pg_wal_replay_resume()");
    await until(async () => (await look(one))?.standby);
    expect(await look(one)).toEqual({ names: ["Changed"], standby: true });

    await standby.stop();
    // At once, also before the next measurement.
    expect(await look(one)).toEqual({ names: ["Changed"], standby: false });
  }, 60_000);
});
