import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { askForSender } from "#features/outbox/sender.ts";
import { testWorld } from "#test/test-world.ts";
import { countOneMail, monthOf } from "./quota.ts";

const { person, call, peek, scopeOf } = await testWorld();

test("a company without a plan has the limits of the smallest active one; the owner company has none", async () => {
  const ana = await person("ADMIN", { plan: { emailQuota: -1, maxUsers: 50 } });
  await person("ADMIN", { plan: { name: "Small", emailQuota: 500, maxUsers: 1 } });
  await person("ADMIN", { plan: { emailQuota: 500, maxUsers: 1, status: "Inactive" } });
  await person("ADMIN", { plan: { emailQuota: 1000, maxUsers: 1 } });
  const quota = async () => {
    const scope = scopeOf(ana);
    return (await scope.tx((tx) => askForSender(tx, scope))).quota;
  };
  const add = () =>
    call(ana, api.users.create, {
      body: { name: "Joe", email: `new-${newId()}@example.test`, password: "another good long phrase" },
    });
  expect([await quota(), (await add()).status]).toEqual([-1, 201]);
  await peek("update tenants set plan_id = null where id = $1", [ana.tenantId]);
  expect(await quota()).toBe(500);
  expect(await add()).toMatchObject({ status: 409, body: { error: "The plan Small allows at most 1 user" } });
  expect((await call(ana, api.dashboards.tenant)).body.quota.limit).toBe(500);
  await peek("update tenants set is_owner = true where id = $1", [ana.tenantId]);
  expect([await quota(), (await add()).status]).toEqual([null, 201]);
});

test("mail outside of the outbox counts against the smallest plan too, if a company has none", async () => {
  await person("ADMIN", { plan: { emailQuota: 500, maxUsers: 1 } });
  const ana = await person("ADMIN");
  await peek("update tenants set plan_id = null where id = $1", [ana.tenantId]);
  const scope = scopeOf(ana);
  const now = scope.now();
  await peek("insert into send_counts (tenant_id, month, shard, accepted) values ($1, $2, 0, 499)", [
    ana.tenantId,
    monthOf(now),
  ]);
  const countOne = () => scope.tx((tx) => countOneMail(tx, { tenantId: ana.tenantId, now }));
  await countOne();
  await expect(countOne()).rejects.toMatchObject({ code: "quota_exceeded" });
});
