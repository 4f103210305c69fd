import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { StorageFull } from "#lib/faults.ts";
import { openFileStore } from "./files.ts";
import { type ObjectStore, stretchOf } from "./object-store.ts";
import { openS3Store } from "./s3.ts";

const root = await mkdtemp(join(tmpdir(), "intellibox-objects-"));
afterAll(() => rm(root, { recursive: true, force: true }));

/** The part of S3 that we use, with two keys a page. The first request of each kind fails, as real buckets sometimes do. */
async function startBucket() {
  const kept = new Map<string, Buffer>();
  const refusedOnce = new Set<string>();
  const unsigned: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "", "http://bucket");
    const method = request.method ?? "";
    if (!/^AWS4-HMAC-SHA256 Credential=key\/.*Signature=/.test(request.headers.authorization ?? ""))
      unsigned.push(request.url ?? "");
    if (!refusedOnce.has(method)) {
      refusedOnce.add(method);
      return response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
    }
    const key = decodeURIComponent(url.pathname.slice("/bucket/".length));
    if (method === "PUT") kept.set(key, Buffer.concat(chunks));
    else if (method === "DELETE") kept.delete(key);
    else if (url.searchParams.has("list-type")) return response.end(page(kept, url.searchParams));
    else if (!kept.has(key)) return response.writeHead(404).end("<Error/>");
    else return sendStretch(response, kept.get(key) ?? Buffer.alloc(0), request.headers.range);
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  afterAll(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`;
  return { url, kept, unsigned };
}

function sendStretch(response: ServerResponse, bytes: Buffer, range: string | undefined) {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (!first) return response.end(bytes);
  if (Number(first) >= bytes.length) return response.writeHead(416).end("<Error><Code>InvalidRange</Code></Error>");
  return response.writeHead(206).end(bytes.subarray(Number(first), Number(last) + 1));
}

function page(kept: Map<string, Buffer>, query: URLSearchParams) {
  const prefix = query.get("prefix") ?? "";
  const below = [...kept.keys()].filter((key) => key.startsWith(prefix));
  const names = query.get("delimiter")
    ? [...new Set(below.map((key) => `${prefix}${key.slice(prefix.length).split("/")[0]}/`))]
    : below;
  const start = Number(query.get("continuation-token") ?? 0);
  const shown = names.sort().slice(start, start + 2);
  const items = shown.map((name) =>
    query.get("delimiter")
      ? `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${name}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>${kept.get(name)?.length}</Size></Contents>`,
  );
  const next = start + 2 < names.length ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : "";
  return `<ListBucketResult><Prefix>${prefix}</Prefix>${items.join("")}${next}</ListBucketResult>`;
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const bucket = await startBucket();
const stores: [string, ObjectStore][] = [
  ["files", openFileStore(join(root, "objects"))],
  ["S3", openS3Store({ url: bucket.url, region: "eu-1", accessKey: "key", secretKey: "secret" })],
];

test.each([
  [507, "<Error><Code>XMinioStorageFull</Code></Error>"],
  [403, "<Error><Code>QuotaExceeded</Code></Error>"],
])("a bucket that is full answers %i, which callers can tell from other faults", async (status, body) => {
  const server = createServer((_request, response) => void response.writeHead(status).end(body));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`;
  const store = openS3Store({ url, region: "eu-1", accessKey: "key", secretKey: "secret" });
  await expect(store.put("box-1/aabbccdd", Buffer.from("x"))).rejects.toThrow(StorageFull);
  server.close();
});

