// Calls through a real PgBouncer in transaction mode, with two connections that all clients share.
import { api } from "@intellibox/contract/api";
import { afterAll, describe, expect, inject, test } from "vitest";
import { findPgBouncer } from "#test/find-pgbouncer.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { startPgBouncer } from "#test/pgbouncer.ts";
import { testPassword } from "#test/test-world.ts";
import { fencedTransaction } from "./fence.ts";
import { sql } from "./orm.ts";
import { openPooler } from "./pooler.ts";

describe.skipIf(!findPgBouncer())("through PgBouncer in transaction mode", async () => {
  if (!findPgBouncer()) return;
  const poolSize = 2;
  const bouncer = await startPgBouncer(inject("adminUrl"), { poolSize });
  const { world, url, person, writer, call, peek } = await outboxWorld({ poolerPort: bouncer.port });
  // Hooks run in reverse order: the world closes its connections first.
  afterAll(bouncer.stop);

  test("a person signs in, reads the inbox, sends a mail and hears of it", async () => {
    const { who, send, server } = await writer();
    const signedIn = await call(null, api.auth.login, { body: { email: who.email, password: testPassword } });
    expect(signedIn.status).toBe(200);
    expect((await call(who, api.inbox.threads, {})).status).toBe(200);
    const sent = await Promise.all(Array.from({ length: 12 }, (_, at) => send({ subject: `Mail ${at}` })));
    expect(sent.map(({ body }) => body.status)).toEqual(sent.map(() => "sent"));
    expect(server.mails).toHaveLength(sent.length);
    expect((await call(who, api.dashboards.me, { query: { timeZone: "UTC" } })).status).toBe(200);
  });

  test("many clients share two connections, each sees only its own rows, and no setting leaks", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => person("NORMAL_USER")));
    const look = async ({ tenantId, id: userId }: { tenantId: string; id: string }) => {
      const rows = await fencedTransaction(world.db, { tenantId, userId }, async (tx) => {
        const { rows } = await tx.execute<{ id: string }>(sql`select id from users`);
        return rows;
      });
      // Between transactions: the role may look up tokens only, and there is no tenant.
      const outside = await world.db.pool.query<{ role: string; tenant: string | null }>(
        "select current_user as role, nullif(current_setting('app.tenant_id', true), '') as tenant",
      );
      return { own: rows.length === 1 && rows[0]?.id === userId, outside: outside.rows[0] };
    };
    const seen = [];
    // All at once, but not so many that the last waits long for its turn on a busy machine.
    for (let round = 0; round < 8; round++) seen.push(...(await Promise.all([...people, ...people].map(look))));
    for (const { own, outside } of seen) {
      expect(own).toBe(true);
      expect(outside).toEqual({ role: world.db.roles.app, tenant: null });
    }
    await expect(world.db.pool.query("select from users")).rejects.toThrow("permission denied");
    const [{ count } = { count: 0 }] = await peek<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'intellibox' and usename like '${world.db.roles.prefix}login_%'`,
    );
    expect(count).toBeLessThanOrEqual(poolSize);
  });

  test("a pooler that hangs holds no call: they answer 503, and work again when it does", async () => {
    const who = await person("NORMAL_USER");
    const read = async () => (await call(who, api.inbox.threads, {})).status;
    expect(await read()).toBe(200);
    bouncer.freeze();
    try {
      expect(await Promise.all([read(), read(), read()])).toEqual([503, 503, 503]);
      // At once, while it is known to be away.
      expect(await read()).toBe(503);
    } finally {
      bouncer.freeze(false);
    }
    await until(async () => (await read()) === 200);
  });

  test("a role that the pooler does not know stops the start with one sentence", async () => {
    const stranger = url.replace("postgres@", "intellibox_login_unknown:secret@");
    const start = openPooler(url, stranger, `postgres://127.0.0.1:${bouncer.port}/postgres?sslmode=disable`);
    await expect(start).rejects.toThrow(
      /^The connection pooler of DATABASE_POOLER_URL does not let the role intellibox_login_unknown sign in/,
    );
  });

  test("an owner who may not change the role is told what to run", async () => {
    await peek("create role pooler_test_one login; create role pooler_test_two login");
    try {
      const asRole = (role: string) => url.replace("postgres@", `${role}@`);
      await expect(openPooler(asRole("pooler_test_one"), asRole("pooler_test_two"), url)).rejects.toThrow(
        /^The settings of the role pooler_test_two cannot be changed .* As a superuser run: alter role "pooler_test_two" in database "test_\w+" set role = 'intellibox_app'; alter role/,
      );
    } finally {
      await peek("drop role pooler_test_one; drop role pooler_test_two");
    }
  });
});
