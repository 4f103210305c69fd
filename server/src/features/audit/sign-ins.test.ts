import { api } from "@intellibox/contract/api";
import { auditExportPath } from "@intellibox/contract/endpoints/audit";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";
import { audit } from "./audit.ts";
import { auditRefused } from "./sign-ins.ts";

const { world, app, person, call, peek, scopeOf } = await testWorld();
const actionsOf = async ({ tenantId }: { tenantId: string }) =>
  (
    await peek<{ action: string }>("select action from audit_records where tenant_id = $1 order by at, id", [tenantId])
  ).map(({ action }) => action);
const refusal = (email: string) => ({ email, company: null, address: "203.0.113.9", device: "Firefox" });

test("sign-ins and sign-outs are recorded [AUD-01]", async () => {
  const ana = await person("ADMIN");
  const { body } = await call(null, api.auth.login, { body: { email: ana.email, password: testPassword } });
  await call({ token: (body as unknown as { token: string }).token }, api.auth.logout);
  expect(await actionsOf(ana)).toEqual(["user.signed-in", "user.signed-out"]);
});

test("refused sign-ins are recorded for accounts that exist, ten in an hour; the last one says so [AUD-01]", async () => {
  const ana = await person("ADMIN");
  const before = (await peek("select from pgboss.job where name = 'audit.refused-sign-in'")).length;
  for (const email of [ana.email, "nobody@example.test"])
    await call(null, api.auth.login, { body: { email, password: "not the password" } });
  // The same work for both, so that time does not tell which one exists.
  expect(await peek("select from pgboss.job where name = 'audit.refused-sign-in'")).toHaveLength(before + 2);
  for (let at = 0; at < 15; at++) await auditRefused(world, refusal(ana.email));
  await auditRefused(world, refusal("nobody@example.test"));
  const rows = await peek<{ action: string; changes: object }>(
    "select action, changes from audit_records where tenant_id = $1 order by at, id",
    [ana.tenantId],
  );
  expect(rows).toHaveLength(10);
  expect(rows[0]).toEqual({ action: "user.sign-in-refused", changes: { device: "Firefox" } });
  expect(rows[9]?.changes).toEqual({ device: "Firefox", further: "not recorded within this hour" });
});

const write = (who: Caller, entry: Parameters<typeof audit>[2]) => {
  const scope = scopeOf(who);
  return scope.tx((tx) => audit(tx, scope, entry));
};
const fetchExport = (who: Caller, query: string) =>
  app.inject({
    method: "GET",
    url: `/api${auditExportPath}?${query}`,
    headers: { authorization: `Bearer ${who.token}` },
  });

test("the log is filtered by who and by target [AUD-02]", async () => {
  const ana = await person("ADMIN", { name: "Ana" });
  const kim = await person("ADMIN", { name: "Kim", tenantId: ana.tenantId });
  await write(ana, { action: "plan.created", targetName: "Gold" });
  await write(kim, { action: "plan.created", targetName: "Silver", targetId: "p-2" });
  const found = async (query: object) =>
    (await call(ana, api.audit.list, { query })).body.items.map(({ targetName }) => targetName);
  expect(await found({ who: "kim" })).toEqual(["Silver"]);
  expect(await found({ target: "gold" })).toEqual(["Gold"]);
  expect(await found({ target: "p-2" })).toEqual(["Silver"]);
  expect(await found({ who: "ana", target: "silver" })).toEqual([]);
});

test("the log is exported as CSV and JSON, with the filters of the list, safe for spreadsheets, and recorded itself [AUD-03] [AUD-04]", async () => {
  const ana = await person("ADMIN", { name: "=HYPERLINK(1)" });
  const eve = await person("ADMIN");
  await write(ana, { action: "plan.created", targetName: "Gold", changes: { price: [1, 2] } });
  await write(eve, { action: "plan.created", targetName: "Secret of Eve" });
  const csv = await fetchExport(ana, "action=plan");
  expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(csv.body).toContain("'=HYPERLINK(1)");
  expect(csv.body).not.toContain("Eve");
  expect(csv.body.trim().split("\r\n")).toHaveLength(2);
  const json = JSON.parse((await fetchExport(ana, "format=json")).body) as {
    action: string;
    hash: string;
    sequence: number;
  }[];
  expect(json.map(({ action }) => action)).toEqual(["audit.exported", "audit.exported", "plan.created"]);
  expect(json.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
  expect(json[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.parse((await fetchExport(ana, "format=json&who=nobody")).body)).toEqual([]);
});

test.each(["format=xml", "start=then", "other=1", `who=${"a".repeat(300)}`])(
  "an export with %s is refused",
  async (query) => {
    const ana = await person("ADMIN");
    expect((await fetchExport(ana, query)).statusCode).toBe(400);
    expect(await actionsOf(ana)).toEqual([]);
  },
);

test("a member gets no export, and more records than a batch are all in it [AUD-03]", async () => {
  const ana = await person("ADMIN");
  const joe = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await fetchExport(joe, "format=csv")).statusCode).toBe(403);
  await peek(
    `insert into audit_records (tenant_id, id, at, actor_id, actor_name, actor_email, actor_role, action)
     select $1, gen_random_uuid(), now() - make_interval(secs => n / 3), $2, 'Ana', 'a@b.test', 'ADMIN', 'plan.created' from generate_series(1, 1201) n`,
    [ana.tenantId, newId()],
  );
  const all = JSON.parse((await fetchExport(ana, "format=json&action=plan")).body) as { id: string }[];
  expect(new Set(all.map(({ id }) => id)).size).toBe(1201);
});
