import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { expect, test } from "vitest";
import type { ThreadPage } from "./inbox-cache.ts";
import { snoozeIn } from "./snooze.ts";

const until = new Date(2026, 10, 20, 8);
const item = (id: string, threadId: string, folder: ThreadItem["folder"] = "inbox") =>
  ({ id, threadId, folder, snoozedUntil: folder === "snoozed" ? until : null }) as ThreadItem;
const page: ThreadPage = {
  items: [item("a", "t"), item("b", "other"), item("c", "t"), item("d", "t", "sent")],
  nextCursor: null,
  partial: false,
  total: 4,
};
const idsOf = ({ items, total }: ThreadPage) => [items.map(({ id }) => id).join(""), total];
const chosen = [item("a", "t")];

test("a snoozed thread leaves the inbox, and is marked in other lists", () => {
  expect(idsOf(snoozeIn(page, { q: "" }, chosen, until))).toEqual(["bd", 2]);
  const all = snoozeIn(page, { q: "", view: "all" }, chosen, until);
  expect(all.items.map(({ folder, snoozedUntil }) => [folder, snoozedUntil])).toEqual([
    ["snoozed", until],
    ["inbox", null],
    ["snoozed", until],
    ["sent", null],
  ]);
  expect(idsOf(snoozeIn(page, { q: "invoice" }, chosen, until))).toEqual(["abcd", 4]);
});

test("a thread that is brought back leaves the list of snoozed messages; one with another moment stays", () => {
  const snoozed = { ...page, items: [item("a", "t", "snoozed"), item("b", "other", "snoozed")], total: 2 };
  expect(idsOf(snoozeIn(snoozed, { q: "", view: "snoozed" }, chosen, null))).toEqual(["b", 1]);
  const later = new Date(2026, 11, 1, 8);
  const changed = snoozeIn(snoozed, { q: "", view: "snoozed" }, chosen, later);
  expect(changed.items.map(({ snoozedUntil }) => snoozedUntil)).toEqual([later, until]);
});
