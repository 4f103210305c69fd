// Gmail's labels in the store: a message keeps its id whatever labels another program gives it, and is not downloaded again.
import { api } from "@intellibox/contract/api";
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { folderRoles } from "@intellibox/contract/rules/folders";
import { expect, test, vi } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { only } from "#db/rows.ts";
import { systemFolders } from "#outside/mailboxes/mailbox.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { connectGmail, googleWith } from "#test/cloud-world.ts";
import { mailOf } from "#test/mail-of.ts";
import { testWorld } from "#test/test-world.ts";
import { claimMailbox, releaseLease } from "./lease.ts";
import { storeBatch } from "./store-batch.ts";
import { foldersOf, storeFolders } from "./store-folders.ts";
import { syncClaimed, syncMailbox } from "./sync.ts";

// Many small calls to the stand-in, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { google, newAccount } = await googleWith(13);
const { world, person, call, peek } = await testWorld({
  ...{ jobs: false, environment: { ...google.settings, INTELLIBOX_HISTORY_DAYS: "365" } },
});

async function connected(...subjects: string[]) {
  const [who, email] = [await person("NORMAL_USER"), newAccount()];
  const act = (method: string, path: string, json?: unknown) => google.as(email, method, path, json);
  const ids: Record<string, string> = {};
  const deliver = async (subject: string, labels = ["INBOX", "UNREAD"], raw = mailOf({ subject }), at?: Date) => {
    const { id } = await google.deliver(email, raw, labels, at);
    ids[subject] = id;
    return id;
  };
  for (const subject of subjects) await deliver(subject);
  const modify = (subject: string, addLabelIds: string[], removeLabelIds: string[] = []) =>
    act("POST", `/messages/${ids[subject]}/modify`, { addLabelIds, removeLabelIds });
  const label = async (name: string) => (await act("POST", "/labels", { name })).id;
  const key = await connectGmail(world, google, who, email);
  const labelled = async (subject: string) =>
    (await act("GET", `/messages/${ids[subject]}?format=minimal`)).labelIds.toSorted();
  return { who, act, deliver, modify, label, labelled, key, email, sync: () => syncMailbox(world, key) };
}

/** Each message's id, and where it is. */
async function held({ id }: MailboxKey) {
  const rows = await peek<{ subject: string; id: string; at: string; starred: boolean }>(
    `select m.subject, m.id, m.starred, m.folder || ': ' || array_to_string(array(
       select f.name from message_folders p join folders f on f.id = p.folder_id
       where p.message_id = m.id order by f.name), ', ') as at
     from messages m where m.mailbox_id = $1`,
    [id],
  );
  const pairs = <T>(pick: (row: (typeof rows)[number]) => T) =>
    Object.fromEntries(rows.map((row) => [row.subject, pick(row)]));
  return {
    at: pairs(({ at }) => at),
    ids: pairs(({ id }) => id),
    starred: rows.flatMap(({ starred, subject }) => (starred ? subject : [])).sort(),
  };
}
const follow = ({ id }: MailboxKey, name: string) =>
  peek("update folders set is_followed = true where mailbox_id = $1 and name = $2", [id, name]);

test("mail that another program labels, stars, archives or deletes keeps its id, and the labels follow", async () => {
  const { act, modify, label, key, email, sync } = await connected("One", "Two", "Three", "Four");
  const work = await label("Clients/Work");
  await sync();
  const before = await held(key);
  await modify("One", [work, "STARRED"]);
  await modify("Two", [work], ["INBOX"]);
  await modify("Three", ["SPAM"], ["INBOX"]);
  await modify("Four", ["TRASH"], ["INBOX"]);
  await sync();
  const after = await held(key);
  expect(after.at).toEqual({
    One: "inbox: Inbox, Work",
    Two: "archive: Archive, Work",
    Three: "junk: Spam",
    Four: "trash: Trash",
  });
  expect(after.starred).toEqual(["One"]);
  google.expireHistory(email);
  await act("PATCH", `/labels/${work}`, { name: "Kunden" });
  await modify("Three", ["INBOX"], ["SPAM"]);
  await sync();
  expect((await held(key)).at).toMatchObject({ One: "inbox: Inbox, Kunden", Three: "inbox: Inbox" });
  await act("DELETE", `/labels/${work}`);
  await sync();
  expect((await held(key)).at).toEqual({
    ...{ One: "inbox: Inbox", Two: "archive: Archive", Three: "inbox: Inbox", Four: "trash: Trash" },
  });
  expect((await held(key)).ids).toEqual(before.ids);
});

