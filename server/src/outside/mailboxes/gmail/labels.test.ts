import { expect, test, vi } from "vitest";
import { openGmailPush } from "#outside/push/gmail-push.ts";
import { googleBoxes } from "#test/google-boxes.ts";
import { accountAt } from "#test/stand-ins/google/account.ts";
import { folderSuite, Reader } from "../folders.suite.ts";
import { mailSource, numbered, Store } from "../mailbox.suite.ts";
import { readGmailCursor, writeGmailCursor } from "./cursor.ts";
import { openGmailMailbox } from "./gmail.ts";

// Many small calls to the stand-in take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { google, newBox } = await googleBoxes(40);

folderSuite(async () => newBox());

/** A reader of an account with so much mail in the inbox. */
async function readerOf(count: number, ...followed: string[]) {
  const box = newBox();
  for (const subject of numbered(count)) await box.deliver(mailSource(subject), "inbox");
  const reader = new Reader(await box.open());
  reader.followed.push(...followed);
  return { box, reader };
}

test("mail that another program archives, marks as spam or restores moves here, and nothing is downloaded again", async () => {
  const { box, reader } = await readerOf(4);
  await reader.read();
  await box.modify("001", [], ["INBOX"]);
  await box.modify("002", ["SPAM"], ["INBOX"]);
  await box.modify("003", ["TRASH"], ["INBOX"]);
  await reader.read();
  expect(reader.held("inbox", "archive", "junk", "trash")).toEqual({
    ...{ inbox: ["004"], archive: ["001"], junk: ["002"], trash: ["003"] },
  });
  await box.modify("001", ["INBOX"], []);
  await box.modify("002", [], ["SPAM"]);
  await box.modify("003", ["INBOX"], ["TRASH"]);
  await reader.read();
  expect(reader.held("inbox", "archive", "junk", "trash")).toEqual({
    ...{ inbox: ["001", "003", "004"], archive: ["002"], junk: [], trash: [] },
  });
  expect(reader.arrivals).toHaveLength(4);
});

test("archive, drafts and spam come when they are followed, with their newest mail", async () => {
  const { box, reader } = await readerOf(1);
  for (const subject of ["a1", "a2", "a3"]) await box.deliver(mailSource(subject), "archive");
  await box.deliver(mailSource("s1"), "junk");
  await box.deliver(mailSource("d1"), "drafts");
  await reader.read();
  expect(reader.arrivals).toEqual(["001"]);
  reader.followed.push("archive", "drafts", "junk");
  await reader.read(2);
  expect(reader.held()).toEqual({
    ...{ inbox: ["001"], sent: [], trash: [], archive: ["a2", "a3"], drafts: ["d1"], junk: ["s1"] },
  });
  expect(reader.hasOlder).toBe(true);
  await box.deliver(mailSource("a4"), "archive");
  await reader.sync(reader.mailbox, { ...reader.options(), older: true });
  expect(reader.held("archive")).toEqual({ archive: ["a1", "a2", "a3", "a4"] });
  expect(reader.hasOlder).toBe(false);
});

test("an expired history keeps the places, stars and marks of stored mail", async () => {
  const { box, reader } = await readerOf(8, "Work");
  await box.create("Work");
  await box.create("Home");
  await box.deliver(mailSource("w1"), "Work");
  await reader.read();
  await box.copy("001", "inbox", "Work");
  await box.copy("002", "inbox", "Home");
  await box.modify("003", ["STARRED"], ["INBOX"]);
  await box.modify("004", [], ["UNREAD", "INBOX"]);
  await box.modify("005", ["SPAM"], ["INBOX"]);
  await box.modify("w1", [], await box.labelsOf("Work"));
  await box.deliver(mailSource("w2"), "Work");
  await box.deliver(mailSource("a1"), "archive");
  google.expireHistory(box.email);
  await reader.read();
  const expected = {
    inbox: ["001", "002", "006", "007", "008"],
    ...{ sent: [], trash: [], Work: ["001", "w2"], Home: ["002"], archive: ["003", "004", "w1", "w2"], junk: ["005"] },
  };
  const names = Object.keys(expected);
  expect(reader.held(...names)).toEqual(expected);
  expect(reader.rows.get(reader.idOf("003"))).toMatchObject({ starred: true, unread: true });
  expect(reader.rows.get(reader.idOf("004"))?.unread).toBe(false);
  expect(reader.arrivals).toHaveLength(10);
  // The same, if reading each message is cheaper than listing the labels.
  for (let at = 0; at < 60; at++) await box.create(`Many/${at}`);
  await box.copy("006", "inbox", "Many/7");
  google.expireHistory(box.email);
  await reader.read();
  expect(reader.held(...names, "Many/7")).toEqual({ ...expected, "Many/7": ["006"] });
  expect(reader.arrivals).toHaveLength(10);
});

