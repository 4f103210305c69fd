import pg from "pg";
import { expect, test } from "vitest";
import { type Caller, testWorld } from "#test/test-world.ts";
import { checkAudit } from "../../commands/doctor/check-audit.ts";
import { audit } from "./audit.ts";

const { world, person, peek, scopeOf, url, visitor } = await testWorld();

const write = (who: Caller, targetName: string) => {
  const scope = scopeOf(who);
  return scope.tx((tx) =>
    audit(tx, scope, { action: "user.updated", targetId: who.id, targetName, changes: { name: ["a", "b"] } }),
  );
};

/** The findings of `npm run doctor` about the audit log. */
async function findings() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await checkAudit(client);
  } finally {
    await client.end();
  }
}
const faults = async () =>
  (await findings()).flatMap(({ state, said }) => (state === "fault" ? said.replace(/^\S+: /, "") : []));

async function chained(count = 5) {
  const ana = await person("ADMIN");
  for (let at = 1; at <= count; at++) await write(ana, `T${at}`);
  return ana;
}
const seqs = async ({ tenantId }: Caller) =>
  (
    await peek<{ chain_seq: string }>("select chain_seq from audit_records where tenant_id = $1 order by chain_seq", [
      tenantId,
    ])
  ).map(({ chain_seq }) => Number(chain_seq));
/** Tries a change, and takes it back, so that the next one starts from a chain that holds. */
async function after(statement: string, who: Caller): Promise<string[]> {
  await peek("create table if not exists kept_records as select * from audit_records where false");
  await peek("delete from kept_records");
  await peek("insert into kept_records select * from audit_records where tenant_id = $1", [who.tenantId]);
  await peek(statement, [who.tenantId]);
  const said = await faults();
  await peek(
    "set session_replication_role = replica; delete from audit_records where tenant_id = '" +
      who.tenantId +
      "'; insert into audit_records select * from kept_records",
  );
  expect(await faults()).toEqual([]);
  return said;
}

test("the doctor finds every change, gap and deletion of a record [AUD-05]", async () => {
  const ana = await chained();
  expect(await faults()).toEqual([]);
  const one = "tenant_id = $1 and chain_seq =";
  for (const change of [
    "action = 'user.created'",
    "actor_name = 'Eve'",
    "address = '10.0.0.1'",
    "target_name = 'other'",
    "target_id = 'other'",
    `changes = '{"name":["a","c"]}'`,
    "at = at - interval '1 minute'",
    "acting = true",
    "actor_role = 'NORMAL_USER'",
    "what_salt = null",
    "who_salt = null",
    "chain_hash = md5('x')",
  ])
    expect(await after(`update audit_records set ${change} where ${one} 3`, ana), change).toEqual([
      "a record was changed at record 3 of the chain",
    ]);
  expect(await after(`delete from audit_records where ${one} 3`, ana)).toEqual([
    "records are missing or doubled at record 4 of the chain",
  ]);
  expect(await after(`delete from audit_records where ${one} 1`, ana)).toEqual([
    "records are missing or doubled at record 2 of the chain",
  ]);
  expect(await after(`delete from audit_records where ${one} 5`, ana)).toEqual([
    "the last records are missing at record 5 of the chain",
  ]);
  expect(await after("delete from audit_records where tenant_id = $1", ana)).toEqual([
    "the last records are missing at record 5 of the chain",
  ]);
  expect(await after(`update audit_records set chain_seq = null where ${one} 5`, ana)).toEqual([
    "the last records are missing at record 5 of the chain",
    "1 records are not in the chain",
  ]);
});

test("the doctor finds that the ends of a chain are not recorded any more [AUD-05]", async () => {
  const ana = await chained();
  await peek("create table kept_chains as select * from audit_chains where false");
  await peek("insert into kept_chains select * from audit_chains where tenant_id = $1", [ana.tenantId]);
  await peek("delete from audit_chains where tenant_id = $1", [ana.tenantId]);
  expect(await faults()).toEqual(["the ends of the chain are not recorded at record 5 of the chain"]);
  await peek("insert into audit_chains select * from kept_chains");
  expect(await faults()).toEqual([]);
});

