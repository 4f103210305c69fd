import { allEndpoints, api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { type Caller, testPassword, testWorld } from "#test/test-world.ts";

// Stands still until `advance`, so that the speed of the machine does not change the answers.
let clock = Date.now();
const advance = (minutes: number) => {
  clock += minutes * 60_000;
};
const { app, person, call, peek } = await testWorld({ outside: { now: () => new Date(clock) } });

const prove = (who: Caller, password = testPassword) => call(who, api.stepUp.prove, { body: { password } });
const saveLimits = (who: Caller) =>
  call(who, api.sessions.saveLimits, { params: { id: who.tenantId }, body: { idleHours: 5, lifeHours: 50 } });
const refusal = { code: "step_up_required", error: expect.stringContaining("Confirm that it is you") };

test("a sign-in is a proof for ten minutes; then a call that needs one is refused until there is a new one [FAC-01]", async () => {
  const ana = await person("ADMIN");
  advance(9);
  expect((await saveLimits(ana)).status).toBe(200);
  advance(2);
  const refused = await saveLimits(ana);
  expect([refused.status, refused.body]).toMatchObject([403, refusal]);
  // Other calls of the same session are not affected.
  expect((await call(ana, api.auth.me)).status).toBe(200);
  expect((await call(ana, api.stepUp.ways)).body).toMatchObject({ password: true });
  const { status, body } = await prove(ana);
  expect([status, body.until]).toEqual([200, new Date(clock + 10 * 60_000).toISOString()]);
  expect((await saveLimits(ana)).status).toBe(200);
  advance(11);
  expect((await saveLimits(ana)).status).toBe(403);
});

test("a proof counts for its own session only, and a renewal of the session is none [FAC-01]", async () => {
  const ana = await person("ADMIN");
  const login = (await call(null, api.auth.login, { body: { email: ana.email, password: testPassword } })).body;
  const other = { ...ana, token: login.token };
  advance(11);
  expect((await prove(other)).status).toBe(200);
  expect([(await saveLimits(ana)).status, (await saveLimits(other)).status]).toEqual([403, 200]);
  advance(11);
  const renewed = (await call(null, api.auth.refresh, { body: { refreshToken: login.refreshToken } })).body;
  expect((await saveLimits({ ...other, token: renewed.token })).status).toBe(403);
});

test("a wrong password is no proof, and guesses are delayed [FAC-01]", async () => {
  const ana = await person("ADMIN");
  advance(11);
  const answers: number[] = [];
  for (let guess = 0; guess < 7; guess++) answers.push((await prove(ana, `guess number ${guess}`)).status);
  expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429]);
  // The right one does not help while the delay lasts.
  expect((await prove(ana)).status).toBe(429);
  expect((await saveLimits(ana)).status).toBe(403);
  advance(15);
  expect((await prove(ana)).status).toBe(200);
  expect((await prove(await person("ADMIN"), "")).body).toMatchObject({ fields: { password: "Password is required" } });
  expect((await call(null, api.stepUp.prove, { body: { password: testPassword } })).status).toBe(401);
});

test("a change of a role, a password for somebody else and a new admin need a proof; a new name does not [FAC-01]", async () => {
  const ana = await person("ADMIN");
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const change = (body: Record<string, unknown>) =>
    call(ana, api.users.update, { params: { id: ben.id }, body }).then(({ status }) => status);
  const add = (roleCode: string) =>
    call(ana, api.users.create, { body: { name: "New", email: `${roleCode.toLowerCase()}@new.test`, roleCode } });
  advance(11);
  expect(await change({ name: "Ben" })).toBe(200);
  expect(await change({ roleCode: "ADMIN" })).toBe(403);
  expect(await change({ password: "another long phrase" })).toBe(403);
  expect((await add("ADMIN")).body).toMatchObject(refusal);
  expect((await add("NORMAL_USER")).status).toBe(201);
  expect(await peek("select role_code from users where id = $1", [ben.id])).toEqual([{ role_code: "NORMAL_USER" }]);
  await prove(ana);
  expect(await change({ roleCode: "ADMIN" })).toBe(200);
});

test("every call that erases, gives access or changes secrets of the company needs a proof [FAC-01]", async () => {
  const marked = allEndpoints.flatMap(({ method, path, ...rest }) =>
    "stepUp" in rest && rest.stepUp ? { method, path } : [],
  );
  const named = marked.map(({ method, path }) => `${method} ${path}`);
  for (const expected of [
    "POST /tenants/{id}/erasure",
    "POST /users/{id}/erasure",
    "DELETE /tenants/{id}",
    "DELETE /users/{id}",
    "POST /users/{id}/reset-password",
    "PUT /tenants/smtp",
    "PUT /tenants/imap",
    "PUT /ai",
    "PUT /ai/company",
    "PUT /tenants/{id}/session-limits",
    "PUT /tenants/{id}/retention",
  ])
    expect(named).toContain(expected);
  const root = await person("SUPER_ADMIN", { owner: true });
  advance(11);
  for (const { method, path } of marked) {
    const { statusCode, body } = await app.inject({
      method,
      url: `/api${path.replaceAll(/\{\w+\}/g, root.id)}`,
      headers: { authorization: `Bearer ${root.token}`, "content-type": "application/json" },
      ...(method !== "GET" && { payload: {} }),
    });
    expect([path, statusCode, body]).toEqual([path, 403, expect.stringContaining("step_up_required")]);
  }
});
