import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { expect, test } from "vitest";
import type { ThreadPage } from "./inbox-cache.ts";
import { muteIn } from "./mute.ts";

const item = (id: string, threadId: string, folder: ThreadItem["folder"], muted = false) =>
  ({ id, threadId, folder, muted, snoozedUntil: null }) as ThreadItem;
const page: ThreadPage = {
  items: [item("a", "t", "inbox"), item("b", "other", "inbox"), item("c", "t", "snoozed"), item("d", "t", "sent")],
  nextCursor: null,
  partial: false,
  total: 4,
};
const shown = ({ items }: ThreadPage) => items.map(({ id, folder, muted }) => `${id} ${folder} ${muted}`);

test("a muted thread leaves the inbox, and is archived in other lists", () => {
  const chosen = [item("a", "t", "inbox")];
  const inbox = muteIn(page, { q: "" }, chosen, true);
  expect([shown(inbox), inbox.total]).toEqual([["b inbox false", "d sent true"], 2]);
  const found = ["a archive true", "b inbox false", "c archive true", "d sent true"];
  expect(shown(muteIn(page, { q: "word" }, chosen, true))).toEqual(found);
  expect(shown(muteIn(page, { q: "", view: "all" }, chosen, true))).toEqual(found);
});

test("a thread that is no longer muted stays where it is", () => {
  const archived = { ...page, items: [item("a", "t", "archive", true)] };
  expect(shown(muteIn(archived, { q: "", view: "archive" }, archived.items, false))).toEqual(["a archive false"]);
});
