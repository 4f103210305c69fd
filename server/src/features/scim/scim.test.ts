import { api } from "@intellibox/contract/api";
import { expect, test, vi } from "vitest";
import { newId } from "#lib/ids.ts";
import { argon } from "#lib/passwords.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { readFilter } from "./read-filter.ts";
import { ScimError } from "./scim-answer.ts";

const { app, call, person, peek, advance } = await testWorld();

const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";
const patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

type Json = Record<string, unknown> & { id: string; meta: { location: string }; Resources: { userName: string }[] };
let visits = 0;

/** A directory that calls SCIM with the token of a company. */
const directoryWith =
  (token: string) =>
  async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, payload?: object | string) => {
    const response = await app.inject({
      method,
      url: `/scim/v2${path}`,
      remoteAddress: `10.1.${Math.floor(++visits / 250)}.${visits % 250}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload !== undefined && { "content-type": "application/scim+json" }),
      },
      ...(payload !== undefined && { payload: typeof payload === "string" ? payload : JSON.stringify(payload) }),
    });
    const { statusCode: status, headers } = response;
    return { status, headers, body: (response.body ? JSON.parse(response.body) : {}) as Json };
  };

async function directory(plan?: { maxUsers: number }) {
  const admin = await person("ADMIN", plan ? { plan } : {});
  const made = await call(admin, api.sso.makeScimToken, { params: { id: admin.tenantId } });
  expect(made.status).toBe(201);
  return { admin, token: made.body.token, ask: directoryWith(made.body.token) };
}

const newUser = (userName: string, more: object = {}) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName,
  ...more,
});
const patch = (...operations: object[]) => ({ schemas: [patchSchema], Operations: operations });
const address = () => `u${newId().slice(-12)}@acme.test`;
const me = async (who: Caller) => (await call(who, api.auth.me)).status;

test("the token is shown once, stored as a hash, and ends when it is replaced or removed [SCM-01]", async () => {
  const { admin, token, ask } = await directory();
  const params = { id: admin.tenantId };
  expect((await ask("GET", "/Users")).status).toBe(200);
  const { scim } = (await call(admin, api.sso.get, { params })).body;
  expect([scim.url, typeof scim.usedAt]).toEqual([expect.stringMatching(/\/scim\/v2$/), "string"]);
  const stored = await peek("select * from scim_tokens where tenant_id = $1", [admin.tenantId]);
  expect(JSON.stringify(stored)).not.toContain(token.slice(-43));
  const next = (await call(admin, api.sso.makeScimToken, { params })).body.token;
  const refused = await ask("GET", "/Users");
  expect([refused.status, refused.headers["content-type"], refused.body]).toEqual([
    401,
    "application/scim+json; charset=utf-8",
    { schemas: [errorSchema], status: "401", detail: "The bearer token is missing or not valid" },
  ]);
  expect((await directoryWith(next)("GET", "/Users")).status).toBe(200);
  await peek("update tenants set status = 'Suspended' where id = $1", [admin.tenantId]);
  expect((await directoryWith(next)("GET", "/Users")).status).toBe(401);
  await peek("update tenants set status = 'Active' where id = $1", [admin.tenantId]);
  expect((await call(admin, api.sso.removeScimToken, { params })).status).toBe(200);
  expect((await directoryWith(next)("GET", "/Users")).status).toBe(401);
  for (const bad of ["", "x", admin.token, `scim_${admin.tenantId}_${"a".repeat(43)}`])
    expect((await directoryWith(bad)("GET", "/ServiceProviderConfig")).status).toBe(401);
});

test("a directory reads what the service can do [SCM-02]", async () => {
  const { ask } = await directory();
  const config = await ask("GET", "/ServiceProviderConfig");
  expect(config.headers["content-type"]).toBe("application/scim+json; charset=utf-8");
  expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
  expect((await ask("GET", "/ResourceTypes")).body).toMatchObject({ totalResults: 1, Resources: [{ id: "User" }] });
  expect((await ask("GET", "/ResourceTypes/User")).body).toMatchObject({ endpoint: "/Users" });
  const schema = "urn:ietf:params:scim:schemas:core:2.0:User";
  expect((await ask("GET", `/Schemas/${schema}`)).body).toMatchObject({ id: schema });
  expect((await ask("GET", "/Schemas")).body).toMatchObject({ totalResults: 1 });
  expect((await ask("GET", "/Schemas/none")).status).toBe(404);
});

test("a call that does not reach SCIM is refused in its error schema too [SCM-02]", async () => {
  const { ask } = await directory();
  const refusal = (status: number) => ({ schemas: [errorSchema], status: String(status), detail: expect.any(String) });
  for (const [method, path] of [
    ["GET", "/Groups"],
    ["GET", "/Me"],
    ["POST", "/Bulk"],
    ["PUT", "/Users"],
  ] as const) {
    const answer = await ask(method, path, method === "GET" ? undefined : {});
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "application/scim+json; charset=utf-8"]);
    expect(answer.body).toEqual(refusal(404));
  }
  expect((await ask("POST", "/Users", "{")).body).toEqual(refusal(400));
  expect((await ask("POST", "/Users", JSON.stringify("x".repeat(2_000_000)))).body).toEqual(refusal(413));
});

test("a filter takes no time, whatever it is [SCM-03]", async () => {
  // One character repeated in front of another made the expression try for seconds, which held up every call of the process.
  const parts = [" ", "a ", "a.", '[" ', 'a[""]', "a eq ", '\\"', "::", "\t"];
  const filters = parts.flatMap((part) =>
    [part, `a${part}`, `a eq "${part}`].map((head) => `${head.padEnd(999, part)}!`),
  );
  const begun = performance.now();
  for (const filter of filters) expect(() => readFilter(filter)).toThrow(ScimError);
  expect(performance.now() - begun).toBeLessThan(500);
});

