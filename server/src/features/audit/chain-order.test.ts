// Transactions that write records of several companies.
import pg from "pg";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { until } from "#test/outbox-world.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { expireKeys } from "../api-keys/expire-keys.ts";
import { audit } from "./audit.ts";
import { auditRefused } from "./sign-ins.ts";

const { world, person, peek, scopeOf, url, visitor } = await testWorld({ jobs: false });

/** Three companies with a chain each, the latest one first. */
async function companies() {
  const people: Caller[] = [];
  for (let at = 0; at < 3; at++) {
    const who = await person("ADMIN");
    const scope = scopeOf(who);
    await scope.tx((tx) => audit(tx, scope, { action: "user.updated" }));
    people.push(who);
  }
  return people.sort((a, b) => (a.tenantId < b.tenantId ? 1 : -1));
}

/** How many chains of other companies are locked while `work` waits for the one of the company with the first id. */
async function lockedEarly(of: Caller[], work: () => Promise<unknown>): Promise<number> {
  const ids = of.map(({ tenantId }) => tenantId).sort();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select from audit_chains where tenant_id = $1 for update", [ids[0]]);
    const done = work();
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await until(async () => (await peek(waits)).length > 0, 20_000);
    const free = await client.query("select from audit_chains where tenant_id = any ($1) for update skip locked", [
      ids.slice(1),
    ]);
    await client.query("commit");
    await done;
    return ids.length - 1 - (free.rowCount ?? 0);
  } finally {
    await client.end();
  }
}

test("refused sign-ins lock the chains of several companies in the order of their ids [AUD-05]", async () => {
  const of = await companies();
  const email = `same-${newId()}@example.test`;
  for (const { tenantId } of of) await person("NORMAL_USER", { tenantId, email });
  const refused = { email, company: null, address: "203.0.113.9", device: "Firefox" };
  expect(await lockedEarly(of, () => auditRefused(world, refused))).toBe(0);
  expect(await peek("select from audit_records where action = 'user.sign-in-refused'")).toHaveLength(3);
});

test("keys that expire lock the chains of several companies in the order of their ids [AUD-05]", async () => {
  const of = await companies();
  for (const { tenantId } of of)
    await peek(
      `insert into api_keys (tenant_id, id, name, hash, hint, scopes, created_by, expires_at)
       values ($1, gen_random_uuid(), 'k', gen_random_uuid()::text, 'ibx_', '{company:read}', 'x', now() - interval '1 day')`,
      [tenantId],
    );
  expect(await lockedEarly(of, () => expireKeys(visitor))).toBe(0);
  expect(await peek("select from audit_records where action = 'api-key.expired'")).toHaveLength(3);
});