test("a mailbox of an earlier version keeps its messages and learns their labels and stars", async () => {
  const { box, reader } = await readerOf(3);
  await box.create("Work");
  await box.copy("001", "inbox", "Work");
  await box.star("002", "inbox", true);
  await reader.read();
  const { labels, ...before } = JSON.parse(reader.cursor ?? "") as Record<string, unknown>;
  expect(labels).toBeDefined();
  // The fields that the earlier version accepts.
  expect(Object.keys(before.known as object).every((code) => /^[istIST]$/.test(code))).toBe(true);
  for (const row of reader.rows.values()) Object.assign(row, { folders: ["inbox"], starred: false });
  reader.cursor = JSON.stringify(before);
  await box.deliver(mailSource("004"), "inbox");
  await reader.read();
  expect(reader.held("inbox", "Work")).toEqual({ inbox: numbered(4), Work: ["001"] });
  expect(reader.rows.get(reader.idOf("002"))?.starred).toBe(true);
  expect(reader.arrivals).toHaveLength(4);
  const asked = google.calls(/GET .*\/history/);
  await reader.read();
  expect(google.calls(/GET .*\/history/)).toBe(asked + 2);
});

test("push is asked for changes of every label", async () => {
  const push = openGmailPush(await accountAt(google, newBox().email), "projects/p/topics/t");
  await push.keep(null, { url: "", secret: "" });
  const watch = google.seen.findLast(({ path }) => path.endsWith("/watch"));
  expect(JSON.parse(watch?.body ?? "")).toEqual({ topicName: "projects/p/topics/t" });
});

test("a cursor is read as it was written", () => {
  const state = (folders: string[], unread = false, starred = false) => ({ folders, unread, starred });
  const known = new Map([
    ["a1", state(["inbox"], true)],
    ["a2", state(["inbox", "sent", "Label_1"], true)],
    ["a3", state(["archive", "Label_2"])],
    ["a4", state(["trash"], false, true)],
    ["a5", state(["junk"], true)],
  ]);
  const cursor = {
    ...{ history: "17", known, news: ["b1"], isOld: false },
    reaches: [
      { keys: ["inbox", "sent"], floor: 5, hasOlder: true, old: ["c1", "c2"] },
      { keys: ["Label_1"], floor: null, hasOlder: false, old: [] },
    ] as [(typeof reaches)[number], ...(typeof reaches)[number][]],
  };
  const { reaches } = readGmailCursor(writeGmailCursor(cursor));
  expect(readGmailCursor(writeGmailCursor(cursor))).toEqual(cursor);
});

