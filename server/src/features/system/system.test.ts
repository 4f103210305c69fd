import { createHash } from "node:crypto";
import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";

const { call, app, world, person } = await testWorld();
const guarded = await testWorld({ environment: { INTELLIBOX_METRICS_TOKEN: "a-token-for-metrics" } });

test("health and readiness answer without a token [RUN-26] [RUN-27]", async () => {
  expect(await call(null, api.system.health)).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(await call(null, api.system.ready)).toMatchObject({
    status: 200,
    body: { status: "ok", checks: { database: "ok", migrations: "ok", jobs: "ok" } },
  });
});

test("readiness names the failing part", async () => {
  const stopped = await testWorld();
  await stopped.world.queue.stop();
  expect(await stopped.call(null, api.system.ready)).toMatchObject({
    status: 503,
    body: { status: "failing", checks: { database: "ok", jobs: "failing" } },
  });
});

test("readiness fails as soon as the process begins to stop", async () => {
  const ending = await testWorld();
  ending.world.beginStop();
  expect(await ending.call(null, api.system.ready)).toMatchObject({
    status: 503,
    body: { status: "stopping", checks: { database: "ok" } },
  });
});

test("the documentation page shows the document made from the schemas [RUN-28]", async () => {
  const page = await app.inject({ method: "GET", url: "/api/docs/" });
  expect(page.statusCode).toBe(200);
  expect(page.headers["content-type"]).toContain("text/html");
  expect(page.body).toContain("POST</b> <code>/api/auth/login</code>");
  // It shares its origin with the web app, whose storage holds tokens, so no script but its own may run on it.
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.headers["content-security-policy"]).not.toContain("unsafe");
  const [own = "", ...others] = [...page.body.matchAll(/<script[^>]*>(.*?)<\/script>/gis)].map(([, text]) => text);
  expect(others).toEqual([]);
  expect(page.headers["content-security-policy"]).toContain(
    `script-src 'sha256-${createHash("sha256").update(own).digest("base64")}';`,
  );
  expect(page.body.replace(own, "")).not.toMatch(/\son\w+=/i);
  const json = await app.inject({ method: "GET", url: "/api/openapi.json" });
  expect(json.json()).toMatchObject({ openapi: "3.1.0", paths: { "/auth/login": { post: { summary: "Sign in" } } } });
});

test("metrics are returned to this machine or for a token only [RUN-29]", async () => {
  const from = (remoteAddress: string, headers = {}) =>
    app.inject({ method: "GET", url: "/metrics", remoteAddress, headers });
  expect((await from("127.0.0.1")).body).toContain("http_request_duration_seconds");
  expect((await from("203.0.113.9")).statusCode).toBe(403);
  for (const name of ["x-forwarded-for", "x-forwarded-host", "forwarded", "x-real-ip", "via"])
    expect((await from("127.0.0.1", { [name]: "203.0.113.9" })).statusCode, name).toBe(403);

  const withToken = (token: string) =>
    guarded.app.inject({ method: "GET", url: "/metrics", headers: { authorization: `Bearer ${token}` } });
  expect((await withToken("a-token-for-metrics")).statusCode).toBe(200);
  expect((await withToken("another-token-here")).statusCode).toBe(401);
});

test("an unexpected error is answered without details, with an id to find it in the log", async () => {
  const ana = await person("ADMIN");
  const query = world.db.pool.query;
  world.db.pool.query = (() => Promise.reject(new Error("secret inner detail"))) as never;
  const { status, body } = await call(ana, api.auth.me);
  world.db.pool.query = query;
  expect(status).toBe(500);
  expect(body).toEqual({
    error: "Something went wrong",
    code: "internal",
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("anyone may ask who runs the installation, and what is not set is null [HLP-06]", async () => {
  expect(await call(null, api.system.operator)).toMatchObject({
    status: 200,
    body: { name: null, address: null, email: null },
  });
  const named = await testWorld({
    environment: { INTELLIBOX_OPERATOR_NAME: "Acme Traders Ltd", INTELLIBOX_OPERATOR_EMAIL: "privacy@acme.test" },
  });
  expect((await named.call(null, api.system.operator)).body).toEqual({
    name: "Acme Traders Ltd",
    address: null,
    email: "privacy@acme.test",
  });
});
