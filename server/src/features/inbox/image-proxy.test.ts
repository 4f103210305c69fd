import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { signedLink } from "#lib/image-links.ts";
import { openImageFetch, type RemoteImage } from "#outside/remote-image.ts";
import { testWorld } from "#test/test-world.ts";
import { imageProxyOf, openImageSlots } from "./image-proxy.ts";

const { app, person, scopeOf, advance } = await testWorld();
const ana = await person("NORMAL_USER");
const hour = 3_600_000;
const limit = 5 << 20;

const answers: Record<string, { headers: Record<string, string>; body: Buffer }> = {
  "/small.png": { headers: {}, body: Buffer.from("a picture") },
  "/largest.png": { headers: {}, body: Buffer.alloc(limit) },
  "/said-too-large.png": { headers: { "content-length": String(limit + 1) }, body: Buffer.alloc(limit + 1) },
  "/too-large.png": { headers: { "transfer-encoding": "chunked" }, body: Buffer.alloc(limit + 1) },
  "/bomb.png": { headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(40 << 20)) },
};
let asked = 0;
const server = createServer((request, response) => {
  asked++;
  const answer = answers[request.url ?? ""];
  response.writeHead(200, { "content-type": "image/png", ...answer?.headers }).end(answer?.body);
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const images = openImageFetch({ allowPrivate: true });
afterAll(async () => {
  await images.close();
  server.close();
});

const linkTo = (name: string) => signedLink(`${base}${name}`, imageProxyOf(scopeOf(ana)));
const get = (url: string) => app.inject({ method: "GET", url });

test("a link works for 12 to 24 hours, and reading the mail again gives a new one", async () => {
  const link = linkTo("/small.png");
  expect(await get(link)).toMatchObject({ statusCode: 200, body: "a picture" });
  advance(11 * hour);
  expect((await get(link)).statusCode).toBe(200);
  advance(13 * hour);
  const before = asked;
  expect((await get(link)).statusCode).toBe(404);
  expect(asked).toBe(before);
  expect((await get(linkTo("/small.png"))).statusCode).toBe(200);
});

test("a link with a changed expiry or reader is refused", async () => {
  const link = linkTo("/small.png");
  const expires = Number(new URLSearchParams(link.split("?")[1]).get("e"));
  const uma = await person("NORMAL_USER");
  const umas = imageProxyOf(scopeOf(uma)).reader;
  expect(umas).not.toBe(imageProxyOf(scopeOf(ana)).reader);
  const before = asked;
  for (const forged of [
    link.replace(`e=${expires}`, `e=${expires + 86_400}`),
    link.replace(`e=${expires}`, "e=x"),
    link.replace(`&e=${expires}`, ""),
    link.replace(/r=[^&]+/, `r=${umas}`),
    link.replace(/&r=[^&]+/, ""),
  ]) {
    expect(forged).not.toBe(link);
    expect((await get(forged)).statusCode, forged).toBe(404);
  }
  expect(asked).toBe(before);
});

test("a picture of more than 5 MB is refused, whatever its content-length says", async () => {
  const fetchAll = async (name: string) => {
    const image = await images.fetchImage(`${base}${name}`, new AbortController().signal);
    return image && (await buffer(image.body)).length;
  };
  expect(await fetchAll("/largest.png")).toBe(limit);
  expect(await fetchAll("/said-too-large.png")).toBeUndefined();
  await expect(fetchAll("/too-large.png")).rejects.toThrow();
  await expect(fetchAll("/bomb.png")).rejects.toThrow("too large");
});

/** A picture that the test ends. */
function heldImage() {
  const body = new Readable({ read: () => undefined });
  body.on("error", () => undefined);
  return { image: { type: "image/png", body } satisfies RemoteImage, body };
}
const settled = () => new Promise((done) => setImmediate(done));

test("few pictures are under way at a time, for each reader and in all; a place is free when one has been read", async () => {
  const { take } = openImageSlots({ each: 2, eachWaiting: 1, all: 3, allWaiting: 1 });
  const opened: string[] = [];
  const ask = (reader: string, image: RemoteImage | undefined) =>
    take(reader, async () => {
      opened.push(reader);
      return image;
    });
  const held = Array.from({ length: 3 }, heldImage);
  const [one, two, three] = held;
  await Promise.all([ask("ana", one?.image), ask("ana", two?.image)]);
  const waiting = ask("ana", undefined);
  await expect(ask("ana", undefined)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  await ask("uma", three?.image);
  const alsoWaiting = ask("uma", undefined);
  await settled();
  await expect(ask("ida", undefined)).rejects.toMatchObject({ status: 503 });
  expect(opened).toEqual(["ana", "ana", "uma"]);

  one?.body.destroy(new Error("the reader went away"));
  await Promise.all([waiting, alsoWaiting]);
  for (const each of [two, three]) {
    each?.body.push(null);
    each?.body.resume();
  }
  expect(await ask("ida", undefined)).toBeUndefined();
});

test("a reader with too many requests is told to wait", async () => {
  const { reader } = imageProxyOf(scopeOf(await person("NORMAL_USER")));
  const statuses = new Map<number, number>();
  for (let count = 0; count < 610; count++) {
    const answer = await get(`/api/mail/image?r=${reader}&n=${count}`);
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    if (answer.statusCode === 429) expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 404: 600, 429: 10 });
  expect((await get(linkTo("/small.png"))).statusCode).toBe(200);
});
