import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { expect, test } from "vitest";
import type { ThreadPage } from "./inbox-cache.ts";
import { belongsTo, changeIn, changeOf, partOf, type ThreadFilter, threadChangeOf } from "./inbox-changes.ts";

const folder = (id: string, role: MailFolder["role"], kind: MailFolder["kind"] = "folder") =>
  ({
    id,
    mailboxId: "box",
    role,
    kind,
    name: id,
    above: [],
    isSelectable: true,
    isFollowed: true,
  }) as unknown as MailFolder;
const work = folder("work", null);
const urgent = folder("urgent", null, "label");
const all = [
  folder("in", "inbox"),
  folder("arch", "archive"),
  folder("bin", "trash"),
  folder("spam", "junk"),
  work,
  urgent,
];

/** Message n came n minutes after midnight. */
const item = (n: number, state: Partial<ThreadItem> = {}) =>
  ({
    ...{ id: `m${n}`, boxId: "box", date: new Date(n * 60_000), unread: false, starred: false },
    ...{ folder: "inbox", folderIds: ["in"], ...state },
  }) as ThreadItem;
const page = (items: ThreadItem[], nextCursor: string | null = null): ThreadPage => ({
  items,
  nextCursor,
  partial: false,
});
const filter = (parts: Partial<ThreadFilter> = {}): ThreadFilter => ({
  q: "",
  mailbox: "",
  view: "inbox",
  folderId: "",
  ...parts,
});
const ids = ({ items }: ThreadPage) => items.map(({ id }) => id);

test("an archived message leaves the inbox, comes into the loaded archive, and stays in All mail", () => {
  const list = [item(3), item(2), item(1)];
  const archive = changeOf("archive", undefined, all);
  const [, second] = list;
  if (!second) throw new Error("The list has three messages");
  expect(ids(changeIn(page(list), filter(), [second], archive))).toEqual(["m3", "m1"]);
  expect(ids(changeIn(page(list), filter({ view: "all" }), [second], archive))).toEqual(["m3", "m2", "m1"]);
  expect(ids(changeIn(page([]), filter({ view: "archive" }), [second], archive))).toEqual(["m2"]);
  expect(archive(second)).toMatchObject({ folder: "archive", folderIds: ["arch"] });
});

test("a message older than the loaded part of a list does not come into it", () => {
  const loaded = page([item(9, { folder: "archive" }), item(8, { folder: "archive" })], "after 8");
  const archive = changeOf("archive", undefined, all);
  expect(ids(changeIn(loaded, filter({ view: "archive" }), [item(1)], archive))).toEqual(["m9", "m8"]);
});

test("undoing puts a message back where it was and takes it out of where it went", () => {
  const before = item(2);
  const after = changeOf("archive", undefined, all)(before);
  if (!after) throw new Error("Archiving deletes nothing");
  const asBefore = <Message extends object>(message: Message) => ({
    ...message,
    folder: before.folder,
    folderIds: before.folderIds,
  });
  expect(ids(changeIn(page([item(3), item(1)]), filter(), [before], asBefore))).toEqual(["m3", "m2", "m1"]);
  expect(ids(changeIn(page([after]), filter({ view: "archive" }), [before], asBefore))).toEqual([]);
});

test("a move to a folder leaves the others, a label stays beside them", () => {
  expect(changeOf("move", work, all)(item(1))).toMatchObject({ folder: "other", folderIds: ["work"] });
  expect(changeOf("label", urgent, all)(item(1))).toMatchObject({ folder: "inbox", folderIds: ["in", "urgent"] });
  const labelled = item(1, { folderIds: ["in", "urgent"] });
  expect(changeOf("unlabel", urgent, all)(labelled)).toMatchObject({ folderIds: ["in"] });
  expect(
    ids(changeIn(page([labelled]), filter({ folderId: "urgent" }), [labelled], changeOf("unlabel", urgent, all))),
  ).toEqual([]);
});

test("a deletion is for good only in trash, spam and drafts", () => {
  const remove = changeOf("delete", undefined, all);
  expect(remove(item(1))).toMatchObject({ folder: "trash", folderIds: ["bin"] });
  for (const place of ["trash", "junk", "drafts"] as const) expect(remove(item(1, { folder: place }))).toBeNull();
});

test("stars and read marks change a message in every list, and an unstarred one leaves Starred", () => {
  const starred = item(1, { starred: true, unread: true });
  const unstar = changeOf("unstar", undefined, all);
  expect(ids(changeIn(page([starred]), filter({ view: "starred" }), [starred], unstar))).toEqual([]);
  expect(changeIn(page([starred]), filter(), [starred], unstar).items).toMatchObject([{ starred: false }]);
  expect(changeOf("read", undefined, all)(starred)).toMatchObject({ unread: false });
});

test("search results stay while mail is filed, and go when it is deleted; nothing comes into them", () => {
  const search = filter({ q: "invoice" });
  const found = item(1);
  expect(ids(changeIn(page([found]), search, [found], changeOf("archive", undefined, all)))).toEqual(["m1"]);
  expect(ids(changeIn(page([found]), search, [found], changeOf("trash", undefined, all)))).toEqual([]);
  expect(ids(changeIn(page([]), search, [found], changeOf("star", undefined, all)))).toEqual([]);
});

test("a list of one mailbox or folder shows only its messages", () => {
  expect(belongsTo(item(1), filter({ mailbox: "other box" }))).toBe(false);
  expect(belongsTo(item(1), filter({ folderId: "in", view: "all" }))).toBe(true);
  expect(belongsTo(item(1, { folder: "junk" }), filter({ view: "all" }))).toBe(false);
});

test("filing a thread leaves its sent mail, its drafts, and what is in the trash", () => {
  const archive = threadChangeOf("archive", undefined, all);
  expect(archive(item(1))).toMatchObject({ folder: "archive" });
  expect(archive(item(2, { folder: "sent" }))).toMatchObject({ folder: "sent" });
  expect(threadChangeOf("trash", undefined, all)(item(2, { folder: "sent" }))).toMatchObject({ folder: "trash" });
  const part = (folder: ThreadItem["folder"]) => partOf({ threadId: "t", folder });
  expect(part("sent")).toBe(part("inbox"));
  expect(new Set([part("inbox"), part("trash"), part("junk"), part("drafts")]).size).toBe(4);
});

test("a thread comes into a list of threads once, by its newest message, and never as a single message", () => {
  const thread = { size: 2 } as ThreadItem["thread"];
  const rows = [item(1, { threadId: "t", thread }), item(2, { threadId: "t", thread }), item(3, { threadId: "u" })];
  const archive = threadChangeOf("archive", undefined, all);
  const into = (group: "thread" | "message") =>
    ids(changeIn(page([]), filter({ view: "archive", group }), rows, archive));
  expect([into("thread"), into("message")]).toEqual([["m2"], ["m3"]]);
});
