import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { expect, test } from "vitest";
import type { FolderLists } from "#api/mail-folders.ts";
import { type FolderRow, mailboxRows, pathOf, placeRows } from "./folder-rows.ts";
import { placeNames, places, shownPlace } from "./places.ts";

const folder = (path: string, parts: Partial<MailFolder> = {}): MailFolder => {
  const names = path.split("/");
  return {
    ...{ id: path, mailboxId: "box", name: names.at(-1) ?? "", above: names.slice(0, -1), role: null, kind: "folder" },
    ...{ isSelectable: true, isFollowed: true, messages: 9, unread: 0, ...parts },
  };
};
const box = {
  id: "box",
  email: "a@acme.test",
  provider: "imap",
  counts: { messages: 9, inbox: 5, unread: 4 },
} as ConnectedMailbox;
/** A second mailbox, beside which the first lists its special folders too. */
const other = { ...box, id: "other", email: "b@acme.test" };
const rowsOf = (from: FolderLists, collapsed: Iterable<string> = []) =>
  mailboxRows(from, [box, other], new Set(collapsed)).filter(({ id }) => id !== "other");
const listsOf = (...folders: MailFolder[]) =>
  ({ mailboxes: [{ mailboxId: "box", abilities: {}, folders }] }) as unknown as FolderLists;
const lines = (rows: FolderRow[]) =>
  rows.map(({ level, name, count }) => `${level} ${name}${count ? ` ${count}` : ""}`);

const lists = listsOf(
  folder("Trash", { role: "trash" }),
  folder("Projects/Zeta", { unread: 2 }),
  folder("INBOX", { role: "inbox", unread: 4 }),
  folder("Projects", { isSelectable: false }),
  folder("Projects/Alpha"),
  folder("Accounts"),
  folder("Drafts", { role: "drafts" }),
);

test("a mailbox lists its special folders first, then its own as a tree with counts", () => {
  expect(lines(rowsOf(lists))).toEqual([
    "1 a@acme.test",
    ...["2 Inbox 4", "2 Drafts 9", "2 Trash"],
    ...["2 Accounts", "2 Projects", "3 Alpha", "3 Zeta 2"],
  ]);
});

test("what is collapsed hides the lines below it, and a collapsed mailbox shows its unread mail", () => {
  const rows = rowsOf(lists, ["box/Projects"]);
  expect(lines(rows).at(-1)).toBe("2 Projects");
  expect(rows.at(-1)).toMatchObject({ kind: "holder", isOpen: false });
  expect(lines(rowsOf(lists, ["box"]))).toEqual(["1 a@acme.test 4"]);
});

test("a folder below one that the server does not list has a line to stand under", () => {
  const rows = mailboxRows(listsOf(folder("Clients/North/Orders")), [box], new Set());
  expect(lines(rows)).toEqual(["1 a@acme.test", "2 Clients", "3 North", "4 Orders"]);
});

test("a folder below a special one is listed under it, and can be collapsed with it", () => {
  const nested = listsOf(
    folder("INBOX", { role: "inbox" }),
    folder("Archive", { role: "archive" }),
    ...["Inbox/Sub", "Archive/2025", "Archive/2025/Q1", "Archived"].map((path) => folder(path)),
  );
  expect(lines(rowsOf(nested)).slice(1)).toEqual([
    ...["2 Inbox", "3 Sub", "2 Archive", "3 2025", "4 Q1", "2 Archived"],
  ]);
  const collapsed = rowsOf(nested, ["Archive"]).slice(1);
  expect(lines(collapsed)).toEqual(["2 Inbox", "3 Sub", "2 Archive", "2 Archived"]);
});

test("names from a mail server that look like properties of an object are plain names", () => {
  expect(lines(mailboxRows(listsOf(folder("__proto__/constructor")), [box], new Set())).slice(1)).toEqual([
    "2 __proto__",
    "3 constructor",
  ]);
});

test("a single mailbox lists only its own folders, and nothing if it has none", () => {
  const rows = (from: FolderLists) => lines(mailboxRows(from, [box], new Set()));
  expect(rows(lists)).toEqual(["1 a@acme.test", "2 Accounts", "2 Projects", "3 Alpha", "3 Zeta 2"]);
  expect(rows(listsOf(folder("INBOX", { role: "inbox" })))).toEqual([]);
});

test("drafts, snoozed and scheduled mail and follow-ups show their number, the other places none", () => {
  const counts = { messages: 7, unread: 3 };
  const shown = placeRows(Object.fromEntries(placeNames.map((name) => [name, counts])));
  expect(lines(shown)).toEqual([
    ...["1 Starred", "1 Snoozed 7", "1 Sent", "1 Drafts 7", "1 Scheduled 7", "1 Follow-ups 7"],
    ...["1 Archive", "1 Spam", "1 Trash", "1 All mail"],
  ]);
});

test("the address says which place is shown", () => {
  const shown = (address: string) => {
    const { pathname, search } = new URL(address, "http://intellibox.test");
    return shownPlace({ pathname, search });
  };
  for (const name of placeNames) expect(shown(places[name].path)).toBe(name);
  expect(shown("/inbox?mailbox=1&q=offer")).toBe("inbox");
  expect(shown("/inbox?folder=constructor")).toBe("inbox");
  expect(shown("/inbox?folderId=f")).toBe("f");
  for (const none of ["/inbox?tab=connections", "/inbox?view=senders", "/outbox", "/compose"])
    expect(shown(none)).toBe("");
});

test("a folder's full name has the folders above it, and a special folder has our name", () => {
  expect(pathOf(folder("Projects/Zeta"))).toBe("Projects / Zeta");
  expect(pathOf(folder("[Gmail]/Papierkorb", { role: "trash" }))).toBe("Trash");
});
