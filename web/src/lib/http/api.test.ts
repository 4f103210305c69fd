import { allEndpoints } from "@intellibox/contract/api";
import { endpoint } from "@intellibox/contract/endpoint";
import { auth } from "@intellibox/contract/endpoints/auth";
import { instant } from "@intellibox/contract/fields";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { acme, globex, ownerTenant, sessionOf } from "#test/people.ts";
import { actFor } from "../session/acting-tenant.ts";
import { currentSession, saveSession } from "../session/session.ts";
import { call } from "./api.ts";
import { ApiError, messageOf } from "./api-error.ts";

const things = endpoint({
  method: "GET",
  path: "/things/{id}",
  access: "signed-in",
  tenancy: "acting",
  summary: "A thing, for these tests",
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional(), page: z.number().optional() }),
  response: z.object({ name: z.string(), at: instant }),
});
const thing = { name: "Thing", at: "2026-11-14T09:46:00.000Z" };
const input = { params: { id: "a/b" }, query: { q: "", page: 2 } };
const getThing = () => call(things, input);

test("a call sends the token, fills its path, leaves out empty filters and decodes dates", async () => {
  const api = fakeApi();
  api.on(things, () => thing);
  saveSession(sessionOf("ADMIN"));
  expect((await getThing()).at).toEqual(new Date(thing.at));
  const [request] = api.calls;
  expect(request).toMatchObject({ method: "GET", path: "/things/a%2Fb", query: { page: "2" } });
  expect(request?.headers.get("authorization")).toBe("Bearer access-1");
});

/** Every call of the contract, with a value for each path parameter. */
const everyCall = allEndpoints.map((each) => ({
  each,
  given: { params: Object.fromEntries([...each.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "x"])) },
}));
const makeEach = async () => {
  const api = fakeApi();
  for (const { each, given } of everyCall) {
    const body = each.method === "GET" || each.method === "DELETE" ? {} : { body: { any: "thing" } };
    await call(each, { ...given, ...body } as never).catch(() => undefined);
  }
  return api.calls;
};

test("every call of the contract goes to /api as JSON, with token and tenant unless it is public [API-01] [API-02] [API-03] [LIM-01]", async () => {
  saveSession(sessionOf("ADMIN"));
  const calls = await makeEach();
  expect(calls).toHaveLength(allEndpoints.length);
  for (const [at, { headers, url }] of calls.entries()) {
    expect(headers.get("content-type")).toBe("application/json");
    expect(url).toMatch(/^\/api\//);
    const isPublic = allEndpoints[at]?.access === "public";
    expect(headers.get("authorization")).toBe(isPublic ? null : "Bearer access-1");
    expect(headers.get("x-tenant-id")).toBe(isPublic ? null : acme.id);
  }
});

test("signed-out calls send neither token nor tenant [API-02] [API-03]", async () => {
  for (const { headers } of await makeEach()) {
    expect(headers.get("authorization")).toBeNull();
    expect(headers.get("x-tenant-id")).toBeNull();
  }
});

test("a response that cannot be parsed counts as empty [API-04]", async () => {
  const api = fakeApi();
  const lenient = endpoint({ ...things, response: z.object({ name: z.string().default("nothing was said") }) });
  for (const body of ["<html>a proxy</html>", "", '{"name":']) {
    api.on(lenient, () => new Response(body));
    expect(await call(lenient, input)).toEqual({ name: "nothing was said" });
    api.on(lenient, () => refusal(502, body));
    await expect(call(lenient, input, { fallback: "Save failed" })).rejects.toThrow("Save failed");
  }
});

test("the message of a failed call is the response's error or message, otherwise the fallback, otherwise HTTP and its status [ERR-01]", async () => {
  const api = fakeApi();
  const failWith = async (body: unknown, fallback?: string) => {
    api.on(things, () => refusal(409, body));
    return call(things, input, { fallback }).catch((error: ApiError) => error.message);
  };
  expect(await failWith({ error: "A plan in use", message: "no" }, "Delete failed")).toBe("A plan in use");
  expect(await failWith({ message: "Not now" }, "Delete failed")).toBe("Not now");
  expect(await failWith({}, "Delete failed")).toBe("Delete failed");
  expect(await failWith({})).toBe("HTTP 409");
  expect(await failWith("<html>proxy</html>")).toBe("HTTP 409");
  expect(await failWith({ error: { nested: true } }, "Delete failed")).toBe("Delete failed");
  expect(messageOf(new Error("as thrown"), "fallback")).toBe("as thrown");
  expect(messageOf("no error at all", "fallback")).toBe("fallback");
});

test("a refused form names its fields", async () => {
  const api = fakeApi();
  api.on(things, () =>
    refusal(400, { error: "Name is required", code: "invalid", fields: { name: "Name is required" } }),
  );
  const error = await getThing().catch((caught: ApiError) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, code: "invalid", fields: { name: "Name is required" } });
});

