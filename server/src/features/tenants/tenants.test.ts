import { api } from "@intellibox/contract/api";
import type { AuditRecord } from "@intellibox/contract/endpoints/audit";
import type { Tenant } from "@intellibox/contract/endpoints/tenants";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";

const { person, call, peek } = await testWorld();
let owner: Caller;
beforeAll(async () => {
  owner = await person("SUPER_ADMIN", { owner: true });
});

const newCode = () => `C${newId().replaceAll("-", "").slice(-12)}`;
const create = (body: Record<string, unknown>, who = owner) => call(who, api.tenants.create, { body });
const make = async (body: Record<string, unknown> = {}) => {
  const { status, body: made } = await create({ code: newCode(), name: "Acme Traders", ...body });
  expect(status).toBe(201);
  return made;
};
const update = (who: Caller, id: string, body: Record<string, unknown>) =>
  call(who, api.tenants.update, { params: { id }, body });
const remove = (who: Caller, id: string, query = {}) => call(who, api.tenants.remove, { params: { id }, query });
const page = async (who: Caller, query: Record<string, unknown>) =>
  (await call(who, api.tenants.list, { query: { limit: 10, ...query } })).body as unknown as {
    items: Tenant[];
    total: number;
  };

test("a new company has every field, an upper-case code, a slug of its name and India as its country [CMY-05] [CMY-09] [API-49] [SES-47]", async () => {
  const code = newCode().toLowerCase();
  const { status, body } = await create({
    code,
    name: "  Söhne & Co. ",
    contactEmail: "Ana@Acme.Test",
    address: { city: "Pune" },
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    code: code.toUpperCase(),
    name: "Söhne & Co.",
    slug: "sohne-co",
    gstNumber: "",
    contactEmail: "ana@acme.test",
    contactPhone: "",
    status: "Active",
    isOwner: false,
    address: { line1: "", line2: "", city: "Pune", state: "", pin: "", country: "India" },
    planId: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    userCount: 0,
  });
});

test("companies with the same name get different slugs, and a name without Latin letters gets the code's", async () => {
  const name = `Twin ${newId().slice(-12)}`;
  const slugs = [(await make({ name })).slug, (await make({ name })).slug, (await make({ name })).slug];
  expect(slugs).toEqual([slugs[0], `${slugs[0]}-2`, `${slugs[0]}-3`]);
  const code = newCode();
  expect((await make({ code, name: "अक्मे" })).slug).toBe(code.toLowerCase());
  expect((await make({ slug: "  My Own_Slug! " })).slug).toBe("my-own-slug");
  expect(await create({ code: newCode(), name: "Other", slug: "my own slug" })).toMatchObject({
    status: 409,
    body: { error: "A company with this slug already exists" },
  });
});

test.each([
  [{ code: "" }, "Code is required"],
  [{ code: "   " }, "Code is required"],
  [{ code: "A B" }, "Code may hold letters, digits, dashes and underscores"],
  [{ name: "" }, "Name is required"],
  [{ name: "a\r\nBcc: x" }, "Name has characters that are not allowed"],
  [{ contactEmail: "not an email" }, "Enter a valid email address"],
  [{ slug: "!!!" }, "Slug needs letters or digits"],
  [{ planId: newId() }, "That plan does not exist"],
  [{ isAdmin: true }, "Unknown field: isAdmin"],
  [{ address: { planet: "Mars" } }, "Unknown field: planet"],
])("a company with %j is refused with the reason [VAL-23] [VAL-24] [VAL-26]", async (wrong, error) => {
  expect(await create({ code: newCode(), name: "Acme", ...wrong })).toMatchObject({ status: 400, body: { error } });
});

test("a code is unique, regardless of case", async () => {
  const { code } = await make();
  expect(await create({ code: code.toLowerCase(), name: "Again" })).toMatchObject({
    status: 409,
    body: { error: "A company with this code already exists" },
  });
});

test("PUT changes only the given fields, never the code, and the status in both directions [CMY-06] [CMY-07] [API-50]", async () => {
  const made = await make({ contactPhone: "1", address: { line1: "Mill Road", country: "Nepal" } });
  const { body } = await update(owner, made._id, { name: "New name", status: "Suspended", address: { city: "Pune" } });
  expect(body).toMatchObject({
    code: made.code,
    name: "New name",
    slug: made.slug,
    contactPhone: "1",
    status: "Suspended",
    address: { line1: "Mill Road", city: "Pune", country: "Nepal" },
  });
  expect((await update(owner, made._id, { status: "Active" })).body.status).toBe("Active");
  expect((await update(owner, made._id, { code: made.code.toLowerCase() })).status).toBe(200);
  expect(await update(owner, made._id, { code: newCode() })).toMatchObject({
    status: 400,
    body: { error: "The code cannot be changed", fields: { code: "The code cannot be changed" } },
  });
});

