import { allEndpoints, api } from "@intellibox/contract/api";
import { may, roles } from "@intellibox/contract/rules/access";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { testPassword, testWorld } from "#test/test-world.ts";

const { person, call, app } = await testWorld();
const guarded = allEndpoints.filter(({ access }) => access !== "public");
const someParams = (path: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? "", newId()]));

test("every call that is not public answers 401 without a session [RTE-26]", async () => {
  expect(guarded.length).toBeGreaterThan(3);
  for (const endpoint of guarded) {
    const { status, body } = await call(null, endpoint, { params: someParams(endpoint.path) });
    expect({ path: endpoint.path, status, code: body.code }).toEqual({
      path: endpoint.path,
      status: 401,
      code: "unauthenticated",
    });
  }
});

test("every call answers 403 to each role below the required one", async () => {
  for (const role of roles) {
    const who = await person(role);
    for (const endpoint of guarded.filter(({ access }) => !may(role, access))) {
      const { status } = await call(who, endpoint, { params: someParams(endpoint.path) });
      expect({ role, method: endpoint.method, path: endpoint.path, status }).toEqual({
        role,
        method: endpoint.method,
        path: endpoint.path,
        status: 403,
      });
    }
  }
});

test("a call with an unknown id, an invalid id or one of another tenant answers 404 and nothing else", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const byId = guarded.filter(({ path, access }) => path.includes("{id}") && may("ADMIN", access));
  for (const endpoint of byId) {
    for (const id of [newId(), "not-an-id", "../../etc/passwd", "%00", uma.id, uma.tenantId]) {
      const { status } = await call(ana, endpoint, { params: { id } });
      // A missing body may be refused first; the other tenant's row is never reached.
      expect([400, 404], `${endpoint.method} ${endpoint.path} ${id}`).toContain(status);
    }
  }
});

test("without x-tenant-id, or with one's own, the caller's tenant is used [SES-34]", async () => {
  const ana = await person("NORMAL_USER");
  const own: Record<string, string>[] = [
    {},
    { "x-tenant-id": ana.tenantId },
    { "x-tenant-id": ana.tenantId.toUpperCase() },
  ];
  for (const headers of own) {
    expect((await call(ana, api.auth.me, {}, headers)).status).toBe(200);
  }
});

test("x-tenant-id of another tenant is refused to everyone but a super admin of the owner, never ignored [SES-35] [SES-37]", async () => {
  const uma = await person("ADMIN");
  const headers = { "x-tenant-id": uma.tenantId };
  for (const role of roles) {
    const stranger = await person(role);
    expect(await call(stranger, api.auth.me, {}, headers)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  }
  const owner = await person("SUPER_ADMIN", { owner: true });
  expect((await call(owner, api.auth.me, {}, headers)).status).toBe(200);
  const colleague = await person("ADMIN", { tenantId: owner.tenantId });
  expect((await call(colleague, api.auth.me, {}, headers)).status).toBe(403);
  expect((await call(owner, api.auth.me, {}, { "x-tenant-id": "' or 1=1" })).status).toBe(400);
});

test("malformed, oversize and mistyped bodies get a clear error and the right status", async () => {
  const post = (payload: string, type = "application/json") =>
    app.inject({ method: "POST", url: "/api/auth/login", headers: { "content-type": type }, payload });
  const read = async (answer: ReturnType<typeof post>) => {
    const response = await answer;
    return { status: response.statusCode, error: response.json<{ error: string }>().error };
  };
  expect(await read(post('{"email":'))).toEqual({ status: 400, error: "The body is not valid JSON" });
  expect(await read(post(""))).toMatchObject({ status: 400 });
  expect(await read(post("[]"))).toMatchObject({ status: 400 });
  expect(await read(post("email=a", "text/plain"))).toEqual({
    status: 415,
    error: "Send JSON (content-type: application/json)",
  });
  expect(await read(post(JSON.stringify({ email: "x".repeat(2 * 1024 * 1024) })))).toEqual({
    status: 413,
    error: "The body is too large",
  });
  expect(await read(post('{"__proto__":{"admin":true},"email":"a@b.c","password":"x"}'))).toMatchObject({
    status: 400,
  });
});

test("a NUL, which PostgreSQL cannot store, is refused in a body; a search for it finds nothing", async () => {
  const ana = await person("ADMIN");
  const refused = { code: "invalid", error: expect.stringContaining("has characters that are not allowed") };
  const login = { email: "a\0b@example.test", password: "x" };
  expect(await call(null, api.auth.login, { body: login })).toMatchObject({ status: 400, body: refused });
  expect(await call(ana, api.users.list, { query: { q: "\0" } })).toMatchObject({ status: 200, body: [] });
  const signature = { signatureHtml: "<p>\0</p>" };
  expect(await call(ana, api.users.updateProfile, { body: signature })).toMatchObject({
    status: 400,
    body: { fields: { signatureHtml: "Signature has characters that are not allowed" } },
  });
  const params = { messageId: "a\0b" };
  expect(await call(ana, api.outbox.cancel, { params })).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("a lone surrogate is stored as U+FFFD, also in the audit log", async () => {
  const ana = await person("ADMIN");
  const { status, body } = await call(ana, api.users.update, { params: { id: ana.id }, body: { name: "Ana \ud83d" } });
  expect({ status, name: (body as { name: string }).name }).toEqual({ status: 200, name: "Ana \ufffd" });
});

test("an unknown call below /api is a 404 in JSON, an unknown page is the web app's", async () => {
  const api404 = await app.inject({ method: "GET", url: "/api/nothing" });
  expect({ status: api404.statusCode, body: api404.json() }).toEqual({
    status: 404,
    body: { error: "Page not found", code: "not_found" },
  });
  const unreadable = await app.inject({ method: "GET", url: "/api/%ff" });
  expect({ status: unreadable.statusCode, body: unreadable.json() }).toEqual({
    status: 400,
    body: { error: "The request could not be read", code: "invalid" },
  });
});

test("pages run only our own scripts and cannot be framed", async () => {
  const { headers } = await app.inject({ method: "GET", url: "/login" });
  expect(headers["content-security-policy"]).toMatch(/script-src 'self';/);
  expect(headers["content-security-policy"]).toMatch(/frame-ancestors 'none'/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

test("behind a proxy the caller's address is the one that the proxy saw, not one that the caller wrote", async () => {
  const behind = await testWorld({ environment: { INTELLIBOX_TRUST_PROXY: "1" } });
  const { email } = await behind.person("ADMIN");
  const headers = { "x-forwarded-for": "198.51.100.1, 203.0.113.9" };
  expect((await behind.call(null, api.auth.login, { body: { email, password: testPassword } }, headers)).status).toBe(
    200,
  );
  const [session] = await behind.peek("select address from sessions order by created_at desc limit 1");
  expect(session).toEqual({ address: "203.0.113.9" });
});