test("a response that does not match its schema is an error", async () => {
  const api = fakeApi();
  api.on(things, () => refusal(200, "not json"));
  await expect(getThing()).rejects.toThrow("unexpected answer");
});

test("an unreachable server has a clear message", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(getThing()).rejects.toMatchObject({ status: 0, message: expect.stringContaining("Could not reach") });
  vi.unstubAllGlobals();
});

test("an aborted call throws an AbortError", async () => {
  const stop = new AbortController();
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
  stop.abort();
  await expect(call(things, input, { signal: stop.signal })).rejects.toMatchObject({ name: "AbortError" });
  vi.unstubAllGlobals();
});

test("an expired token is renewed silently once, and the call is repeated [SES-18]", async () => {
  const api = fakeApi();
  api.on(things, ({ headers }) => (headers.get("authorization") === "Bearer access-2" ? thing : refusal(401, {})));
  api.on(auth.refresh, () => ({ token: "access-2", refreshToken: "refresh-2" }));
  saveSession(sessionOf("ADMIN"));
  expect((await getThing()).name).toBe("Thing");
  expect(api.callsOf(auth.refresh).map(({ body }) => body)).toEqual([{ refreshToken: "refresh-1" }]);
  expect(currentSession()).toMatchObject({ token: "access-2", refreshToken: "refresh-2" });
  expect(localStorage.getItem("token")).toBe("access-2");
});

test("several calls that fail together renew once [SES-19]", async () => {
  const api = fakeApi();
  api.on(things, ({ headers }) => (headers.get("authorization") === "Bearer access-2" ? thing : refusal(401, {})));
  api.on(auth.refresh, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { token: "access-2", refreshToken: "refresh-2" };
  });
  saveSession(sessionOf("ADMIN"));
  const answers = await Promise.all([getThing(), getThing(), getThing(), getThing()]);
  expect(answers).toHaveLength(4);
  expect(api.callsOf(auth.refresh)).toHaveLength(1);
});

test("a token that another tab has renewed is used instead of renewing again", async () => {
  const api = fakeApi();
  saveSession(sessionOf("ADMIN"));
  api.on(things, ({ headers }) => {
    if (headers.get("authorization") === "Bearer access-9") return thing;
    localStorage.setItem("intellibox.session", JSON.stringify({ ...sessionOf("ADMIN"), token: "access-9" }));
    return refusal(401, {});
  });
  expect((await getThing()).name).toBe("Thing");
  expect(api.callsOf(auth.refresh)).toHaveLength(0);
});

test("a call is not repeated if another account has signed in", async () => {
  const api = fakeApi();
  const ana = sessionOf("ADMIN");
  saveSession(ana);
  api.on(things, () => {
    saveSession({ ...ana, token: "access-9", user: { ...ana.user, _id: "uma" } });
    return refusal(401, { error: "Sign in again", code: "unauthenticated" });
  });
  await expect(getThing()).rejects.toMatchObject({ status: 401 });
  expect(api.callsOf(things)).toHaveLength(1);
});

test("a session that cannot be renewed ends", async () => {
  const api = fakeApi();
  api.on(things, () => refusal(401, { error: "Sign in again", code: "unauthenticated" }));
  api.on(auth.refresh, () => refusal(401, { error: "Sign in again", code: "unauthenticated" }));
  saveSession(sessionOf("ADMIN"));
  await expect(getThing()).rejects.toMatchObject({ status: 401 });
  expect(currentSession()).toBeNull();
  expect(api.callsOf(things)).toHaveLength(1);
});