test("a company cannot be given a plan that does not exist, and keeps the one it has", async () => {
  const made = await make();
  expect(await update(owner, made._id, { planId: newId() })).toMatchObject({
    status: 400,
    body: { error: "That plan does not exist", fields: { planId: "That plan does not exist" } },
  });
  expect((await page(owner, { q: made.code })).items[0]?.planId).toEqual(made.planId);
});

test("the owner company can be renamed", async () => {
  expect((await update(owner, owner.tenantId, { name: "Renamed owner" })).body.name).toBe("Renamed owner");
});

test("users of a suspended company are signed out at once; when it is active they sign in again, and old tokens stay invalid", async () => {
  const ana = await person("ADMIN");
  const signIn = () => call(null, api.auth.login, { body: { email: ana.email, password: testPassword } });
  const { refreshToken } = (await signIn()).body;
  await update(owner, ana.tenantId, { status: "Suspended" });
  expect((await call(ana, api.auth.me)).status).toBe(401);
  await update(owner, ana.tenantId, { status: "Active" });
  expect((await call(ana, api.auth.me)).status).toBe(401);
  expect((await call(null, api.auth.refresh, { body: { refreshToken } })).status).toBe(401);
  expect((await call({ token: (await signIn()).body.token }, api.auth.me)).status).toBe(200);
});

test("the owner company stays the owner and active, and there is only one [CMY-08]", async () => {
  const { tenantId } = owner;
  expect((await update(owner, tenantId, { isOwner: false })).status).toBe(409);
  expect(await update(owner, tenantId, { status: "Suspended" })).toMatchObject({
    status: 409,
    body: { error: "The owner company cannot be suspended" },
  });
  expect((await update(owner, tenantId, { isOwner: true, status: "Active", name: "Owner" })).status).toBe(200);
  const { _id } = await make();
  expect((await update(owner, _id, { isOwner: true })).status).toBe(409);
  expect((await create({ code: newCode(), name: "Second", isOwner: true })).status).toBe(409);
});

test("neither the owner company nor one's own can be deleted [CMY-10]", async () => {
  const [{ code } = { code: "" }] = await peek<{ code: string }>("select code from tenants where id = $1", [
    owner.tenantId,
  ]);
  expect(await remove(owner, owner.tenantId, { confirm: code })).toMatchObject({
    status: 409,
    body: { error: "The owner company cannot be deleted" },
  });
  const other = await person("SUPER_ADMIN");
  expect((await remove(other, other.tenantId)).status).toBe(409);
});

test("a company with users is deleted only with its code as confirmation; one without users, at once [CMY-11] [API-51]", async () => {
  const empty = await make();
  expect((await remove(owner, empty._id)).body).toEqual({ ok: true });
  const ana = await person("ADMIN");
  const [tenant] = (
    await page(owner, {
      q: (await peek<{ code: string }>("select code from tenants where id = $1", [ana.tenantId]))[0]?.code,
    })
  ).items;
  expect(tenant).toMatchObject({ _id: ana.tenantId, userCount: 1 });
  for (const query of [{}, { confirm: "WRONG" }, { confirm: "" }]) {
    expect(await remove(owner, ana.tenantId, query)).toMatchObject({
      status: 409,
      body: { error: `${tenant?.name} has 1 user. Type its code to delete it.` },
    });
  }
  expect((await remove(owner, ana.tenantId, { confirm: tenant?.code.toLowerCase() })).status).toBe(200);
  expect((await call(ana, api.auth.me)).status).toBe(401);
  expect(await peek("select 1 from users where tenant_id = $1", [ana.tenantId])).toEqual([]);
  expect((await remove(owner, ana.tenantId)).status).toBe(404);
});

test("super admins see all companies, an ADMIN their own, a NORMAL_USER none [ROL-09]", async () => {
  const [ana, other] = [await person("ADMIN"), await person("SUPER_ADMIN")];
  for (const who of [owner, other]) expect((await page(who, {})).total).toBeGreaterThan(3);
  const own = await page(ana, {});
  expect({ total: own.total, ids: own.items.map(({ _id }) => _id) }).toEqual({ total: 1, ids: [ana.tenantId] });
  expect((await call(await person("NORMAL_USER"), api.tenants.list)).status).toBe(403);
});

test("an owner who acts for a company still sees all companies, for the selector", async () => {
  const ana = await person("ADMIN");
  const { body } = await call(owner, api.tenants.list, {}, { "x-tenant-id": ana.tenantId });
  expect((body as unknown as unknown[]).length).toBeGreaterThan(3);
});