test("a user is made with the default role and found by userName and externalId [SCM-03]", async () => {
  const { admin, ask } = await directory();
  const email = address();
  const made = await ask(
    ...([
      "POST",
      "/Users",
      newUser(email.toUpperCase(), {
        ...{ externalId: "00u1", name: { givenName: "Ana", familyName: "Lima" }, active: true, roles: ["ADMIN"] },
        ...{ roleCode: "SUPER_ADMIN", title: "Head", emails: [{ value: email, primary: true, type: "work" }] },
      }),
    ] as const),
  );
  expect([made.status, made.headers.location]).toEqual([201, made.body.meta.location]);
  expect(made.body).toMatchObject({ userName: email, externalId: "00u1", displayName: "Ana Lima", active: true });
  const [row] = await peek("select role_code, must_change_password from users where id = $1", [made.body.id]);
  expect(row).toEqual({ role_code: "NORMAL_USER", must_change_password: true });
  const find = async (filter: string) => {
    const { body } = await ask("GET", `/Users?filter=${encodeURIComponent(filter)}`);
    return body.Resources?.map(({ userName }) => userName);
  };
  expect(await find(`userName eq "${email.toUpperCase()}"`)).toEqual([email]);
  expect(await find('externalId eq "00u1"')).toEqual([email]);
  expect(await find(`USERNAME EQ "nobody@acme.test"`)).toEqual([]);
  expect(await find(`userName eq "\\" or 1=1"`)).toEqual([]);
  for (const bad of ['userName co "a"', "userName eq a", 'title eq "x"', 'userName eq "a" or title pr']) {
    const { status, body } = await ask("GET", `/Users?filter=${encodeURIComponent(bad)}`);
    expect([status, body.scimType]).toEqual([400, "invalidFilter"]);
  }
  const twice = await ask("POST", "/Users", newUser(email));
  expect([twice.status, twice.body.scimType, twice.body.schemas]).toEqual([409, "uniqueness", [errorSchema]]);
  const other = await ask("POST", "/Users", newUser(address(), { externalId: "00u1" }));
  expect([other.status, other.body.scimType]).toEqual([409, "uniqueness"]);
  const entries = await peek("select action, actor_name from audit_records where target_id = $1", [made.body.id]);
  expect(entries).toEqual([{ action: "user.created", actor_name: "Directory (SCIM)" }]);
  expect((await call(admin, api.audit.list, {})).status).toBe(200);
});

