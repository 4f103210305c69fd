import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { testWorld } from "#test/test-world.ts";
import { asQueue, type FenceOptions, fencedTransaction, type Reach, runNamed, type Tx } from "./fence.ts";
import { eq, sql } from "./orm.ts";
import { plans } from "./tables/plans.ts";
import { tenants } from "./tables/tenants.ts";
import { users } from "./tables/users.ts";

const { world, person, peek } = await testWorld();
const run = <T>(reach: Reach, work: (tx: Tx) => Promise<T>) => fencedTransaction(world.db, reach, work);
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "no refusal",
    (error: Error) => `${error.message} ${(error.cause as Error)?.message ?? ""}`,
  );

type Column = { name: string; type: string; elements: string | null };

/** Every table with a tenant, from the database's catalog, with its required columns. */
const tenantTables = await peek<{ table: string; key: string; columns: Column[] }>(`
  select c.relname as "table", case when c.relname = 'tenants' then 'id' else 'tenant_id' end as key,
    json_agg(json_build_object('name', a.attname, 'type', t.typname, 'elements', null) order by a.attnum)
      filter (where a.attnotnull and not a.atthasdef and a.attgenerated = '' and a.attidentity = '') as columns
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (c.relname = 'tenants' or exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'tenant_id' and not k.attisdropped))
  group by c.relname`);

const sample: Record<string, () => string> = {
  uuid: () => `'${newId()}'`,
  text: () => `'${newId()}'`,
  varchar: () => `'${newId()}'`,
  bool: () => "false",
  int2: () => "1",
  int4: () => "1",
  int8: () => "1",
  float4: () => "0",
  float8: () => "0",
  numeric: () => "1",
  timestamptz: () => "now()",
  date: () => "current_date",
  jsonb: () => "'{}'",
  varbit: () => "B'1'",
  bytea: () => "'\\x00'",
  tsvector: () => "''::tsvector",
  _text: () => "'{}'",
  _uuid: () => "'{}'",
  _int4: () => "'{}'",
};

/** Inserts a row with only the required columns. */
function insertFor({ table, key, columns }: (typeof tenantTables)[number], tenantId: string, userId: string) {
  const values = columns.map(({ name, type }) => {
    if (name === key) return `'${tenantId}'`;
    if (name === "user_id") return `'${userId}'`;
    const make = sample[type];
    if (!make) throw new Error(`No sample value for ${table}.${name} of type ${type}: add one to this test`);
    return make();
  });
  return `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(", ")}) values (${values.join(", ")})`;
}

test("all tenant-owned tables are found", () => {
  expect(tenantTables.map(({ table }) => table)).toEqual(
    expect.arrayContaining(["tenants", "users", "email_logs", "mail_servers", "ai_settings", "sessions"]),
  );
});

test("every table is under forced row-level security and has a policy; the program's roles cannot bypass it [SES-38]", async () => {
  const open = await peek(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)",
  );
  expect(open).toEqual([]);
  const bare = await peek(
    "select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not exists (select from pg_policy p where p.polrelid = c.oid)",
  );
  expect(bare).toEqual([]);
  const { prefix } = world.db.roles;
  const roles = await peek(
    "select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin from pg_roles where starts_with(rolname, $1) order by 1",
    [prefix],
  );
  const plain = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false };
  for (const role of roles)
    expect(role).toMatchObject({ ...plain, rolcanlogin: String(role.rolname).startsWith(`${prefix}login_`) });
  expect(roles.filter(({ rolcanlogin }) => !rolcanlogin)).toHaveLength(5);
});

