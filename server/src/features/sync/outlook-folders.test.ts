// Outlook's folders in the store: a message keeps its id wherever another program moves it, and is not downloaded again.
import { afterAll, expect, test } from "vitest";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { mailOf } from "#test/mail-of.ts";
import { connectAs } from "#test/stand-ins/microsoft/connect.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

const microsoft = await startMicrosoft();
afterAll(() => microsoft.stop());
const { world, person, peek } = await testWorld({ jobs: false, environment: microsoft.settings });

let count = 0;
async function connected(subjects: string[]) {
  const who = await person("NORMAL_USER");
  const email = `filer${++count}@outlook.test`;
  const there = microsoft.addAccount(email);
  for (const subject of subjects) there.add(mailOf({ subject, messageId: `<${subject}-${count}@acme.test>` }));
  const work = there.folders.add("Work").name;
  const key = await connectAs(world, who, { kind: "outlook", email, tokens: microsoft.signIn.grant(email) });
  const sync = () => syncMailbox(world, key);
  await sync();
  return { there, key, sync, work };
}

/** Each message's id, role and folders. */
const held = async ({ id }: MailboxKey) =>
  Object.fromEntries(
    (
      await peek<{ subject: string; id: string; folder: string; names: string }>(
        `select m.subject, m.id, m.folder, array_to_string(array(
           select f.name from message_folders p join folders f on f.id = p.folder_id where p.message_id = m.id), ' ') as names
         from messages m where m.mailbox_id = $1`,
        [id],
      )
    ).map((row) => [row.subject, row]),
  );
const placesOf = (rows: Awaited<ReturnType<typeof held>>) =>
  Object.fromEntries(Object.entries(rows).map(([subject, { folder, names }]) => [subject, `${folder}: ${names}`]));
const idsOf = (rows: Awaited<ReturnType<typeof held>>) =>
  Object.fromEntries(Object.entries(rows).map(([subject, { id }]) => [subject, id]));
const follow = ({ id }: MailboxKey, name: string) =>
  peek("update folders set is_followed = true where mailbox_id = $1 and name = $2", [id, name]);
const downloads = () => microsoft.seen.filter(({ path }) => path.endsWith("/$value")).length;

test("mail that another program files in folders, followed or not, keeps its id and is not downloaded again", async () => {
  const { there, key, sync, work } = await connected(["One", "Two", "Three"]);
  const before = await held(key);
  const fetched = downloads();
  await follow(key, "Work");
  await sync();
  there.move(there.find("One"), work);
  there.move(there.find("Two"), "archive");
  there.move(there.find("Three"), "deleteditems");
  await sync();
  expect(placesOf(await held(key))).toEqual({
    One: "other: Work",
    Two: "archive: Archive",
    Three: "trash: Deleted Items",
  });
  // The archive is not followed, so the move must be found through the message's id.
  there.move(there.find("Two"), "inbox");
  there.move(there.find("One"), "junkemail");
  there.update(there.find("Two"), { isFlagged: true });
  await sync();
  expect(placesOf(await held(key))).toEqual({
    ...{ One: "junk: Junk Email", Two: "inbox: Inbox", Three: "trash: Deleted Items" },
  });
  there.move(there.find("One"), "gone");
  there.move(there.find("Three"), "inbox");
  await sync();
  expect(idsOf(await held(key))).toEqual(idsOf(before));
  expect(downloads()).toBe(fetched);
});

test("expired delta links bring nothing twice, download nothing and keep every id [MBX-05]", async () => {
  const { there, key, sync } = await connected(Array.from({ length: 30 }, (_, at) => `Mail ${at}`));
  const before = await held(key);
  const fetched = downloads();
  there.move(there.find("Mail 3"), "archive");
  await sync();
  microsoft.expireDelta();
  there.move(there.find("Mail 4"), "deleteditems");
  there.move(there.find("Mail 5"), "gone");
  await sync();
  const after = await held(key);
  expect(idsOf(after)).toEqual(idsOf(before));
  expect([after["Mail 3"]?.folder, after["Mail 4"]?.folder, after["Mail 5"]?.folder]).toEqual([
    "archive",
    "trash",
    "gone",
  ]);
  expect(Object.values(after).filter(({ folder }) => folder === "inbox")).toHaveLength(27);
  expect(downloads()).toBe(fetched);
});

test("a mailbox that an earlier release has synced goes on from its cursor", async () => {
  const { there, key, sync } = await connected(["One", "Two"]);
  const before = await held(key);
  const [row] = await peek<{ cursor: string }>("select cursor from mailboxes where id = $1", [key.id]);
  const { more: _, ...cursor } = JSON.parse(row?.cursor ?? "");
  for (const folder of Object.values(cursor.folders) as { since?: number }[]) delete folder.since;
  await peek("update mailboxes set cursor = $2 where id = $1", [key.id, JSON.stringify(cursor)]);
  await peek("delete from folders where mailbox_id = $1 and (role is null or role not in ('inbox', 'sent', 'trash'))", [
    key.id,
  ]);
  there.add(mailOf({ subject: "Three" }));
  there.update(there.find("One"), { isRead: true });
  const fetched = downloads();
  await sync();
  expect(placesOf(await held(key))).toEqual({ One: "inbox: Inbox", Two: "inbox: Inbox", Three: "inbox: Inbox" });
  expect(await held(key)).toMatchObject({ One: { id: before.One?.id }, Two: { id: before.Two?.id } });
  expect(downloads()).toBe(fetched + 1);
  expect((await peek("select 1 from folders where mailbox_id = $1", [key.id])).length).toBe(7);
});

test("a draft that is written elsewhere is one message with its last content, and is downloaded again when it is sent", async () => {
  const { there, key, sync } = await connected([]);
  await follow(key, "Drafts");
  const draft = there.add(mailOf({ subject: "Offer", messageId: "<offer@acme.test>", text: "Dear" }), {
    folder: "drafts",
    isDraft: true,
  });
  await sync();
  const texts = () =>
    peek<{ id: string; folder: string; text: string }>(
      "select m.id, m.folder, trim(c.text) as text from messages m join message_contents c using (tenant_id, id) where m.mailbox_id = $1 and m.folder <> 'gone'",
      [key.id],
    );
  const [first] = await texts();
  expect(first).toMatchObject({ folder: "drafts", text: "Dear" });
  const edit = (text: string) => {
    draft.raw = Buffer.from(mailOf({ subject: "Offer", messageId: "<offer@acme.test>", text }));
    there.touch(draft);
  };
  // As long as before.
  edit("Deer");
  await sync();
  expect(await texts()).toEqual([{ ...first, text: "Deer" }]);
  edit("Dear Ben, we accept.");
  draft.isDraft = false;
  there.move(draft, "sentitems");
  await sync();
  expect(await texts()).toMatchObject([{ folder: "sent", text: "Dear Ben, we accept." }]);
});

test("a message whose first folder is gone is still found where it was archived", async () => {
  const { there, key, sync, work } = await connected([]);
  await follow(key, "Work");
  there.add(mailOf({ subject: "Filed" }), { folder: work });
  await sync();
  const before = await held(key);
  expect(placesOf(before)).toEqual({ Filed: "other: Work" });
  there.move(there.find("Filed"), "inbox");
  await sync();
  there.dropFolder(work);
  await sync();
  there.move(there.find("Filed"), "archive");
  await sync();
  expect(await held(key)).toMatchObject({ Filed: { id: before.Filed?.id, folder: "archive", names: "Archive" } });
});