test("a label that is followed brings its mail, with its other labels", async () => {
  const { deliver, label, key, sync } = await connected("One");
  const [work, urgent] = [await label("Work"), await label("Urgent")];
  await deliver("Filed", [work, urgent]);
  await sync();
  expect((await held(key)).at).toEqual({ One: "inbox: Inbox" });
  await follow(key, "Work");
  await sync();
  expect((await held(key)).at).toEqual({ One: "inbox: Inbox", Filed: "archive: Archive, Urgent, Work" });
});

test("the older mail of a folder that is followed later is loaded by itself", async () => {
  const { who, deliver, key, sync } = await connected("One");
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  for (let at = 1; at <= 55; at++) await deliver(`Filed ${at}`, [], mailOf({ subject: `Filed ${at}` }), days(at));
  await sync();
  await peek("update mailboxes set is_history_done = true where id = $1", [key.id]);
  const { folders } = only((await call(who, api.folders.list)).body.mailboxes);
  const archive = folders.find(({ role }) => role === "archive")?.id ?? "";
  await call(who, api.folders.follow, { params: { id: archive }, body: { isFollowed: true } });
  const counted = async () => Object.keys((await held(key)).at).length;
  await sync();
  expect(await counted()).toBe(51);
  const claim = await claimMailbox(world, key, { mayReachBack: true });
  if (claim) await syncClaimed(world, claim);
  expect(await counted()).toBe(56);
});

test("a mailbox that an earlier version has synced goes on from its cursor", async () => {
  const { deliver, modify, label, key, sync } = await connected("One", "Two");
  await sync();
  const before = await held(key);
  const [row] = await peek<{ cursor: string }>("select cursor from mailboxes where id = $1", [key.id]);
  const { labels, ...cursor } = JSON.parse(row?.cursor ?? "");
  expect(labels).toBeDefined();
  await peek("update mailboxes set cursor = $2 where id = $1", [key.id, JSON.stringify(cursor)]);
  await peek("delete from folders where mailbox_id = $1 and key not in ('inbox', 'sent', 'trash')", [key.id]);
  await modify("One", [await label("Work"), "STARRED"]);
  await deliver("Three");
  await sync();
  const after = await held(key);
  expect(after.at).toEqual({ One: "inbox: Inbox, Work", Two: "inbox: Inbox", Three: "inbox: Inbox" });
  expect(after.ids).toMatchObject(before.ids);
  expect(after.starred).toEqual(["One"]);
});

test("mail that is deleted and put back with another id is the same message, and its labels are followed", async () => {
  const { act, deliver, modify, key, sync } = await connected();
  const raw = mailOf({ subject: "Restored", messageId: "<restored@acme.test>" });
  const first = await deliver("Restored", ["INBOX"], raw);
  await sync();
  const before = await held(key);
  await act("DELETE", `/messages/${first}`);
  await deliver("Restored", ["INBOX"], raw);
  await sync();
  await modify("Restored", [], ["INBOX"]);
  await sync();
  expect(await held(key)).toEqual({ ...before, at: { Restored: "archive: Archive" } });
});

