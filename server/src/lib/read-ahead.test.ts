import { expect, test } from "vitest";
import { readAhead } from "./read-ahead.ts";

function counted(most: number, failAt = Number.POSITIVE_INFINITY) {
  const seen = { begun: 0, ended: false };
  async function* source() {
    try {
      for (let at = 1; at <= most; at++) {
        seen.begun = at;
        await Promise.resolve();
        if (at === failAt) throw new Error(`no ${at}`);
        yield at;
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, source: source() };
}

test("items come in order, and the next is prefetched while one is read", async () => {
  const { seen, source } = counted(4);
  const read: [number, number][] = [];
  for await (const one of readAhead(source)) {
    await new Promise((resolve) => setImmediate(resolve));
    read.push([one, seen.begun]);
  }
  expect(read).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 4],
  ]);
  expect(seen.ended).toBe(true);
});

test("an error comes after the items before it", async () => {
  const { source } = counted(4, 3);
  const read: number[] = [];
  const reading = (async () => {
    for await (const one of readAhead(source)) read.push(one);
  })();
  await expect(reading).rejects.toThrow("no 3");
  expect(read).toEqual([1, 2]);
});

test("a reader that stops ends the source, and an error of the prefetched item is ignored", async () => {
  for (const failAt of [2, Number.POSITIVE_INFINITY]) {
    const { seen, source } = counted(9, failAt);
    for await (const one of readAhead(source)) if (one === 1) break;
    expect(seen).toEqual({ begun: 2, ended: true });
  }
});