test("without page and limit the list is an array of options; with either it is a page, of at most 1000 [API-47] [API-48] [LIM-10]", async () => {
  const { body: options } = await call(owner, api.tenants.list);
  expect(Array.isArray(options)).toBe(true);
  for (const option of options as unknown as object[])
    expect(Object.keys(option).sort()).toEqual(["id", "name", "slug"]);
  for (const query of [{ page: 1 }, { limit: 200 }, { limit: 1000, page: 1 }]) {
    const { body } = await call(owner, api.tenants.list, { query });
    expect(body).toMatchObject({ items: expect.any(Array), total: expect.any(Number) });
  }
  expect((await call(owner, api.tenants.list, { query: { limit: 1001 } })).status).toBe(400);
});

test("a page is filtered and sorted, newest first by default", async () => {
  const mark = `zz${newId().slice(-8)}`;
  const made: Tenant[] = [];
  for (const name of ["Beta", "alpha", "Gamma"]) made.push(await make({ name: `${mark} ${name}` }));
  await update(owner, made[1]?._id ?? "", { status: "Suspended" });
  const names = async (query: Record<string, unknown>) => {
    const { items, total } = await page(owner, { q: mark.toUpperCase(), ...query });
    return [total, ...items.map(({ name }) => name.slice(mark.length + 1))];
  };
  expect(await names({})).toEqual([3, "Gamma", "alpha", "Beta"]);
  expect(await names({ sort: "createdAt" })).toEqual([3, "Beta", "alpha", "Gamma"]);
  expect(await names({ status: "Suspended" })).toEqual([1, "alpha"]);
  expect(await names({ limit: 2, page: 2 })).toEqual([3, "Beta"]);
  expect(await page(owner, { q: "%" })).toMatchObject({ total: 0 });
});

test.each([
  [{ sort: "passwordHash" }],
  [{ sort: "-nothing" }],
  [{ isOwner: "true" }],
  [{ status: "Gone" }],
  [{ page: 0 }],
  [{ limit: "many" }],
  [{ limit: 100_000 }],
])("a list asked for with %j is refused", async (query) => {
  expect((await call(owner, api.tenants.list, { query })).status).toBe(400);
});

test("an ADMIN changes name, contacts and address of their company; anything else is refused, not ignored [CMY-12] [ROL-12]", async () => {
  const ana = await person("ADMIN");
  const mine = { name: "Renamed", contactEmail: "a@b.test", contactPhone: "2", address: { city: "Goa" } };
  expect(await update(ana, ana.tenantId, mine)).toMatchObject({
    status: 200,
    body: { ...mine, address: { city: "Goa", country: "India" } },
  });
  for (const [field, value] of Object.entries({
    slug: "x",
    gstNumber: "G1",
    status: "Suspended",
    isOwner: true,
    planId: null,
  })) {
    expect(await update(ana, ana.tenantId, { name: "Half", [field]: value }), field).toMatchObject({
      status: 403,
      body: { error: `Only a super admin may change: ${field}` },
    });
  }
  expect((await page(ana, {})).items[0]).toMatchObject({ name: "Renamed", status: "Active" });
  const uma = await person("ADMIN");
  expect((await update(ana, uma.tenantId, { name: "Mine now" })).status).toBe(404);
  expect((await update(await person("NORMAL_USER"), ana.tenantId, { name: "X" })).status).toBe(403);
});

test("only super admins add and delete companies [ROL-10] [ROL-11]", async () => {
  for (const role of ["ADMIN", "NORMAL_USER"] as const) {
    const who = await person(role);
    expect((await create({ code: newCode(), name: "X" }, who)).status).toBe(403);
    expect((await remove(who, who.tenantId)).status).toBe(403);
  }
  expect((await create({ code: newCode(), name: "X" }, await person("SUPER_ADMIN"))).status).toBe(201);
});

test("changes of a company are audited with the earlier values [SES-43]", async () => {
  const { _id, code } = await make({ name: "Recorded" });
  await update(owner, _id, { name: "Recorded anew", contactPhone: "5" });
  await update(owner, _id, { name: "Recorded anew" });
  await remove(owner, _id);
  const { body } = await call(owner, api.audit.list, { query: { q: "Recorded", sort: "at" } });
  const records = (body as unknown as { items: AuditRecord[] }).items.filter(({ targetId }) => targetId === _id);
  // The company's own records are deleted with it; the deletion is recorded in the actor's company.
  expect(records).toMatchObject([
    { action: "tenant.deleted", changes: { code, users: 0 }, actor: { email: owner.email } },
  ]);
  const kept = await make({ name: "Kept" });
  await update(owner, kept._id, { name: "Kept anew" });
  const { body: all } = await call(owner, api.audit.list, { query: { q: "Kept", action: "tenant", sort: "at" } });
  expect((all as unknown as { items: AuditRecord[] }).items).toMatchObject([
    { action: "tenant.created", acting: true, tenant: { code: kept.code } },
    { action: "tenant.updated", changes: { name: ["Kept", "Kept anew"] } },
  ]);
});
