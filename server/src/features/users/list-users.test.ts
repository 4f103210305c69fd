import { api } from "@intellibox/contract/api";
import type { User } from "@intellibox/contract/endpoints/users";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call } = await testWorld();
let owner: Caller;
beforeAll(async () => {
  owner = await person("SUPER_ADMIN", { owner: true });
});

const list = (who: Caller, query: Record<string, unknown> = {}, headers = {}) =>
  call(who, api.users.list, { query }, headers);
const array = async (who: Caller, query: Record<string, unknown> = {}, headers = {}) =>
  (await list(who, query, headers)).body as unknown as User[];
const page = async (who: Caller, query: Record<string, unknown>) =>
  (await list(who, query)).body as unknown as { items: User[]; total: number };

async function company() {
  const ana = await person("ADMIN", { name: "Ana" });
  const { tenantId } = ana;
  const [bob, cid] = [
    await person("NORMAL_USER", { tenantId, name: "bob" }),
    await person("NORMAL_USER", { tenantId, name: "Cid" }),
  ];
  return { ana, bob, cid, tenantId };
}

test("super admins see all users or those of the company they act for; an ADMIN those of their company [ROL-15] [API-56]", async () => {
  const { ana, bob, cid, tenantId } = await company();
  const other = await company();
  const ids = (users: User[]) => users.map(({ _id }) => _id);
  expect(ids(await array(owner))).toEqual(expect.arrayContaining([owner.id, ana.id, other.ana.id]));
  expect(ids(await array(owner, {}, { "x-tenant-id": owner.tenantId }))).toContain(other.ana.id);
  expect(ids(await array(owner, {}, { "x-tenant-id": tenantId }))).toEqual([ana.id, bob.id, cid.id]);
  expect(ids(await array(await person("SUPER_ADMIN")))).toContain(ana.id);
  expect(ids(await array(ana))).toEqual([ana.id, bob.id, cid.id]);
  expect((await array(ana))[0]).toMatchObject({ email: ana.email, tenantId: { _id: tenantId } });
});

test("a NORMAL_USER gets names and roles of their company, and cannot infer more [ROL-15]", async () => {
  const { ana, bob, cid } = await company();
  expect(await array(bob)).toEqual([
    { _id: ana.id, name: "Ana", roleCode: "ADMIN" },
    { _id: bob.id, name: "bob", roleCode: "NORMAL_USER" },
    { _id: cid.id, name: "Cid", roleCode: "NORMAL_USER" },
  ]);
  expect(await page(bob, { limit: 1, page: 2 })).toEqual({
    items: [{ _id: bob.id, name: "bob", roleCode: "NORMAL_USER" }],
    total: 3,
  });
  expect(await array(bob, { q: ana.email })).toEqual([]);
  for (const query of [{ sort: "email" }, { sort: "-createdAt" }, { status: "Active" }, { tenantId: bob.tenantId }]) {
    expect((await list(bob, query)).status).toBe(403);
  }
  const one = await call(bob, api.users.get, { params: { id: ana.id } });
  expect(one.body).toEqual({ _id: ana.id, name: "Ana", roleCode: "ADMIN" });
});

test("a user is returned only to those who may see them [API-57]", async () => {
  const { ana, bob } = await company();
  const get = (who: Caller, id: string) => call(who, api.users.get, { params: { id } });
  for (const who of [ana, owner]) {
    expect(await get(who, bob.id)).toMatchObject({ status: 200, body: { _id: bob.id, email: bob.email } });
  }
  const stranger = await company();
  for (const who of [stranger.ana, stranger.bob]) expect((await get(who, bob.id)).status).toBe(404);
  for (const id of [newId(), "me", "' or 1=1 --"]) expect((await get(ana, id)).status).toBe(404);
});

test("without page and limit the list is an array, otherwise a page; sorted by name by default", async () => {
  const { ana, tenantId } = await company();
  expect((await array(ana)).map(({ name }) => name)).toEqual(["Ana", "bob", "Cid"]);
  expect((await array(ana, { sort: "-name" })).map(({ name }) => name)).toEqual(["Cid", "bob", "Ana"]);
  expect(await page(ana, { limit: 2 })).toMatchObject({ total: 3, items: [{ name: "Ana" }, { name: "bob" }] });
  expect(await page(ana, { page: 2, limit: 2 })).toMatchObject({ total: 3, items: [{ name: "Cid" }] });
  expect(await page(owner, { tenantId, limit: 10, roleCode: "ADMIN" })).toMatchObject({
    total: 1,
    items: [{ name: "Ana" }],
  });
  expect(await array(ana, { q: "BO" })).toMatchObject([{ name: "bob" }]);
  expect(await array(ana, { status: "Inactive" })).toEqual([]);
});

test("unknown fields to sort or filter by are refused, and only super admins may filter by company", async () => {
  const { ana, tenantId } = await company();
  for (const query of [{ sort: "passwordHash" }, { password: "x" }, { roleCode: "ROOT" }, { tenantId: "1" }]) {
    expect((await list(ana, query)).status).toBe(400);
  }
  expect((await list(ana, { tenantId })).status).toBe(403);
});