test("hostile labels are bounded, and mail in them still arrives", async () => {
  const { box } = await readerOf(1);
  const long = "L".repeat(301);
  const hostile = [
    { id: "Label_1", name: "a\u0000b\u202Ec\n/ \ud800 /d", type: "user" },
    { id: "Label_1", name: "twice", type: "user" },
    { id: "Label_2", name: "", type: "user" },
    { id: "Label_3", name: "n/".repeat(50_000), type: "user" },
    ...["inbox", "archive", "TRASH", long, "", "with space", "nul\u0000"].map((id) => ({
      id,
      name: "x",
      type: "user",
    })),
    ...[null, 7, {}, { id: 4, name: "x" }, { id: "Label_9" }, { id: "IMPORTANT", name: "IMPORTANT", type: "system" }],
    ...Array.from({ length: 12_000 }, (_, at) => ({ id: `constructor${at}`, name: "constructor", type: "user" })),
  ];
  const account = await accountAt(google, box.email);
  const lying: typeof fetch = async (url, init) => {
    if (String(url).endsWith("/labels")) return Response.json({ labels: hostile });
    const answer = await fetch(url, init);
    const body = (await answer.text()).replaceAll('"UNREAD"', `"UNREAD","${long}","Label_404","Label_1","constructor"`);
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
  const store = new Store();
  await store.sync(await openGmailMailbox({ ...account, fetch: lying }), { limit: 5 });
  expect(store.folders).toHaveLength(10_006);
  const byKey = new Map(store.folders.map((one) => [one.key, one]));
  expect(byKey.get("Label_1")).toMatchObject({ above: ["a b c", "\ufffd"], name: "d" });
  expect(byKey.get("Label_2")?.name).toBe("Label_2");
  expect(byKey.get("Label_3")?.above.length).toBe(20);
  expect(store.folders.every(({ key, name }) => key.length <= 300 && name.length <= 225)).toBe(true);
  expect([...store.rows.values()]).toMatchObject([{ folders: ["inbox", "Label_1"], subject: "001" }]);
});

test("a history that names foreign messages changes nothing", async () => {
  const { box } = await readerOf(2);
  const account = await accountAt(google, box.email);
  const store = new Store();
  await store.sync(await openGmailMailbox(account), { limit: 5 });
  const before = new Map(store.rows);
  const message = { id: "foreign1", threadId: "t" };
  const lying: typeof fetch = async (url, init) =>
    String(url).includes("/history?")
      ? Response.json({
          historyId: "99999999999999999999999",
          history: [
            { messagesAdded: [{ message }], labelsAdded: [{ message, labelIds: ["INBOX", "Label_x"] }] },
            { messagesDeleted: [{ message }], labelsRemoved: [{ message, labelIds: ["TRASH"] }] },
          ],
        })
      : fetch(url, init);
  await store.sync(await openGmailMailbox({ ...account, fetch: lying }), { limit: 5 });
  expect(store.rows).toEqual(before);
  expect(store.arrivals).toHaveLength(2);
});

test("old mail is fetched if it gets a followed label, and not if it is only archived or trashed", async () => {
  const box = newBox();
  await box.create("Work");
  for (const subject of ["old1", "old2", "old3"])
    await box.deliver(mailSource(subject), "inbox", new Date("2015-05-05"));
  for (const subject of numbered(3)) await box.deliver(mailSource(subject), "inbox");
  for (const subject of ["a1", "a2"]) await box.deliver(mailSource(subject), "archive", new Date("2021-01-01"));
  for (const subject of ["w1", "w2"]) await box.deliver(mailSource(subject), "Work", new Date("2020-01-01"));
  const reader = new Reader(await box.open());
  await reader.read(3);
  reader.followed.push("Work", "archive");
  await reader.read(1);
  expect(reader.arrivals).toHaveLength(5);
  await box.copy("old1", "inbox", "Work");
  await box.modify("old2", [], ["INBOX"]);
  await box.modify("old3", ["TRASH"], ["INBOX"]);
  await reader.read(1);
  expect(reader.arrivals.slice(5)).toEqual(["old1"]);
});

test("older mail of all followed folders comes to about the same day, however much each has", async () => {
  const box = newBox();
  await box.create("Rare");
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  for (let at = 1; at <= 12; at++) await box.deliver(mailSource(`d${at}`), "inbox", days(at));
  for (let at = 1; at <= 6; at++) await box.deliver(mailSource(`r${at}`), "Rare", days(at * 100));
  const reader = new Reader(await box.open());
  await reader.read(2);
  reader.followed.push("Rare");
  await reader.read(1);
  const rare = () => reader.held("Rare").Rare?.length;
  expect(rare()).toBe(1);
  for (let step = 1; step <= 5; step++) {
    await reader.sync(reader.mailbox, { ...reader.options(2), older: true });
    expect(reader.arrivals).toHaveLength(3 + 2 * step);
    expect(rare()).toBe(1);
  }
  await reader.sync(reader.mailbox, { ...reader.options(2), older: true });
  expect(rare()).toBe(3);
  for (let step = 1; step <= 2; step++) await reader.sync(reader.mailbox, { ...reader.options(2), older: true });
  expect([rare(), reader.hasOlder, reader.arrivals.length]).toEqual([6, false, 18]);
});
