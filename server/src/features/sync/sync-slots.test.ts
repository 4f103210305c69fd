import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { openSyncSlots, syncSlotLimits } from "./sync-slots.ts";

const keyOf = (tenantId = newId()) => ({ tenantId, userId: newId(), id: newId() });
const imap = (host: string) => ({ kind: "imap" as const, host });

/** How many of these mailboxes get a slot. */
const taken = (slots: ReturnType<typeof openSyncSlots>, count: number, row: Parameters<typeof slots.take>[1]) =>
  Array.from({ length: count }, () => slots.take(keyOf(), row)).filter(Boolean).length;

test("four servers that hold all they can get leave slots to the others", () => {
  const slots = openSyncSlots();
  let held = 0;
  for (const host of ["a.test", "b.test", "c.test", "D.test", "d.test"]) held += taken(slots, 100, imap(host));
  expect(held).toBe(4 * syncSlotLimits.perHost);
  expect(syncSlotLimits.total - held).toBeGreaterThanOrEqual(4);
  expect(taken(slots, 1, imap("e.test"))).toBe(1);
  expect(taken(slots, 1, { kind: "gmail", host: "" })).toBe(1);
  expect(taken(slots, 100, { kind: "local", host: "" })).toBe(syncSlotLimits.total - held - 2);
  expect(taken(slots, 1, imap("f.test"))).toBe(0);
});

test("a provider with many mailboxes gets more than another server, and not all", () => {
  const slots = openSyncSlots();
  expect(taken(slots, 100, { kind: "gmail", host: "" })).toBe(syncSlotLimits.perProvider);
  expect(taken(slots, 100, { kind: "outlook", host: "" })).toBe(syncSlotLimits.perProvider);
});

test("a company cannot take all slots with many servers", () => {
  const slots = openSyncSlots();
  const { tenantId } = keyOf();
  const held = Array.from({ length: 100 }, (_, at) => slots.take(keyOf(tenantId), imap(`${at}.test`))).filter(Boolean);
  expect(held).toHaveLength(syncSlotLimits.perTenant);
  expect(syncSlotLimits.perTenant).toBeLessThan(syncSlotLimits.total);
});

test("a mailbox without a slot follows when one of its server is free, the first first, each once", () => {
  const slots = openSyncSlots({ total: 4, perHost: 1, perProvider: 1, perTenant: 4 });
  const [first, second, third, other] = [keyOf(), keyOf(), keyOf(), keyOf()];
  const [slot, otherSlot] = [slots.take(first, imap("a.test")), slots.take(other, imap("b.test"))];
  if (!slot || !otherSlot) throw new Error("There is no slot");
  for (const key of [second, third, second]) expect(slots.take(key, imap("a.test"))).toBeUndefined();
  expect(slots.release(otherSlot)).toBeUndefined();
  expect(slots.release(slot)).toEqual(second);
  const next = slots.take(second, imap("a.test"));
  expect(next && slots.release(next)).toEqual(third);
  const last = slots.take(third, imap("a.test"));
  expect(last && slots.release(last)).toBeUndefined();
});
