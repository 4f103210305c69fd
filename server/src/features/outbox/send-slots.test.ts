import { expect, test } from "vitest";
import { openSendSlots } from "./send-slots.ts";

test("one tenant's mail under way is bounded by number and size, and others are not held up by it", () => {
  const places = openSendSlots({ mails: 2, bytes: 100, bytesInAll: 1000 });
  expect(places.take("a", 60)).toBe(true);
  expect(places.take("a", 60)).toBe(false);
  expect(places.take("a", 40)).toBe(true);
  expect(places.take("a", 0)).toBe(false);
  expect(places.take("b", 60)).toBe(true);
  expect(places.leave("a", 60)).toEqual(["a"]);
  expect(places.take("a", 60)).toBe(true);
});

test("all tenants together never hold more than the bound, except for a single mail that is larger by itself", () => {
  const places = openSendSlots({ mails: 50, bytes: 1000, bytesInAll: 250 });
  const admitted = Array.from({ length: 10 }, (_, at) => places.take(`tenant ${at}`, 100));
  expect(admitted.filter(Boolean)).toHaveLength(2);
  expect(places.held().bytes).toBe(200);
  // Whoever was turned away is told, and then as many come in as there is room for.
  const told = places.leave("tenant 0", 100);
  expect(told).toHaveLength(8);
  expect(told.filter((tenantId) => places.take(tenantId, 100))).toEqual(["tenant 2"]);
  places.leave("tenant 1", 100);
  places.leave("tenant 2", 100);
  expect(places.held()).toEqual({ bytes: 0, tenants: 0 });
  expect(places.take("huge", 900)).toBe(true);
  expect(places.take("other", 1)).toBe(false);
});

test("what was kept free for a mail is given back when its size is known", () => {
  const places = openSendSlots({ mails: 50, bytes: 100, bytesInAll: 100 });
  places.take("a", 100);
  expect(places.take("b", 10)).toBe(false);
  places.resize("a", 100, 5);
  expect(places.take("b", 10)).toBe(true);
  expect(places.held().bytes).toBe(15);
});
