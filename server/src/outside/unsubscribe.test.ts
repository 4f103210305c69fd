import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openUnsubscribe } from "./unsubscribe.ts";

const seen: { url: string; body: string; headers: IncomingMessage["headers"] }[] = [];
let answer = (_: IncomingMessage, response: ServerResponse) => void response.end("ok");
const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  seen.push({ url: `${request.method} ${request.url}`, body, headers: request.headers });
  answer(request, response);
});
const open = openUnsubscribe({ allowPrivate: true });
const strict = openUnsubscribe({ allowPrivate: false });
let base = "";
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await Promise.all([open.close(), strict.close()]);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

test("a list is left by one POST that says nothing about the reader", async () => {
  await open.unsubscribe(`${base}/u?id=1`);
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ url: "POST /u?id=1", body: "List-Unsubscribe=One-Click" });
  expect(seen[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  for (const name of ["cookie", "referer", "authorization", "x-forwarded-for"])
    expect(seen[0]?.headers[name]).toBeUndefined();
});

test("a redirect is not followed, and an error or an endless answer does no harm", async () => {
  answer = (_, response) => void response.writeHead(302, { location: `${base}/private` }).end();
  await expect(open.unsubscribe(`${base}/u`)).rejects.toThrow("302");
  answer = (_, response) => void response.writeHead(500).end();
  await expect(open.unsubscribe(`${base}/u`)).rejects.toThrow("500");
  answer = (_, response) => {
    response.writeHead(200);
    const more = () => void (response.destroyed || response.write("x".repeat(1 << 16), more));
    more();
  };
  await open.unsubscribe(`${base}/u`);
  expect(seen.map(({ url }) => url)).not.toContain("GET /private");
});

test.for([
  "https://127.0.0.1/u",
  "https://169.254.169.254/latest",
  "https://[::1]/",
  "https://10.0.0.1/",
  "http://example.com/",
  "ftp://a.test/",
])("%s is refused", async (url) => {
  await expect(strict.unsubscribe(url)).rejects.toThrow();
});
