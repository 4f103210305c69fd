import { expect, test } from "vitest";
import { FairQueue, TenantSlots } from "./fair-queue.ts";

const who = (tenantId: string, userId = "u") => ({ tenantId, userId });
const all = (queue: FairQueue<string>) => queue.drain().join(" ");

test("companies take turns, and so do the users of each company", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3", "a4"]) queue.push(who("acme", "ana"), item);
  for (const item of ["u1", "u2"]) queue.push(who("acme", "uma"), item);
  for (const item of ["g1", "g2"]) queue.push(who("globex"), item);
  expect(all(queue)).toBe("a1 g1 u1 g2 a2 u2 a3 a4");
  expect(queue.size).toBe(0);
});

test("of one user's items the lowest rank is taken first", () => {
  const queue = new FairQueue<string>({ rank: (item) => item.length });
  for (const item of ["long", "a", "bb"]) queue.push(who("acme"), item);
  expect(all(queue)).toBe("a bb long");
});

test("waiting items are limited for each user and in total; one user's limit does not affect others", () => {
  const queue = new FairQueue<string>({ limits: { perUser: 2, inAll: 3 } });
  queue.push(who("acme"), "a1");
  queue.push(who("acme"), "a2");
  expect(() => queue.push(who("acme"), "a3")).toThrow(expect.objectContaining({ code: "rate_limited", retryAfter: 5 }));
  queue.push(who("globex"), "g1");
  expect(() => queue.push(who("initech"), "i1")).toThrow(expect.objectContaining({ code: "unavailable" }));
  expect(queue.take()?.item).toBe("a1");
  queue.push(who("initech"), "i1");
  expect(all(queue)).toBe("g1 a2 i1");
});

test("a removed item leaves the queue as it was", () => {
  const queue = new FairQueue<string>();
  queue.push(who("acme"), "a1");
  expect(queue.remove(who("acme"), "a1")).toBe(true);
  expect(queue.remove(who("acme"), "a1")).toBe(false);
  expect(queue.take()).toBeUndefined();
});

test("when all slots are taken there is one more, for a company that has none", () => {
  const shares = new TenantSlots(2);
  for (let place = 0; place < 2; place++) {
    expect(shares.mayRun("acme")).toBe(true);
    shares.begin("acme");
  }
  expect(shares.mayRun("acme")).toBe(false);
  expect(shares.mayRun("globex")).toBe(true);
  shares.begin("globex");
  expect(shares.mayRun("initech")).toBe(false);
  shares.end("acme");
  expect([shares.mayRun("acme"), shares.mayRun("initech")]).toEqual([false, true]);
});