test("a draft that is saved again has its new words, though Message-ID and length are the same", async () => {
  const { act, deliver, key, sync } = await connected("One");
  await sync();
  await follow(key, "Drafts");
  const draft = (text: string) => mailOf({ subject: "Draft", messageId: "<draft@acme.test>", text });
  const first = await deliver("Draft", ["DRAFT"], draft("We meet on Monday."));
  await sync();
  await act("DELETE", `/messages/${first}`);
  await deliver("Draft", ["DRAFT"], draft("We meet on Friday."));
  await sync();
  const texts = await peek<{ text: string }>(
    `select c.text from messages m join message_contents c on c.id = m.id
     where m.mailbox_id = $1 and m.folder = 'drafts'`,
    [key.id],
  );
  expect(texts.map(({ text }) => text.trim())).toEqual(["We meet on Friday."]);
});

test("what is done here is done at Google, and can be undone there", async () => {
  const { who, labelled, label, key, sync } = await connected("One", "Two", "Three", "Four", "Five");
  const work = await label("Work");
  await sync();
  const { ids, at: before } = await held(key);
  const folderOf = async (name: string) =>
    (await call(who, api.folders.list)).body.mailboxes[0]?.folders.find((one) => one.name === name)?.id;
  const folderId = (await folderOf("Work")) ?? "";
  const apply = async (subject: string, action: MailAction, more: { folderId?: string } = {}) =>
    (await call(who, api.actions.apply, { body: { ids: [ids[subject] ?? ""], action, ...more } })).body.actionId;
  const done = [
    await apply("One", "archive"),
    await apply("Two", "label", { folderId }),
    await apply("Three", "move", { folderId }),
    await apply("Four", "junk"),
    await apply("Five", "trash"),
    await apply("Two", "star"),
  ];
  await sync();
  const there = async () => Promise.all(["One", "Two", "Three", "Four", "Five"].map(labelled));
  expect(await there()).toEqual([
    ["UNREAD"],
    ["INBOX", "STARRED", "UNREAD", work].toSorted(),
    ["UNREAD", work].toSorted(),
    ["SPAM", "UNREAD"],
    ["TRASH", "UNREAD"],
  ]);
  const after = {
    ...{ One: "archive: Archive", Two: "inbox: Inbox, Work", Three: "archive: Archive, Work" },
    ...{ Four: "junk: Spam", Five: "trash: Trash" },
  };
  expect((await held(key)).at).toEqual(after);
  await sync();
  expect(await held(key)).toEqual({ at: after, ids, starred: ["Two"] });
  for (const id of done.toReversed()) await call(who, api.actions.undo, { params: { id } });
  await sync();
  expect(await there()).toEqual(Array(5).fill(["INBOX", "UNREAD"]));
  await sync();
  expect(await held(key)).toEqual({ at: before, ids, starred: [] });
});

test("a label that is created here is Google's, and a change to one that is gone there is taken back", async () => {
  const { who, act, labelled, key, sync } = await connected("One");
  await sync();
  const { ids } = await held(key);
  const create = (name: string) => call(who, api.folders.create, { body: { mailbox: key.id, name } });
  const { status, body } = await create("Projects/Nord");
  expect([status, body]).toMatchObject([201, { above: ["Projects"], name: "Nord", kind: "label", isFollowed: true }]);
  const { labels } = (await act("GET", "/labels")) as unknown as { labels: { id: string; name: string }[] };
  expect(labels.map(({ name }) => name)).toEqual(expect.arrayContaining(["Projects", "Projects/Nord"]));
  await act("DELETE", `/labels/${labels.find(({ name }) => name === "Projects/Nord")?.id}`);
  await call(who, api.actions.apply, { body: { ids: [ids.One ?? ""], action: "move", folderId: body.id } });
  await sync();
  expect(await labelled("One")).toEqual(["INBOX", "UNREAD"]);
  expect((await held(key)).at).toEqual({ One: "inbox: Inbox" });
  expect((await create("Inbox")).body.name).toBe("Inbox");
});