test("many at once form one chain without a gap; one that is rolled back leaves none [AUD-05]", async () => {
  const ana = await person("ADMIN");
  const scope = scopeOf(ana);
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      at % 10 === 9
        ? scope
            .tx(async (tx) => {
              await audit(tx, scope, { action: "user.updated" });
              throw new Error("taken back");
            })
            .catch(() => undefined)
        : write(ana, `N${at}`),
    ),
  );
  expect(await seqs(ana)).toEqual(Array.from({ length: 36 }, (_, at) => at + 1));
  expect(await faults()).toEqual([]);
});

test("a process of an earlier version, which knows no chain, takes part in it [AUD-05]", async () => {
  const ana = await chained(2);
  const earlier =
    "insert into audit_records (tenant_id, id, actor_id, actor_name, actor_email, actor_role, action) values ($1, gen_random_uuid(), $2, 'Ana', 'a@b.test', 'ADMIN', 'plan.created')";
  await peek(earlier, [ana.tenantId, ana.id]);
  await write(ana, "after");
  expect(await seqs(ana)).toEqual([1, 2, 3, 4]);
  expect(await faults()).toEqual([]);
  // A record from before the chain is none of its links.
  await peek("alter table audit_records disable trigger chain_audit_record");
  await peek(
    earlier
      .replace("(tenant_id, id,", "(at, tenant_id, id,")
      .replace("values (", "values (now() - interval '9 years', "),
    [ana.tenantId, ana.id],
  );
  expect((await findings())[0]).toMatchObject({
    state: "warning",
    said: expect.stringContaining("1 older records are from before the chain"),
  });
  await peek(earlier, [ana.tenantId, ana.id]);
  await peek("alter table audit_records enable trigger chain_audit_record");
  expect(await faults()).toEqual(["1 records are not in the chain"]);
  await peek("delete from audit_records where tenant_id = $1 and chain_seq is null", [ana.tenantId]);
});

test("retention deletes the beginning, and the anchor keeps the rest verifiable [AUD-06]", async () => {
  const ana = await chained(6);
  const purge = (most: number) =>
    visitor.platformTx(async (tx) => {
      const { rows } = await (tx as unknown as { execute(query: unknown): Promise<{ rows: { n: number }[] }> }).execute(
        `select delete_audit('${ana.tenantId}', now() + interval '1 minute', ${most}) as n`,
      );
      return rows[0]?.n;
    });
  expect(await purge(2)).toBe(2);
  expect(await purge(2)).toBe(2);
  expect(await seqs(ana)).toEqual([5, 6]);
  expect(await faults()).toEqual([]);
  expect(await after("delete from audit_records where tenant_id = $1 and chain_seq = 5", ana)).toEqual([
    "records are missing or doubled at record 6 of the chain",
  ]);
  expect(await purge(100)).toBe(2);
  expect(await faults()).toEqual([]);
  await write(ana, "next");
  expect(await seqs(ana)).toEqual([7]);
  expect(await faults()).toEqual([]);
});

test("an erasure blanks a record, and the chain holds; other words in its place are found [AUD-06]", async () => {
  const ana = await chained(3);
  const eve = await person("ADMIN");
  await visitor.platformTx((tx) =>
    (tx as unknown as { execute(query: unknown): Promise<unknown> }).execute(
      `select * from erase_from_audit('${ana.tenantId}', '${ana.id}', '', '00000000-0000-0000-0000-000000000000', 100)`,
    ),
  );
  const [row] = await peek(
    "select actor_name, target_name, who_salt, what_salt from audit_records where tenant_id = $1",
    [ana.tenantId],
  );
  expect(row).toEqual({ actor_name: "Erased user", target_name: "", who_salt: null, what_salt: null });
  expect(await faults()).toEqual([]);
  expect((await findings()).map(({ said }) => said).join()).toContain("3 of them blanked by erasures");
  expect(
    await after(`update audit_records set actor_name = '${eve.name}' where tenant_id = $1 and chain_seq = 2`, ana),
  ).toEqual(["a record was changed at record 2 of the chain"]);
});

test("no role of the program may write the chain", async () => {
  const roles = [world.db.roles.tenant, world.db.roles.platform];
  const rights = await peek(
    "select grantee, privilege_type from information_schema.role_table_grants where table_name = 'audit_chains' and grantee = any ($1) and privilege_type <> 'SELECT'",
    [roles],
  );
  expect(rights).toEqual([]);
});