test("the list has pages, and bad input is refused in SCIM's schema [SCM-03]", async () => {
  const { ask } = await directory();
  for (let at = 0; at < 3; at++) await ask("POST", "/Users", newUser(address()));
  const first = await ask("GET", "/Users?startIndex=1&count=2");
  expect(first.body).toMatchObject({ totalResults: 4, startIndex: 1, itemsPerPage: 2 });
  const second = await ask("GET", "/Users?startIndex=3&count=2");
  const names = [...first.body.Resources, ...second.body.Resources].map(({ userName }) => userName);
  expect(new Set(names).size).toBe(4);
  expect((await ask("GET", "/Users?count=0")).body).toMatchObject({ totalResults: 4, Resources: [] });
  const refusals = await Promise.all([
    ask("GET", "/Users?count=many"),
    ask("POST", "/Users", newUser("no address")),
    ask("POST", "/Users", { displayName: "Nobody" }),
    ask("POST", "/Users", newUser(address(), { displayName: "a@b.test" })),
    ask("POST", "/Users", newUser(address(), { active: "perhaps" })),
    ask("POST", "/Users", newUser(address(), { externalId: "a\u0000b" })),
  ]);
  expect(refusals.map(({ status, body }) => [status, body.schemas])).toEqual(Array(6).fill([400, [errorSchema]]));
  expect((await ask("POST", "/Users", "{")).status).toBe(400);
});

test("Entra and Okta deactivate a user, who loses all sessions at once, and activate them again [SCM-04]", async () => {
  const { admin, ask } = await directory();
  const ways = [
    patch({ op: "Replace", path: "active", value: "False" }),
    patch({ op: "replace", value: { active: false } }),
    patch({ op: "Add", path: "urn:ietf:params:scim:schemas:core:2.0:User:active", value: false }),
  ];
  for (const way of ways) {
    const ana = await person("NORMAL_USER", { tenantId: admin.tenantId });
    expect(await me(ana)).toBe(200);
    const off = await ask("PATCH", `/Users/${ana.id}`, way);
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect(await me(ana)).toBe(401);
    const on = await ask("PATCH", `/Users/${ana.id}`, patch({ op: "replace", value: { active: "True" } }));
    expect(on.body.active).toBe(true);
    expect(await me(ana)).toBe(401);
  }
  const ben = await person("NORMAL_USER", { tenantId: admin.tenantId });
  expect((await ask("DELETE", `/Users/${ben.id}`)).status).toBe(204);
  expect(await me(ben)).toBe(401);
  expect(await peek("select status from users where id = $1", [ben.id])).toEqual([{ status: "Inactive" }]);
  expect((await ask("GET", `/Users/${ben.id}`)).body.active).toBe(false);
});

test("names and externalId are changed by PUT and PATCH, the address and roles are not [SCM-04]", async () => {
  const { ask } = await directory();
  const email = address();
  const { body } = await ask("POST", "/Users", newUser(email, { name: { givenName: "Ana", familyName: "Lima" } }));
  const at = `/Users/${body.id}`;
  const change = (...operations: object[]) => ask("PATCH", at, patch(...operations));
  const renamed = await change({ op: "replace", path: "name.familyName", value: "Souza" });
  expect(renamed.body).toMatchObject({ displayName: "Ana Souza", name: { givenName: "Ana", familyName: "Souza" } });
  const flat = await change({ op: "Add", value: { "name.givenName": "Maria", externalId: "7", title: "x" } });
  expect(flat.body).toMatchObject({ displayName: "Maria Souza", externalId: "7" });
  expect((await change({ op: "remove", path: "externalId" })).body.externalId).toBeUndefined();
  const whole = await ask("PUT", at, newUser(email, { displayName: "Ana L.", externalId: "8", active: true }));
  expect(whole.body).toMatchObject({ displayName: "Ana L.", externalId: "8" });
  const moved = await change({ op: "replace", path: "userName", value: address() });
  expect([moved.status, moved.body.scimType]).toEqual([400, "mutability"]);
  await change({ op: "replace", value: { roleCode: "ADMIN", roles: [{ value: "ADMIN" }] } });
  expect(await peek("select role_code from users where id = $1", [body.id])).toEqual([{ role_code: "NORMAL_USER" }]);
  for (const bad of [
    patch(),
    patch({ op: "move" }),
    { Operations: "x" },
    patch({ op: "remove" }),
    patch({ op: "add", value: 3 }),
  ])
    expect((await ask("PATCH", at, bad)).status).toBe(400);
});

