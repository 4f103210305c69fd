import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { expect, test } from "vitest";
import type { ThreadPage } from "./inbox-cache.ts";
import { changeIn, type ThreadFilter } from "./inbox-changes.ts";
import { snoozedUntil } from "./snooze.ts";

const until = new Date(2026, 10, 20, 8);
const item = (id: string, threadId: string, folder: ThreadItem["folder"] = "inbox") =>
  ({
    ...{ id, threadId, folder, folderIds: [], date: until },
    snoozedUntil: folder === "snoozed" ? until : null,
  }) as unknown as ThreadItem;
const page: ThreadPage = {
  items: [item("a", "t"), item("b", "other"), item("c", "t"), item("d", "t", "sent")],
  nextCursor: null,
  partial: false,
  total: 4,
};
const idsOf = ({ items, total }: ThreadPage) => [items.map(({ id }) => id).join(""), total];
const snoozeIn = (list: ThreadPage, filter: Partial<ThreadFilter>, moment: Date | null) =>
  changeIn(
    list,
    { q: "", mailbox: "", view: "inbox", folderId: "", ...filter },
    list.items.filter(({ threadId }) => threadId === "t"),
    snoozedUntil(moment),
  );

test("a snoozed thread leaves the inbox, and is marked in other lists", () => {
  expect(idsOf(snoozeIn(page, { q: "" }, until))).toEqual(["bd", 2]);
  const all = snoozeIn(page, { q: "", view: "all" }, until);
  expect(all.items.map(({ folder, snoozedUntil }) => [folder, snoozedUntil])).toEqual([
    ["snoozed", until],
    ["inbox", null],
    ["snoozed", until],
    ["sent", null],
  ]);
  expect(idsOf(snoozeIn(page, { q: "invoice" }, until))).toEqual(["abcd", 4]);
});

test("a thread that is brought back leaves the list of snoozed messages; one with another moment stays", () => {
  const snoozed = { ...page, items: [item("a", "t", "snoozed"), item("b", "other", "snoozed")], total: 2 };
  expect(idsOf(snoozeIn(snoozed, { q: "", view: "snoozed" }, null))).toEqual(["b", 1]);
  const later = new Date(2026, 11, 1, 8);
  const changed = snoozeIn(snoozed, { q: "", view: "snoozed" }, later);
  expect(changed.items.map(({ snoozedUntil }) => snoozedUntil)).toEqual([later, until]);
});
