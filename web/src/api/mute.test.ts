import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { expect, test } from "vitest";
import type { ThreadPage } from "./inbox-cache.ts";
import { changeIn, type ThreadFilter } from "./inbox-changes.ts";
import { mutedAs } from "./mute.ts";

const item = (id: string, threadId: string, folder: ThreadItem["folder"], muted = false) =>
  ({ id, threadId, folder, muted, folderIds: [], date: new Date(0), snoozedUntil: null }) as unknown as ThreadItem;
const page: ThreadPage = {
  items: [item("a", "t", "inbox"), item("b", "other", "inbox"), item("c", "t", "snoozed"), item("d", "t", "sent")],
  nextCursor: null,
  partial: false,
  total: 4,
};
const shown = ({ items }: ThreadPage) => items.map(({ id, folder, muted }) => `${id} ${folder} ${muted}`);

const muteIn = (list: ThreadPage, filter: Partial<ThreadFilter>, muted: boolean) =>
  changeIn(
    list,
    { q: "", mailbox: "", view: "inbox", folderId: "", ...filter },
    list.items.filter(({ threadId }) => threadId === "t"),
    mutedAs(muted),
  );

test("a muted thread leaves the inbox, and is archived in other lists", () => {
  const listed = { ...page, items: page.items.filter(({ folder }) => folder === "inbox"), total: 2 };
  const inbox = muteIn(listed, {}, true);
  expect([shown(inbox), inbox.total]).toEqual([["b inbox false"], 1]);
  const found = ["a archive true", "b inbox false", "c archive true", "d sent true"];
  expect(shown(muteIn(page, { q: "word" }, true))).toEqual(found);
  expect(shown(muteIn(page, { view: "all" }, true))).toEqual(found);
});

test("a thread that is no longer muted stays where it is", () => {
  const archived = { ...page, items: [item("a", "t", "archive", true)] };
  expect(shown(muteIn(archived, { view: "archive" }, false))).toEqual(["a archive false"]);
});
