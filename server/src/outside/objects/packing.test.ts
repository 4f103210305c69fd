import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openFileStore } from "./files.ts";
import { splitKey, stretchOf } from "./object-store.ts";
import { pack, packSync, withUnpacking } from "./packing.ts";

const root = await mkdtemp(join(tmpdir(), "intellibox-packing-"));
afterAll(() => rm(root, { recursive: true, force: true }));
const store = withUnpacking(openFileStore(root));

test("compressed and plain sources of one object are read as they were, also an empty one and one that begins like a frame", async () => {
  const raws = ["Subject: one\r\n\r\nbody ", "", "Subject: two\r\n\r\n"].map((text) => Buffer.from(text.repeat(50)));
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3]);
  const sources = [
    ...(await Promise.all(raws.map(async (raw) => ({ raw, bytes: await pack(raw), isPacked: true })))),
    { raw: frame, bytes: packSync(frame), isPacked: true },
    { raw: frame, bytes: frame, isPacked: false },
  ];
  const key = "box-1/several-mails";
  await store.put(
    key,
    sources.map(({ bytes }) => bytes),
  );
  let start = 0;
  for (const { raw, bytes, isPacked } of sources) {
    const stretch = stretchOf({ key, start, length: bytes.length, isPacked });
    expect(Buffer.from((await store.get(stretch)) ?? "none")).toEqual(raw);
    expect(stretchOf(splitKey(stretch).stretch ?? { key: "", start: 0, length: 0 })).toBe(stretch);
    start += bytes.length;
  }
  expect(await store.get("box-1/never-there:0+5z")).toBeUndefined();
});

test("a frame that the disk has damaged is an error, not another mail", async () => {
  const bytes = Buffer.from(await pack(Buffer.from("a mail ".repeat(100))));
  await store.put("box-1/damaged-one", bytes.subarray(0, bytes.length - 3));
  await expect(store.get(`box-1/damaged-one:0+${bytes.length - 3}z`)).rejects.toThrow();
});
