import { expect, test } from "vitest";
import { groupCommit, groupCommitBy } from "./group-commit.ts";

test("items that arrive during a batch form the next one, each with its own result", async () => {
  const batches: number[][] = [];
  let release = (): void => undefined;
  const first = new Promise<void>((done) => {
    release = done;
  });
  const double = groupCommit<number, number>(async (items) => {
    batches.push(items);
    if (batches.length === 1) await first;
    return items.map((item) => item * 2);
  });
  const results = [1, 2, 3, 4].map((item) => double(item));
  release();
  expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test("a failed batch rejects all of its items, and the next one runs", async () => {
  let calls = 0;
  const ask = groupCommit<number, number>(async (items) => {
    calls++;
    if (calls === 2) throw new Error("away");
    return items;
  });
  const answers = await Promise.allSettled([ask(1), ask(2), ask(3)]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await ask(4)).toBe(4);
});

test("a batch has a maximum size", async () => {
  const sizes: number[] = [];
  const ask = groupCommit<number, number>(
    async (items) => {
      sizes.push(items.length);
      return items;
    },
    { most: 2 },
  );
  await Promise.all([1, 2, 3, 4, 5].map((item) => ask(item)));
  expect(sizes).toEqual([1, 2, 2]);
});

test("batches by key hold only items of one key, and keys do not wait for each other", async () => {
  const batches: string[][] = [];
  const ask = groupCommitBy<string, string>(
    (word) => word[0] ?? "",
    async (words) => {
      batches.push(words);
      await Promise.resolve();
      return words.map((word) => word.toUpperCase());
    },
  );
  const answers = await Promise.all(["a1", "b1", "a2", "a3", "b2"].map((word) => ask(word)));
  expect(answers).toEqual(["A1", "B1", "A2", "A3", "B2"]);
  expect(batches).toEqual([["a1"], ["b1"], ["a2", "a3"], ["b2"]]);
  expect(await ask("a4")).toBe("A4");
});

test("with lingering a batch takes all items of the same turn, with any number of lanes", async () => {
  const batches: number[][] = [];
  const ask = groupCommit<number, number>(
    async (items) => {
      batches.push(items);
      return items;
    },
    { lanes: 2, lingerMs: 0 },
  );
  expect(await Promise.all([1, 2, 3].map((item) => ask(item)))).toEqual([1, 2, 3]);
  expect(await ask(4)).toBe(4);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test("a batch with several items waits for more", async () => {
  const batches: number[][] = [];
  const ask = groupCommit<number, number>(
    async (items) => {
      batches.push(items);
      return items;
    },
    { lingerMs: 500 },
  );
  const first = [ask(1), ask(2)];
  await new Promise((done) => setImmediate(done));
  await new Promise((done) => setImmediate(done));
  await Promise.all([...first, ask(3)]);
  expect(batches).toEqual([[1, 2, 3]]);
});
