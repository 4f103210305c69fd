import { api } from "@intellibox/contract/api";
import type { Plan } from "@intellibox/contract/endpoints/plans";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, peek } = await testWorld();
let owner: Caller;
beforeAll(async () => {
  owner = await person("SUPER_ADMIN", { owner: true });
});

const newCode = () => `P${newId().replaceAll("-", "").slice(-12)}`;
const create = (body: Record<string, unknown>, who = owner) => call(who, api.plans.create, { body });
const make = async (body: Record<string, unknown> = {}): Promise<Plan> =>
  (await create({ code: newCode(), name: "Starter", ...body })).body as unknown as Plan;
const update = (id: string, body: Record<string, unknown>, who = owner) =>
  call(who, api.plans.update, { params: { id }, body });
const remove = (id: string, who = owner) => call(who, api.plans.remove, { params: { id } });
const list = async (who: Caller) => (await call(who, api.plans.list)).body as unknown as Plan[];

test("a new plan has every field, an upper-case code and the defaults [PLN-06] [PLN-12] [API-53]", async () => {
  const code = newCode().toLowerCase();
  expect(await create({ code, name: "Starter", features: [" One ", "", "Two"] })).toMatchObject({ status: 201 });
  const made = (await list(owner)).find((plan) => plan.code === code.toUpperCase());
  expect(made).toEqual({
    _id: expect.any(String),
    code: code.toUpperCase(),
    name: "Starter",
    monthlyPriceINR: 0,
    emailQuota: 500,
    maxUsers: 10,
    monthlyTokens: null,
    features: ["One", "Two"],
    status: "Active",
    createdAt: expect.any(String),
  });
});

test.each([
  [{ code: " " }, "Code is required"],
  [{ name: "" }, "Name is required"],
  [{ monthlyPriceINR: -1 }, "Price must be at least 0"],
  [{ monthlyPriceINR: "12" }, "Price must be a number"],
  [{ maxUsers: 0 }, "Max users must be a whole number from 1 to 1,000,000"],
  [{ maxUsers: 1.5 }, "Max users must be a whole number from 1 to 1,000,000"],
  [{ emailQuota: 750 }, "Email quota must be 500, 1000 or unlimited (-1)"],
  [{ emailQuota: null }, "Email quota must be 500, 1000 or unlimited (-1)"],
  [{ owner: true }, "Unknown field: owner"],
])("a plan with %j is refused with the reason [VAL-27] [VAL-28] [VAL-29] [VAL-30] [VAL-31]", async (wrong, error) => {
  expect(await create({ code: newCode(), name: "Plan", ...wrong })).toMatchObject({ status: 400, body: { error } });
});

test("each quota can be chosen, prices have paise, and a code is unique [PLN-09]", async () => {
  for (const emailQuota of [500, 1000, -1]) expect((await make({ emailQuota })).emailQuota).toBe(emailQuota);
  const { code, monthlyPriceINR } = await make({ monthlyPriceINR: 499.5 });
  expect(monthlyPriceINR).toBe(499.5);
  expect(await create({ code: code.toLowerCase(), name: "Again" })).toMatchObject({
    status: 409,
    body: { error: "A plan with this code already exists" },
  });
});

test("PUT changes only the given fields, never the code, and the status in both directions [PLN-07] [PLN-08] [API-54]", async () => {
  const made = await make({ maxUsers: 3 });
  expect((await update(made._id, { name: "Growth", monthlyPriceINR: 4999, status: "Inactive" })).body).toMatchObject({
    code: made.code,
    name: "Growth",
    monthlyPriceINR: 4999,
    maxUsers: 3,
    status: "Inactive",
  });
  expect((await update(made._id, { code: made.code, status: "Active" })).body).toMatchObject({ status: "Active" });
  expect(await update(made._id, { code: newCode() })).toMatchObject({
    status: 400,
    body: { error: "The code cannot be changed" },
  });
  expect((await update(made._id, { maxUsers: 0 })).status).toBe(400);
  expect((await update(newId(), { name: "Nobody's" })).status).toBe(404);
});

test("a plan in use cannot be deleted, an unused one can [PLN-13] [API-55]", async () => {
  const ana = await person("ADMIN", { plan: { name: "Taken" } });
  const [used] = await peek<{ plan_id: string }>("select plan_id from tenants where id = $1", [ana.tenantId]);
  expect(await remove(used?.plan_id ?? "")).toMatchObject({
    status: 409,
    body: { error: "In use by 1 company. Move it to another plan first.", code: "conflict" },
  });
  const free = await make();
  expect((await remove(free._id)).body).toEqual({ ok: true });
  expect((await remove(free._id)).status).toBe(404);
});

test("super admins see all plans by code, an ADMIN the active ones and their company's, a NORMAL_USER none [ROL-13] [API-52]", async () => {
  const ana = await person("ADMIN", { plan: { status: "Inactive", name: "Retired, but ours" } });
  const [gone, current] = [await make({ status: "Inactive" }), await make()];
  const all = (await list(owner)).map(({ code }) => code);
  expect(all).toEqual([...all].sort());
  expect(all).toEqual(expect.arrayContaining([gone.code, current.code]));
  const seen = await list(ana);
  expect(seen.map(({ code }) => code)).toContain(current.code);
  expect(seen.filter(({ status }) => status === "Inactive")).toMatchObject([{ name: "Retired, but ours" }]);
  expect((await call(await person("NORMAL_USER"), api.plans.list)).status).toBe(403);
});

test("only super admins add, change and delete plans [ROL-14]", async () => {
  const { _id } = await make();
  for (const role of ["ADMIN", "NORMAL_USER"] as const) {
    const who = await person(role);
    expect((await create({ code: newCode(), name: "X" }, who)).status).toBe(403);
    expect((await update(_id, { name: "X" }, who)).status).toBe(403);
    expect((await remove(_id, who)).status).toBe(403);
  }
});

test("changes of a plan are audited [SES-43]", async () => {
  const { _id } = await make({ name: "Recorded plan" });
  await update(_id, { monthlyPriceINR: 10 });
  await update(_id, { monthlyPriceINR: 10 });
  await remove(_id);
  const records = await peek("select action, changes from audit_records where target_id = $1 order by at, id", [_id]);
  expect(records).toMatchObject([
    { action: "plan.created", changes: { name: "Recorded plan" } },
    { action: "plan.updated", changes: { monthlyPriceINR: [0, 10] } },
    { action: "plan.deleted" },
  ]);
});