test("a directory reaches nobody of another company, and no super admin [SCM-05]", async () => {
  const [one, two] = [await directory(), await directory()];
  const root = await person("SUPER_ADMIN", { tenantId: one.admin.tenantId });
  for (const id of [two.admin.id, root.id, newId(), "no-id"]) {
    const answers = await Promise.all([
      one.ask("GET", `/Users/${id}`),
      one.ask("PUT", `/Users/${id}`, newUser(two.admin.email)),
      one.ask("PATCH", `/Users/${id}`, patch({ op: "replace", value: { active: false } })),
      one.ask("DELETE", `/Users/${id}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
  expect(await me(two.admin)).toBe(200);
  expect(await me(root)).toBe(200);
  const listed = (await one.ask("GET", "/Users")).body.Resources.map(({ userName }) => userName);
  expect(listed).toEqual([one.admin.email]);
  expect((await one.ask("POST", "/Users", newUser(root.email))).status).toBe(409);
  // The same address in another company is another account.
  expect((await one.ask("POST", "/Users", newUser(two.admin.email))).status).toBe(201);
});

test("the limit of the plan holds, and so does the rate limit [SCM-06]", async () => {
  const { ask, token } = await directory({ maxUsers: 2 });
  expect((await ask("POST", "/Users", newUser(address()))).status).toBe(201);
  const full = await ask("POST", "/Users", newUser(address()));
  expect([full.status, full.body.detail]).toEqual([403, "The plan Test plan allows at most 2 users"]);
  advance(60_000);
  const many = Array.from({ length: 1201 }, () =>
    app.inject({
      url: "/scim/v2/Users?count=many",
      headers: { authorization: `Bearer ${token}x` },
      remoteAddress: "10.9.9.9",
    }),
  );
  const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode);
  expect([statuses.includes(401), statuses.at(-1)]).toEqual([true, 429]);
});

test("a directory cannot deactivate the last admin, or whoever keeps a password [SCM-04]", async () => {
  const { admin, ask } = await directory();
  const ways = [
    () => ask("PATCH", `/Users/${admin.id}`, patch({ op: "replace", value: { active: false } })),
    () => ask("PUT", `/Users/${admin.id}`, newUser(admin.email, { active: false })),
    () => ask("DELETE", `/Users/${admin.id}`),
  ];
  for (const way of ways) {
    const { status, body } = await way();
    expect([status, body.detail]).toEqual([409, "This is the last admin of the company"]);
  }
  await person("ADMIN", { tenantId: admin.tenantId });
  await peek(
    "insert into sso_connections (tenant_id, issuer, client_id, is_on, is_only, password_user_id) values ($1, 'https://id.test', 'x', true, true, $2)",
    [admin.tenantId, admin.id],
  );
  for (const way of ways) {
    const { status, body } = await way();
    expect([status, body.schemas, body.detail]).toEqual([
      409,
      [errorSchema],
      expect.stringContaining("password works"),
    ]);
  }
  expect(await me(admin)).toBe(200);
  await peek("update sso_connections set is_only = false, password_user_id = null where tenant_id = $1", [
    admin.tenantId,
  ]);
  expect((await ask("DELETE", `/Users/${admin.id}`)).status).toBe(204);
});

test("users that are refused cost no password hash, for which people who sign in wait [SCM-06]", async () => {
  const { admin, ask } = await directory({ maxUsers: 1 });
  const hashes = vi.spyOn(argon, "hash");
  const statuses = [
    await ask("POST", "/Users", newUser(admin.email)),
    await ask("POST", "/Users", newUser(address())),
  ].map(({ status }) => status);
  expect([statuses, hashes.mock.calls.length]).toEqual([[409, 403], 0]);
  hashes.mockRestore();
});