test.each([
  ["one clock", 0],
  ["worker's clock ahead", 60_000],
  ["worker's clock behind", -60_000],
])("a label that is created while a sync runs stays, with the mail that was moved into it: %s", async (_, offMs) => {
  const { who, act, labelled, key, sync } = await connected("One");
  await sync();
  const { ids } = await held(key);
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + offMs);
  const claim = await claimMailbox(world, key).finally(() => clock.mockRestore());
  if (!claim) throw new Error("The mailbox was not claimed");
  claim.renewedAt.clock -= offMs;
  const { body } = await call(who, api.folders.create, { body: { mailbox: key.id, name: "Receipts" } });
  await call(who, api.actions.apply, { body: { ids: [ids.One ?? ""], action: "move", folderId: body.id } });
  // The server listed its labels before the new one was created.
  const { cursor, remaining, hasOlder } = claim.row;
  const batch = { cursor: cursor ?? "", remaining, hasOlder, reset: [], removed: [], changed: [], arrived: [] };
  await storeBatch(world, claim, { batch: { ...batch, folders: systemFolders(folderRoles) }, prepared: [] });
  await releaseLease(world, claim, {});
  await sync();
  expect(await labelled("One")).toEqual([expect.stringMatching(/^Label_/), "UNREAD"]);
  expect((await held(key)).at).toEqual({ One: "archive: Archive, Receipts" });
  // The next list knows it, so its removal there is taken over.
  const { labels } = (await act("GET", "/labels")) as unknown as { labels: { id: string; name: string }[] };
  await act("DELETE", `/labels/${labels.find(({ name }) => name === "Receipts")?.id}`);
  await sync();
  expect((await held(key)).at).toEqual({ One: "archive: Archive" });
});

test("thousands of labels are stored, and compared with those that are there", async () => {
  const { key, sync } = await connected();
  await sync();
  const list = Array.from({ length: 2_000 }, (_, at) => ({
    ...{ key: `Label_${at}`, kind: "label" as const, role: null, name: `L"${at}`, above: ["A'"], isSelectable: true },
  }));
  const store = (from: number) =>
    fencedTransaction(world.db, key, (tx) =>
      storeFolders(tx, key, [...systemFolders(folderRoles), ...list.slice(from)], newId(Date.now() + 1)),
    );
  const stored = () => fencedTransaction(world.db, key, (tx) => foldersOf(tx, key));
  expect(await store(0)).toEqual([]);
  const before = await stored();
  expect(before.size).toBe(2_000 + folderRoles.length);
  expect(await store(1)).toEqual([before.get("Label_0")?.id]);
  expect(await stored()).toEqual(before);
});

test("mail that is trashed or marked as spam here leaves its labels' lists and counts at once, and an undo brings it back", async () => {
  const { who, modify, label, key, sync } = await connected("One", "Two", "Three");
  const work = await label("Work");
  for (const subject of ["One", "Two", "Three"]) await modify(subject, [work]);
  await sync();
  const { ids } = await held(key);
  const shown = async () => {
    const { mailboxes, unified } = (await call(who, api.folders.list)).body;
    const folder = mailboxes[0]?.folders.find(({ name }) => name === "Work");
    const { items } = (await call(who, api.inbox.threads, { query: { folderId: folder?.id } })).body;
    const listed = items.map(({ subject }) => subject).sort();
    return { listed, counted: [folder?.messages, folder?.unread, unified.other.messages] };
  };
  const act = async (action: MailAction, subject: string) =>
    (await call(who, api.actions.apply, { body: { ids: [ids[subject] ?? ""], action } })).body.actionId;
  const trashed = await act("trash", "One");
  await act("junk", "Two");
  expect(await shown()).toEqual({ listed: ["Three"], counted: [1, 1, 1] });
  // Deleted for good, and brought back to the trash.
  const deleted = await act("delete", "One");
  await call(who, api.actions.undo, { params: { id: deleted } });
  expect(await shown()).toEqual({ listed: ["Three"], counted: [1, 1, 1] });
  await call(who, api.actions.undo, { params: { id: trashed } });
  expect(await shown()).toEqual({ listed: ["One", "Three"], counted: [2, 2, 2] });
  await sync();
  expect(await shown()).toEqual({ listed: ["One", "Three"], counted: [2, 2, 2] });
});