test("for every tenant-owned table: without a tenant nothing is seen, A sees no row of B, and cannot write one [SES-39]", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  // Drops the other constraints: the rows are samples, and only the fence is tested here.
  const checks = await peek<{ drop: string }>(
    "select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f')",
  );
  for (const { drop } of checks) await peek(drop);

  for (const table of tenantTables) {
    const name = sql.identifier(table.table);
    const key = sql.identifier(table.key);
    if (table.table !== "tenants") await peek(insertFor(table, uma.tenantId, uma.id));
    const count = async (reach: Reach) => {
      const seen = await refusal(
        run(
          reach,
          async (tx) =>
            (await tx.execute(sql`select count(*)::int as n from ${name} where ${key} = ${uma.tenantId}::uuid`)).rows[0]
              ?.n,
        ).then((n) => {
          throw new Error(`saw ${n}`);
        }),
      );
      return seen.trim();
    };
    // Either the role may not read the table at all, or it sees none of B's rows.
    expect(await count({ tenantId: ana.tenantId, userId: ana.id }), table.table).toMatch(/^saw 0$|permission denied/);
    expect(await count({ tenantId: "", userId: "" }), table.table).toMatch(/^saw 0$|permission denied/);
    expect(await refusal(world.db.pool.query(`select * from "${table.table}"`)), table.table).toMatch(
      /permission denied/,
    );

    if (table.table === "tenants") continue;
    const forged = insertFor(table, uma.tenantId, uma.id);
    expect(
      await refusal(run({ tenantId: ana.tenantId, userId: ana.id }, (tx) => tx.execute(sql.raw(forged)))),
      table.table,
    ).toMatch(/row-level security|permission denied/);
    const stolen = sql`update ${name} set ${key} = ${uma.tenantId}::uuid`;
    const own = await refusal(
      run({ tenantId: ana.tenantId, userId: ana.id }, async (tx) => {
        await tx.execute(sql.raw(insertFor(table, ana.tenantId, ana.id)));
        await tx.execute(stolen);
        throw new Error("a row was moved to another tenant");
      }),
    );
    expect(own, table.table).toMatch(/row-level security|permission denied/);
  }
});

test("users see only their tenant's rows, and changes of others affect nothing", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const reach = { tenantId: ana.tenantId, userId: ana.id };
  const seen = await run(reach, (tx) => tx.select({ id: users.id }).from(users));
  expect(seen).toEqual([{ id: ana.id }]);
  const changed = await run(reach, (tx) =>
    tx.update(users).set({ name: "Mallory" }).where(eq(users.id, uma.id)).returning(),
  );
  expect(changed).toEqual([]);
});

test("the tenant role reads plans but cannot write them or create tenants", async () => {
  const ana = await person("ADMIN");
  const reach = { tenantId: ana.tenantId, userId: ana.id };
  expect((await run(reach, (tx) => tx.select().from(plans))).length).toBeGreaterThan(0);
  expect(await refusal(run(reach, (tx) => tx.update(plans).set({ name: "Free" })))).toMatch(/permission denied/);
  expect(await refusal(run(reach, (tx) => tx.delete(tenants)))).toMatch(/permission denied/);
});

test("role and tenant end with the transaction, also on the same connection", async () => {
  const ana = await person("ADMIN");
  await run({ tenantId: ana.tenantId, userId: ana.id }, (tx) => tx.select().from(users));
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => refusal(world.db.pool.query("select * from users"))),
  );
  for (const answer of answers) expect(answer).toMatch(/permission denied/);
});

test("a transaction has timeouts; plans are cached only on request", async () => {
  const ana = await person("ADMIN");
  const settings = (options?: FenceOptions) =>
    fencedTransaction(
      world.db,
      { tenantId: ana.tenantId, userId: ana.id },
      async (tx) => {
        const names = ["statement_timeout", "idle_in_transaction_session_timeout", "plan_cache_mode", "enable_seqscan"];
        const { rows } = await tx.execute<{ value: string }>(
          sql`select current_setting(name) as value from unnest(${sql.param(names)}::text[]) with ordinality as s (name, at) order by at`,
        );
        return rows.map(({ value }) => value);
      },
      options,
    );
  expect(await settings({ statementSeconds: 120, keepsPlans: true })).toEqual([
    "2min",
    "1min",
    "force_generic_plan",
    "off",
  ]);
  expect(await settings()).toEqual(["15s", "1min", "force_custom_plan", "on"]);
  expect((await settings({ idleSeconds: 2 }))[1]).toBe("2s");
});

test("a transaction inside a transaction is refused instead of deadlocking", async () => {
  const ana = await person("ADMIN");
  const reach = { tenantId: ana.tenantId, userId: ana.id };
  expect(await refusal(run(reach, () => run(reach, async () => undefined)))).toMatch(
    /A second transaction inside a transaction/,
  );
});

test("a failed transaction leaves no changes, and its connection is reused", async () => {
  const ana = await person("ADMIN");
  const reach = { tenantId: ana.tenantId, userId: ana.id };
  await expect(
    run(reach, async (tx) => {
      await tx.update(users).set({ name: "Half" });
      throw new Error("stop");
    }),
  ).rejects.toThrow("stop");
  expect(await run(reach, (tx) => tx.select({ name: users.name }).from(users))).toEqual([{ name: "Test ADMIN" }]);
});

