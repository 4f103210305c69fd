// Gmail's labels in the store: a message keeps its id whatever labels another program gives it, and is not downloaded again.
import { expect, test, vi } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { connectGmail, googleWith } from "#test/cloud-world.ts";
import { mailOf } from "#test/mail-of.ts";
import { testWorld } from "#test/test-world.ts";
import { foldersOf, storeFolders } from "./store-folders.ts";
import { syncMailbox } from "./sync.ts";

// Many small calls to the stand-in, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { google, newAccount } = await googleWith(6);
const { world, person, peek } = await testWorld({ jobs: false, environment: google.settings });

async function connected(...subjects: string[]) {
  const [who, email] = [await person("NORMAL_USER"), newAccount()];
  const act = (method: string, path: string, json?: unknown) => google.as(email, method, path, json);
  const ids: Record<string, string> = {};
  const deliver = async (subject: string, labels = ["INBOX", "UNREAD"], raw = mailOf({ subject })) => {
    const { id } = await google.deliver(email, raw, labels);
    ids[subject] = id;
    return id;
  };
  for (const subject of subjects) await deliver(subject);
  const modify = (subject: string, addLabelIds: string[], removeLabelIds: string[] = []) =>
    act("POST", `/messages/${ids[subject]}/modify`, { addLabelIds, removeLabelIds });
  const label = async (name: string) => (await act("POST", "/labels", { name })).id;
  const key = await connectGmail(world, google, who, email);
  return { act, deliver, modify, label, key, email, sync: () => syncMailbox(world, key) };
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

test("thousands of labels are stored, and compared with those that are there", async () => {
  const { key, sync } = await connected();
  await sync();
  const list = Array.from({ length: 2_000 }, (_, at) => ({
    ...{ key: `Label_${at}`, kind: "label" as const, role: null, name: `L"${at}`, above: ["A'"], isSelectable: true },
  }));
  const store = (from: number) => fencedTransaction(world.db, key, (tx) => storeFolders(tx, key, list.slice(from)));
  const stored = () => fencedTransaction(world.db, key, (tx) => foldersOf(tx, key));
  const all = await stored();
  const system = ["inbox", "sent", "trash"].map((name) => all.get(name)?.id);
  expect((await store(0)).toSorted()).toEqual(system.toSorted());
  const before = await stored();
  expect(before.size).toBe(2_000 + all.size);
  expect((await store(1)).toSorted()).toEqual([...system, before.get("Label_0")?.id].toSorted());
  expect(await stored()).toEqual(before);
});
