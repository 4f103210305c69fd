import { expect, test } from "vitest";
import { maxListed, readListing } from "./listing.ts";

const listing = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, at) => `${at + 1} id${at}\r\n`).join(""));

test("a list is read in its order", async () => {
  expect(await readListing(listing(3))).toEqual([
    [1, "id0"],
    [2, "id1"],
    [3, "id2"],
  ]);
  expect(await readListing(Buffer.alloc(0))).toEqual([]);
});

test("other work gets its turn while a long list is read", async () => {
  let [turns, isDone] = [0, false];
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await readListing(listing(50_000)).finally(() => {
    isDone = true;
  });
  expect(turns).toBeGreaterThanOrEqual(10);
});

test("more messages than the limit are refused, as is a line without end", async () => {
  expect(await readListing(listing(maxListed))).toHaveLength(maxListed);
  await expect(readListing(listing(maxListed + 1))).rejects.toMatchObject({
    fault: "protocol",
    message: "The server lists more than 200,000 messages.",
  });
  await expect(readListing(Buffer.from(`1 ${"x".repeat(5_000)}\r\n`))).rejects.toMatchObject({ fault: "protocol" });
});
