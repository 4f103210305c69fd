import { api } from "@intellibox/contract/api";
import type { AuditRecord } from "@intellibox/contract/endpoints/audit";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { audit } from "./audit.ts";

const { world, person, call, peek, scopeOf } = await testWorld();
const { roles } = world.db;
let owner: Caller;
beforeAll(async () => {
  owner = await person("SUPER_ADMIN", { owner: true });
});

type Page = { items: AuditRecord[]; total: number };
const list = async (who: Caller, query: Record<string, unknown> = {}, headers = {}) =>
  (await call(who, api.audit.list, { query }, headers)).body as unknown as Page;
const write = (who: Caller, action: string, targetName = "") => {
  const scope = scopeOf(who);
  return scope.tx((tx) => audit(tx, scope, { action, targetName, changes: { name: ["a", "b"] } }));
};

test("a record says who did what, when, to which target, and whether they acted for the company", async () => {
  const ana = await person("ADMIN", { name: "Ana" });
  await write(ana, "user.updated", "joe@acme.test");
  const { items, total } = await list(ana);
  expect(total).toBe(1);
  expect(items[0]).toEqual({
    id: expect.any(String),
    at: expect.stringMatching(/Z$/),
    tenant: { code: expect.any(String), name: expect.any(String) },
    actor: { id: ana.id, name: "Ana", email: ana.email, roleCode: "ADMIN" },
    acting: false,
    action: "user.updated",
    targetId: "",
    targetName: "joe@acme.test",
    address: "",
    changes: { name: ["a", "b"] },
  });
});

test("an ADMIN sees their company's records, a super admin all or those of the company they act for, a NORMAL_USER none", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const mark = newId();
  await write(ana, "user.created", `${mark} ana`);
  await write(uma, "user.created", `${mark} uma`);
  const seen = async (who: Caller, headers = {}) =>
    (await list(who, { q: mark, sort: "target" }, headers)).items.map(({ targetName }) =>
      targetName.slice(mark.length + 1),
    );
  expect(await seen(ana)).toEqual(["ana"]);
  expect(await seen(owner)).toEqual(["ana", "uma"]);
  expect(await seen(owner, { "x-tenant-id": uma.tenantId })).toEqual(["uma"]);
  expect((await call(await person("NORMAL_USER"), api.audit.list)).status).toBe(403);
});

test("a company's log shows who acted for it [SES-45]", async () => {
  const ana = await person("ADMIN");
  await call(owner, api.users.list, {}, { "x-tenant-id": ana.tenantId });
  expect((await list(ana)).items).toMatchObject([
    { action: "acting.started", acting: true, actor: { email: owner.email } },
  ]);
});

test("records can be filtered by text, action, kind of action and day; newest first", async () => {
  const ana = await person("ADMIN");
  for (const action of ["user.created", "user.updated", "username.x", "plan.created"]) await write(ana, action, "T");
  await peek("update audit_records set at = '2026-01-02T12:00:00Z' where tenant_id = $1 and action = 'plan.created'", [
    ana.tenantId,
  ]);
  const actions = async (query: Record<string, unknown>) => (await list(ana, query)).items.map(({ action }) => action);
  expect(await actions({})).toEqual(["username.x", "user.updated", "user.created", "plan.created"]);
  expect(await actions({ action: "user" })).toEqual(["user.updated", "user.created"]);
  expect(await actions({ action: "user.created" })).toEqual(["user.created"]);
  expect(await actions({ action: "%" })).toEqual([]);
  expect(await actions({ q: "plan" })).toEqual(["plan.created"]);
  expect(await actions({ start: "2026-01-01", end: "2026-01-02" })).toEqual(["plan.created"]);
  expect(await actions({ sort: "action", limit: 1, page: 2 })).toEqual(["user.created"]);
});

test.each([[{ sort: "changes" }], [{ actorId: newId() }], [{ start: "then" }], [{ limit: 0 }]])(
  "a list of records with %j is refused",
  async (query) => {
    expect((await call(owner, api.audit.list, { query })).status).toBe(400);
  },
);

test("no role of the program may change or delete a record, but by the functions of erasure, retention and the chain", async () => {
  const ana = await person("ADMIN");
  await write(ana, "user.created");
  const rights = await peek(
    `select grantee, privilege_type from information_schema.role_table_grants where table_name = 'audit_records' and grantee like 'intellibox%' and grantee <> '${roles.definer}' and privilege_type not in ('SELECT', 'INSERT')`,
  );
  expect(rights).toEqual([]);
  const functions = await peek(
    `select proname from pg_proc p where prosecdef and proowner = '${roles.definer}'::regrole and prosrc ~ '(update|delete from) audit_records' order by 1`,
  );
  expect(functions).toEqual([
    { proname: "chain_audit_record" },
    { proname: "delete_audit" },
    { proname: "erase_from_audit" },
  ]);
});
