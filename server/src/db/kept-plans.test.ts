import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { testWorld } from "#test/test-world.ts";
import { fencedTransaction, runNamed, type Tx } from "./fence.ts";
import { keepStatement, runKept } from "./kept-statement.ts";
import { eq, sql } from "./orm.ts";
import { users } from "./tables/users.ts";

const { world, person, peek } = await testWorld();

test("a plan is kept, but not one that was made for an empty table after the table filled", async () => {
  const ana = await person("ADMIN");
  const reach = { tenantId: ana.tenantId, userId: ana.id };
  const statement = {
    name: "kept-test",
    text: "select id from messages where date > $1::timestamptz",
    values: ["2020-01-01"],
  };
  const kept = <T>(work: (tx: Tx) => Promise<T>) => fencedTransaction(world.db, reach, work, { keepsPlans: true });
  /** The cost of the plan that this connection has kept, which grows with the table that it was made for. */
  const cost = () =>
    kept(async (tx) => {
      await runNamed(tx, statement);
      const { rows } = await tx.execute(sql`explain (format json) execute "kept-test" ('2020-01-01')`);
      return Math.max(
        ...[...JSON.stringify(rows).matchAll(/"Total Cost":([\d.]+)/g)].map(([, count]) => Number(count)),
      );
    });

  const empty = await cost();
  expect(await cost()).toBe(empty);
  const [uses] = await kept(async (tx) => {
    await runNamed(tx, statement);
    const counted =
      "select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where name = 'kept-test'";
    return runNamed<{ generic: number; custom: number }>(tx, { name: "counted", text: counted, values: [] });
  });
  expect(uses?.custom).toBe(0);
  expect(uses?.generic).toBeGreaterThan(1);

  const boxId = newId();
  await peek(
    "insert into mailboxes (tenant_id, id, user_id, kind, email) values ($1, $2, $3, 'imap', 'ana@kept.test')",
    [ana.tenantId, boxId, ana.id],
  );
  await peek(
    `insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name, from_address, participants, date, snippet, unread, has_attachment, size)
     select $1::uuid, gen_random_uuid(), $3::uuid, $2::uuid, n::text, 'inbox', gen_random_uuid(), '', '', '', '', '{}', now(), '', false, false, 1
     from generate_series(1, 20000) n`,
    [ana.tenantId, boxId, ana.id],
  );
  // Sees that the table has grown.
  await kept((tx) => runNamed(tx, statement));
  expect(await cost()).toBeGreaterThan(empty);
});

test("a kept statement sees only the rows of its tenant, also if it is given another one", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const statement = keepStatement<{ id: string }>("kept-users", ["id"], (select, value) =>
    select
      .select({ id: users.id })
      .from(users)
      .where(eq(users.tenantId, value("tenantId"))),
  );
  const read = (reader: typeof ana, tenantId: string) =>
    fencedTransaction(
      world.db,
      { tenantId: reader.tenantId, userId: reader.id },
      (tx) => runKept(tx, statement, { tenantId }),
      {
        keepsPlans: true,
        singleRead: true,
      },
    );
  // More often than the pool has connections, so that both use the plans of the same ones.
  for (let round = 0; round < 12; round++) {
    expect(await read(ana, ana.tenantId)).toEqual([{ id: ana.id }]);
    expect(await read(ana, uma.tenantId)).toEqual([]);
    expect(await read(uma, uma.tenantId)).toEqual([{ id: uma.id }]);
  }
});

test("a kept statement has no values of a request", () => {
  const one = (name: string) =>
    keepStatement(name, ["id"], (select, value) =>
      select
        .select({ id: users.id })
        .from(users)
        .where(
          sql`${users.tenantId} = ${value("of")} and ${users.id} <> ${value("of")} and ${users.name} <> ${"it's"}`,
        ),
    );
  expect(one("kept-one").text).toMatch(/= \$1 and .* <> \$1 and .* <> 'it''s'/);
});
