import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { testWorld } from "#test/test-world.ts";

const { person, call, peek, advance } = await testWorld();
const owner = await person("SUPER_ADMIN", { owner: true });
const acting = { ...api.auth.me, path: "/users/all" };
const records = (tenantId: string) =>
  peek<{ actor_email: string; acting: boolean; action: string }>(
    "select actor_email, acting, action from audit_records where tenant_id = $1 order by at",
    [tenantId],
  );

test("acting for a tenant is recorded in that tenant's log once an hour [SES-45]", async () => {
  const ana = await person("ADMIN");
  const headers = { "x-tenant-id": ana.tenantId };
  for (let times = 0; times < 3; times++) await call(owner, acting, {}, headers);
  expect(await records(ana.tenantId)).toEqual([{ actor_email: owner.email, acting: true, action: "acting.started" }]);
  advance(61 * 60_000);
  await call(owner, acting, {}, headers);
  expect(await records(ana.tenantId)).toHaveLength(2);
});

test("acting for a tenant that does not exist is refused", async () => {
  expect((await call(owner, acting, {}, { "x-tenant-id": newId() })).status).toBe(404);
});

test("calls for one's own company are not recorded", async () => {
  const ana = await person("ADMIN");
  await call(ana, acting, {}, { "x-tenant-id": ana.tenantId });
  expect(await records(ana.tenantId)).toEqual([]);
});
