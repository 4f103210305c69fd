import { expect, test } from "vitest";
import { openSendSlots } from "./send-slots.ts";

test("one tenant's mails under way are limited by number and size, and do not delay those of others", () => {
  const slots = openSendSlots({ mails: 2, bytes: 100, totalBytes: 1000 });
  expect(slots.take("a", 60)).toBe(true);
  expect(slots.take("a", 60)).toBe(false);
  expect(slots.take("a", 40)).toBe(true);
  expect(slots.take("a", 0)).toBe(false);
  expect(slots.take("b", 60)).toBe(true);
  expect(slots.release("a", 60)).toEqual(["a"]);
  expect(slots.take("a", 60)).toBe(true);
});

test("all tenants together never hold more than the limit, except for a single mail that is larger than it", () => {
  const slots = openSendSlots({ mails: 50, bytes: 1000, totalBytes: 250 });
  const taken = Array.from({ length: 10 }, (_, at) => slots.take(`tenant ${at}`, 100));
  expect(taken.filter(Boolean)).toHaveLength(2);
  expect(slots.held().bytes).toBe(200);
  // A release names all tenants that were refused; the first to ask get the free slots.
  const refused = slots.release("tenant 0", 100);
  expect(refused).toHaveLength(8);
  expect(refused.filter((tenantId) => slots.take(tenantId, 100))).toEqual(["tenant 2"]);
  slots.release("tenant 1", 100);
  slots.release("tenant 2", 100);
  expect(slots.held()).toEqual({ bytes: 0, tenants: 0 });
  expect(slots.take("huge", 900)).toBe(true);
  expect(slots.take("other", 1)).toBe(false);
});

test("the unused part of a slot is released when the size of its mail is known", () => {
  const slots = openSendSlots({ mails: 50, bytes: 100, totalBytes: 100 });
  slots.take("a", 100);
  expect(slots.take("b", 10)).toBe(false);
  slots.resize("a", 100, 5);
  expect(slots.take("b", 10)).toBe(true);
  expect(slots.held().bytes).toBe(15);
});