describe.each(stores)("in %s", (_name, store) => {
  test("an object is stored, read, replaced and removed; a missing one is undefined", async () => {
    const bytes = Buffer.from([0, 1, 2, 255, 13, 10]);
    await store.put("box-1/aabbccdd", bytes);
    expect(Buffer.from((await store.get("box-1/aabbccdd")) ?? [])).toEqual(bytes);
    await store.put("box-1/aabbccdd", Buffer.from("again"));
    expect(Buffer.from((await store.get("box-1/aabbccdd")) ?? []).toString()).toBe("again");
    await store.remove(["box-1/aabbccdd", "box-1/never-there"]);
    expect(await store.get("box-1/aabbccdd")).toBeUndefined();
  });

  test("several mails share one object, and each is read by its byte range", async () => {
    const mails = ["first", "", "thïrd"].map((text) => Buffer.from(text));
    await store.put("box-4/packed-mails", mails);
    const at = (start: number, length: number) => store.get(stretchOf({ key: "box-4/packed-mails", start, length }));
    const got = await Promise.all([at(0, 5), at(5, 0), at(5, 6)]);
    expect(got.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(["first", "", "thïrd"]);
    expect(await store.get(stretchOf({ key: "box-4/never-there", start: 0, length: 5 }))).toBeUndefined();
    const listed = await allOf(store.list("box-4"));
    expect(listed).toEqual([{ key: "box-4/packed-mails", size: 11, writtenAt: expect.any(Date) }]);
    expect(await allOf(store.list("never-there"))).toEqual([]);
    await expect(async () => store.remove(["box-4/packed-mails:0+5"])).rejects.toThrow("Not the key");
  });

  test("one folder is removed completely, and can be filled again", async () => {
    for (let at = 0; at < 5; at++) await store.put(`box-2/object-${at}`, Buffer.from("x"));
    await store.put("box-3/object-0", Buffer.from("y"));
    expect(await store.folders()).toEqual(expect.arrayContaining(["box-2", "box-3"]));
    await store.removeFolder("box-2");
    expect(await store.get("box-2/object-4")).toBeUndefined();
    expect(await store.get("box-3/object-0")).toBeDefined();
    await store.put("box-2/object-0", Buffer.from("z"));
    expect(await store.get("box-2/object-0")).toBeDefined();
    await store.removeFolder("never-there");
  });

  test("an invalid key is refused", async () => {
    for (const key of ["../../etc/passwd", "box/../../x", "box", "box/a/b", "/box/abcdefgh", "box/abcdefgh\0"])
      await expect(async () => store.put(key, Buffer.from("x")), key).rejects.toThrow("Not the key");
    await expect(async () => store.removeFolder("..")).rejects.toThrow("Not a folder");
  });
});

test("a write that fails leaves nothing on the disk, which may be full [SYN-29]", async () => {
  const store = openFileStore(join(root, "failing"));
  // A folder in the object's place refuses the last step.
  await mkdir(join(root, "failing", "box-9", "aa", "aabbccdd"), { recursive: true });
  await expect(store.put("box-9/aabbccdd", Buffer.alloc(100_000))).rejects.toThrow();
  expect(await readdir(join(root, "failing", "box-9", "aa"))).toEqual(["aabbccdd"]);
});

test("every request to the bucket is signed, and no temporary files remain", async () => {
  expect(bucket.unsigned).toEqual([]);
  const files = await readdir(join(root, "objects"), { recursive: true });
  expect(files.filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("a redirect of the bucket is not followed", async () => {
  const heard: string[] = [];
  const elsewhere = createServer((request, response) => {
    heard.push(request.url ?? "");
    response.end("not yours");
  });
  await new Promise<void>((done) => elsewhere.listen(0, "127.0.0.1", done));
  const target = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/inner`;
  const pointing = createServer((_request, response) => response.writeHead(307, { location: target }).end());
  await new Promise<void>((done) => pointing.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(pointing.address() as AddressInfo).port}/bucket`;
  const store = openS3Store({ url, region: "eu-1", accessKey: "key", secretKey: "secret" });
  await expect(store.put("box-1/aabbccdd", Buffer.from("mail"))).rejects.toThrow("answered 307");
  await expect(store.get("box-1/aabbccdd")).rejects.toThrow("answered 307");
  await expect(store.folders()).rejects.toThrow("answered 307");
  expect(heard).toEqual([]);
  for (const server of [elsewhere, pointing]) {
    server.closeAllConnections();
    server.close();
  }
});
