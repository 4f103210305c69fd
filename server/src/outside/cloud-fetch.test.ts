import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openBudget, openBudgets } from "./cloud-budget.ts";
import { cloudFetch } from "./cloud-fetch.ts";
import type { CloudAccount } from "./mailboxes/cloud-account.ts";

/** A provider with scripted answers, and an account there. */
async function provider(answer: RequestListener) {
  const seen: { path: string; token: string | undefined }[] = [];
  const server = createServer((request, response) => {
    seen.push({ path: request.url ?? "", token: request.headers.authorization });
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const tokens = { given: "first", renewals: 0 };
  const account: CloudAccount = {
    email: "a@b.test",
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch,
    budget: openBudget({ maxConcurrent: 2, unitsPerSecond: 100_000 }),
    token: async ({ renew = false } = {}) => {
      if (renew) tokens.given = `renewed ${++tokens.renewals}`;
      return tokens.given;
    },
  };
  return { seen, account, tokens };
}

test("the token is sent to the provider's host only, not to a host in an answer or a redirect", async () => {
  const elsewhere = await provider((_request, response) => response.end("{}"));
  const { account, seen } = await provider((_request, response) =>
    response.writeHead(302, { location: `${elsewhere.account.base}/stolen` }).end(),
  );
  for (const path of [`${elsewhere.account.base}/next`, "http://127.0.0.1.evil.test/", "https://127.0.0.1/"])
    await expect(cloudFetch(account, { path })).rejects.toMatchObject({ fault: "protocol" });
  expect(seen).toEqual([]);
  await expect(cloudFetch(account, { path: "/moved" })).rejects.toMatchObject({ fault: "protocol" });
  expect(elsewhere.seen).toEqual([]);
  // An upload session's URL is a credential, so no token is sent with it.
  await cloudFetch(account, { path: `${elsewhere.account.base}/upload`, withoutToken: true });
  expect(elsewhere.seen).toEqual([{ path: "/upload", token: undefined }]);
});

test("a refused token is renewed once; a second refusal is an auth error", async () => {
  const kind = await provider((request, response) =>
    response.writeHead(request.headers.authorization === "Bearer first" ? 401 : 200).end('{"a":1}'),
  );
  const answer = await cloudFetch(kind.account, { path: "/x", query: { b: "ö&c", many: ["1", "2"] } });
  expect(answer.json(z.object({ a: z.number() }))).toEqual({ a: 1 });
  expect(kind.seen.map(({ token }) => token)).toEqual(["Bearer first", "Bearer renewed 1"]);
  expect(kind.seen[0]?.path).toBe("/x?b=%C3%B6%26c&many=1&many=2");
  const stern = await provider((_request, response) => response.writeHead(401).end());
  await expect(cloudFetch(stern.account, { path: "/x" })).rejects.toMatchObject({ fault: "auth", status: 401 });
  expect(stern.tokens.renewals).toBe(1);
});

test("Retry-After is read in seconds and as a date, with at most an hour", async () => {
  const inSeconds = (error: unknown) => ((error as { retryAt: Date }).retryAt.getTime() - Date.now()) / 1000;
  for (const [given, least, most] of [
    ["120", 100, 121],
    [new Date(Date.now() + 90_000).toUTCString(), 60, 91],
    ["999999", 3500, 3601],
  ] as const) {
    const { account } = await provider((_request, response) => response.writeHead(429, { "retry-after": given }).end());
    const error = await cloudFetch(account, { path: "/x" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ fault: "throttled", status: 429 });
    expect(inSeconds(error)).toBeGreaterThan(least);
    expect(inSeconds(error)).toBeLessThan(most);
  }
});

test("a call that is not idempotent is not retried", async () => {
  const { account, seen } = await provider((_request, response) => response.writeHead(503).end());
  await expect(cloudFetch(account, { method: "POST", path: "/send", json: {} })).rejects.toMatchObject({
    fault: "throttled",
  });
  expect(seen).toHaveLength(1);
});

test("each status maps to its error", async () => {
  let [status, body] = [404, ""];
  const { account } = await provider((_request, response) => response.writeHead(status).end(body));
  const google = (reason: string) => JSON.stringify({ error: { code: 403, errors: [{ reason }], message: "No." } });
  for (const [code, text, fault, reason] of [
    [404, "", "gone", ""],
    [410, '{"error":{"code":"SyncStateNotFound"}}', "gone", "SyncStateNotFound"],
    [403, google("insufficientPermissions"), "auth", "insufficientPermissions"],
    [413, "", "too_large", ""],
    [400, "<html>", "protocol", ""],
  ] as const) {
    [status, body] = [code, text];
    await expect(cloudFetch(account, { path: "/x" })).rejects.toMatchObject({ fault, reason, status: code });
  }
});

test("the budget limits concurrent calls and units per second", async () => {
  let [now, most] = [0, 0];
  const budget = openBudget({ maxConcurrent: 3, unitsPerSecond: 1000, burstSeconds: 0.1 });
  const began = Date.now();
  await Promise.all(
    Array.from({ length: 30 }, () =>
      budget.take(20, async () => {
        most = Math.max(most, ++now);
        await new Promise((done) => setTimeout(done, 2));
        now--;
      }),
    ),
  );
  expect(most).toBe(3);
  // 600 units, of which 100 may run at once as a burst.
  expect(Date.now() - began).toBeGreaterThan(400);
  const of = openBudgets({ maxConcurrent: 1, unitsPerSecond: 1 });
  expect(of("a")).toBe(of("a"));
  expect(of("a")).not.toBe(of("b"));
});