test("a single read is fenced, cannot write, and gives its connection back, also after an error", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const read = (text: string, values: unknown[]) =>
    fencedTransaction(
      world.db,
      { tenantId: ana.tenantId, userId: ana.id },
      (tx) => runNamed<{ id: string }>(tx, { name: `single ${text.slice(0, 20)}`, text, values }),
      { singleRead: true },
    );
  // More often than the pool has connections: each must come back.
  for (let round = 0; round < 15; round++) {
    expect(await read("select id from users where id = any($1)", [[ana.id, uma.id]])).toEqual([{ id: ana.id }]);
    expect(await refusal(read("update users set name = 'Other' where id = $1 returning id", [ana.id]))).toContain(
      "read-only",
    );
  }
  expect(world.db.pool.waitingCount).toBe(0);
});

test("a fence that fails in one packet with its statements runs none of them, and leaves nothing to the next caller [SES-39]", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const read = (who: typeof ana, options: FenceOptions, keyed = who.tenantId) =>
    fencedTransaction(
      world.db,
      { tenantId: keyed, userId: who.id },
      (tx) =>
        runNamed<{ id: string }>(tx, {
          ...{ name: "fence fails", text: "select id from users where id = any($1)" },
          values: [[ana.id, uma.id]],
        }),
      { singleRead: true, keepsPlans: true, ...options },
    );
  // More often than the pool has connections, and with healthy reads between them on the same ones.
  for (let round = 0; round < 12; round++) {
    const [timeout, tenant, anas, umas] = await Promise.all([
      refusal(read(ana, { statementSeconds: -1 })),
      refusal(read(ana, {}, "no tenant")),
      read(ana, {}),
      read(uma, {}),
    ]);
    expect(timeout).toMatch(/statement_timeout|transaction is aborted/);
    expect(tenant).toMatch(/invalid input syntax/);
    expect([anas, umas]).toEqual([[{ id: ana.id }], [{ id: uma.id }]]);
  }
  const text =
    "select current_user as role, nullif(current_setting('app.tenant_id', true), '') as tenant, nullif(current_setting('app.user_id', true), '') as person";
  const left = await Promise.all(Array.from({ length: 8 }, async () => (await world.db.pool.query(text)).rows[0]));
  for (const one of left) expect(one).toEqual({ role: world.db.roles.app, tenant: null, person: null });
  expect(world.db.pool.waitingCount).toBe(0);
});

test("an ordinary query in a single read is refused in plain words, and gives its connection back", async () => {
  const { tenantId, id } = await person("ADMIN");
  const works = [
    (tx: Tx) => tx.select({ id: users.id }).from(users),
    async (tx: Tx) => tx.select({ id: users.id }).from(users),
    (tx: Tx) => tx.execute(sql`select 1`),
  ];
  // More often than the pool has connections.
  for (let round = 0; round < 15; round++)
    for (const work of works) {
      const read = fencedTransaction<unknown>(world.db, { tenantId, userId: id }, work, { singleRead: true });
      expect(await refusal(read)).toContain("statements of runNamed");
    }
  expect(await run({ tenantId, userId: id }, (tx) => tx.select({ id: users.id }).from(users))).toHaveLength(1);
});

test("several statements of a single read travel together, and each is fenced", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const text = "select id from users where id = any($1)";
  const work = (tx: Tx) =>
    Promise.all(
      ["first", "second", "third"].map((one) =>
        runNamed(tx, { name: `single ${one}`, text, values: [[ana.id, uma.id]] }),
      ),
    );
  const reads = fencedTransaction(world.db, { tenantId: ana.tenantId, userId: ana.id }, work, { singleRead: true });
  expect(await reads).toEqual([[{ id: ana.id }], [{ id: ana.id }], [{ id: ana.id }]]);
});

test("a second statement after a single read is refused", async () => {
  const { tenantId, id } = await person("ADMIN");
  const work = async (tx: Tx) => {
    await runNamed(tx, { name: "single one", text: "select 1 as one", values: [] });
    return runNamed(tx, { name: "single users", text: "select id from users", values: [] });
  };
  const twice = fencedTransaction(world.db, { tenantId, userId: id }, work, { singleRead: true });
  expect(await refusal(twice)).toContain("Not a fenced transaction");
});

test("the queue's role is used only for the queue's own statements", async () => {
  const ana = await person("ADMIN");
  const role = await run({ tenantId: ana.tenantId, userId: ana.id }, async (tx) => {
    await asQueue(tx, (query) => query("select 1"));
    return (await tx.execute<{ role: string }>(sql`select current_user as role`)).rows[0]?.role;
  });
  expect(role).toBe(world.db.roles.tenant);
});
