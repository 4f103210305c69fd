import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";

const { person, call, app, world, url } = await testWorld();
const owner = await person("SUPER_ADMIN", { owner: true });
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

test("companies, plans and users have _id; options for selects have id and name [SES-10] [SES-46]", async () => {
  const companies = await call(owner, api.tenants.list, { query: { page: 1, limit: 10 } });
  expect(companies.body).toMatchObject({ items: [{ _id: uuid }] });
  const options = await call(owner, api.tenants.list);
  expect(options.body).toEqual([{ id: uuid, name: expect.any(String), slug: expect.any(String) }]);
  expect((await call(owner, api.plans.list)).body).toMatchObject([{ _id: uuid }]);
  expect((await call(owner, api.users.list)).body).toMatchObject([{ _id: uuid, tenantId: { _id: uuid } }]);
});

test("calls exist only below /api [LIM-01]", async () => {
  expect((await app.inject({ method: "GET", url: "/api/health" })).json()).toEqual({ status: "ok" });
  expect((await app.inject({ method: "POST", url: "/auth/login", payload: {} })).statusCode).toBe(404);
});

test("the database of the settings is used [RUN-18]", async () => {
  const { rows } = await world.db.pool.query<{ name: string }>("select current_database() as name");
  expect(world.config.databaseUrl).toBe(url);
  expect(rows[0]?.name).toBe(new URL(url).pathname.slice(1));
});
