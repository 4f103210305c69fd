import { beforeEach, expect, test } from "vitest";
import { keyIdOf } from "#lib/seal.ts";
import { testMasterKey } from "#test/app-process.ts";
import { testWorld } from "#test/test-world.ts";
import { checkMasterKey, checkObjectStore, withInstallation } from "./installation.ts";

const { url, peek } = await testWorld();

const place = "the file /srv/data/secret.key";
const checkKeys = (...ids: string[]) =>
  withInstallation(url, (installation) => checkMasterKey(installation, { ids, place }));

/** An object store in memory. */
const newStore = (objects = new Map<string, Uint8Array>()) => ({
  objects,
  get: async (key: string) => objects.get(key),
  put: async (key: string, bytes: Uint8Array) => void objects.set(key, bytes),
});
const checkStore = (store: ReturnType<typeof newStore>, where = "the folder /srv/data/objects") =>
  withInstallation(url, (installation) => checkObjectStore(installation, store, where));

beforeEach(async () => {
  await withInstallation(url, async () => undefined);
  await peek("delete from drizzle.installation");
});

test("the key of a new database is recorded, and a process with another or no key is refused with the place of the right one", async () => {
  await withInstallation(url, (installation) => installation.record("master_key", "first", place));
  await checkKeys("first");
  await expect(checkKeys("other")).rejects.toThrow(
    /need the master key first, which was the file \/srv\/data\/secret\.key on .+; the file .* holds other\./,
  );
  await expect(checkKeys()).rejects.toThrow(/master key first.* is not there\..*npm run forget -- --key/);
});

test("after a rotation the new key is needed, and the old one alone is refused", async () => {
  await withInstallation(url, (installation) => installation.record("master_key", "old", place));
  await checkKeys("new", "old");
  await checkKeys("new");
  await expect(checkKeys("old")).rejects.toThrow("need the master key new");
});

test("a database from before the record knows its key by the logins, and adopts it", async () => {
  const own = keyIdOf(testMasterKey);
  await expect(checkKeys("other")).rejects.toThrow(`need the master key ${own};`);
  await checkKeys(own);
  expect(await peek("select part, id, place from drizzle.installation")).toEqual([
    { part: "master_key", id: own, place },
  ]);
});

test("an object store is adopted once; an empty or another one is refused, and a copy is accepted", async () => {
  const store = newStore();
  await checkStore(store);
  await checkStore(store);
  await checkStore(newStore(new Map(store.objects)), "the folder /mnt/restored");
  await expect(checkStore(newStore(), "the folder /tmp/empty")).rejects.toThrow(
    /was the folder \/srv\/data\/objects on .+; the folder \/tmp\/empty is empty or another one\./,
  );
  const other = newStore(new Map([["installation/store-id", Buffer.from("another id")]]));
  await expect(checkStore(other)).rejects.toThrow("is another one");
});

test("two processes that start at once on a new store record one id", async () => {
  const store = newStore();
  await Promise.all([checkStore(store), checkStore(store), checkStore(store)]);
  const [row] = await peek<{ id: string }>("select id from drizzle.installation where part = 'object_store'");
  expect(Buffer.from(store.objects.get("installation/store-id") ?? []).toString()).toBe(row?.id);
});

test("a store that does not answer is named in one sentence", async () => {
  const broken = { ...newStore(), get: () => Promise.reject(new Error("The object store answered 403: denied")) };
  await expect(checkStore(broken, "the bucket https://s3.example.com/mail")).rejects.toThrow(
    "The object store (the bucket https://s3.example.com/mail) cannot be used: The object store answered 403: denied",
  );
});
