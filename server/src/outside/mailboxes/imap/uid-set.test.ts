import fc from "fast-check";
import { expect, test } from "vitest";
import { UidSet } from "./uid-set.ts";

test("a set of UIDs behaves as a set, and is written as ranges", () => {
  const step = fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 40 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const [set, model] = [new UidSet(), new Set<number>()];
      for (const [isAdded, uid] of steps) {
        if (isAdded) set.add(uid);
        else set.delete(uid);
        if (isAdded) model.add(uid);
        else model.delete(uid);
      }
      const sorted = [...model].sort((a, b) => a - b);
      expect([...set]).toEqual(sorted);
      expect(set.size).toBe(model.size);
      expect([...UidSet.parse(String(set))]).toEqual(sorted);
      expect(set.newest(3)).toEqual(sorted.toReversed().slice(0, 3));
      for (let uid = 1; uid <= 40; uid++) expect(set.has(uid)).toBe(model.has(uid));
    }),
  );
});

test("adjacent UIDs become one range", () => {
  expect(String(UidSet.from([3, 1, 2, 9]))).toBe("1:3,9");
  expect(() => UidSet.parse("1:x")).toThrow("Not a set");
});