test("a server error during renewal does not sign the user out", async () => {
  const api = fakeApi();
  api.on(things, () => refusal(401, {}));
  api.on(auth.refresh, () => refusal(503, {}));
  saveSession(sessionOf("ADMIN"));
  await expect(getThing()).rejects.toMatchObject({ status: 0 });
  expect(currentSession()).not.toBeNull();
});

test("a token that is refused after renewal is not renewed again", async () => {
  const api = fakeApi();
  api.on(things, () => refusal(401, { error: "No", code: "unauthenticated" }));
  api.on(auth.refresh, () => ({ token: "access-2", refreshToken: "refresh-2" }));
  saveSession(sessionOf("ADMIN"));
  await expect(getThing()).rejects.toMatchObject({ status: 401 });
  expect(api.callsOf(auth.refresh)).toHaveLength(1);
});

test("a user who must change the password is marked at the first refusal", async () => {
  const api = fakeApi();
  api.on(things, () => refusal(403, { error: "Change your password first", code: "password_change_required" }));
  saveSession(sessionOf("NORMAL_USER"));
  await expect(getThing()).rejects.toMatchObject({ status: 403 });
  expect(currentSession()?.user.mustChangePassword).toBe(true);
});

test("the acting company is sent only with calls for which the user may name one", async () => {
  const api = fakeApi();
  const named = endpoint({ ...things, path: "/named/{id}", tenancy: "named" });
  const personal = endpoint({ ...things, path: "/personal/{id}", tenancy: "personal" });
  for (const each of [things, named, personal]) api.on(each, () => thing);
  const tenantsSent = async () => {
    for (const each of [things, named, personal]) await call(each, input);
    return api.calls.splice(0).map(({ headers }) => headers.get("x-tenant-id"));
  };
  const choose = () => actFor(globex.id, [globex]);

  saveSession(sessionOf("SUPER_ADMIN", { tenantIsOwner: true }));
  expect(await tenantsSent()).toEqual([ownerTenant.id, ownerTenant.id, ownerTenant.id]);
  choose();
  expect(await tenantsSent()).toEqual([globex.id, globex.id, ownerTenant.id]);

  saveSession(sessionOf("SUPER_ADMIN"));
  expect(await tenantsSent()).toEqual([acme.id, globex.id, acme.id]);
  saveSession(sessionOf("ADMIN"));
  expect(await tenantsSent()).toEqual([acme.id, acme.id, acme.id]);
});

test("an unchanged answer is not sent again, and belongs to its session and address", async () => {
  const api = fakeApi();
  const tagged = (name: string, etag: string) => Response.json({ name, at: thing.at }, { headers: { etag } });
  api.on(things, ({ headers }) =>
    headers.get("if-none-match") === "one" ? new Response(null, { status: 304 }) : tagged("First", "one"),
  );
  saveSession(sessionOf("ADMIN"));
  const first = await getThing();
  expect(await getThing()).toBe(first);
  await call(things, { ...input, query: { page: 3 } });
  saveSession({ ...sessionOf("ADMIN"), token: "access-2" });
  await getThing();
  expect(api.calls.map(({ headers }) => headers.get("if-none-match"))).toEqual([null, "one", null, null]);
  api.on(things, () => tagged("Second", "two"));
  expect(await getThing()).toMatchObject({ name: "Second" });
  await getThing();
  expect(api.calls.slice(4).map(({ headers }) => headers.get("if-none-match"))).toEqual(["one", "two"]);
});

test("only the latest tagged answers are remembered", async () => {
  const api = fakeApi();
  api.on(things, () => Response.json(thing, { headers: { etag: "one" } }));
  saveSession(sessionOf("ADMIN"));
  for (let page = 0; page <= 20; page++) await call(things, { ...input, query: { page } });
  for (const page of [20, 0]) await call(things, { ...input, query: { page } });
  expect(api.calls.slice(-2).map(({ headers }) => headers.get("if-none-match"))).toEqual(["one", null]);
});
