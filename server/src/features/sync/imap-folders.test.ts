// IMAP folders in the store: messages and folders keep their ids, whatever other programs do, and are not downloaded again.
import { api } from "@intellibox/contract/api";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { foldersOf } from "#test/dovecot-folders.ts";
import { mailOf } from "#test/mail-of.ts";
import { startRelay } from "#test/relay.ts";
import { testWorld } from "#test/test-world.ts";
import { syncMailbox } from "./sync.ts";

const { world, person, peek, call } = await testWorld({ jobs: false });
let dovecot: Dovecot;
/** Does not tell where it has moved a message. */
let plain: Dovecot;
beforeAll(async () => {
  if (!hasDovecot) return;
  const options = { config: "ssl = no", exactStatus: true };
  dovecot = await startDovecot(options);
  plain = await startDovecot({ ...options, imapCapability: "IMAP4rev1 LITERAL+" });
  await world.queue.boss.createQueue("mailbox.sync", { policy: "short" });
});
afterAll(() => dovecot?.remove());
afterAll(() => plain?.remove());
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

let count = 0;
async function connected(
  subjects: string[],
  folders: string[],
  server = dovecot,
  prepare: (there: ReturnType<typeof foldersOf>) => Promise<unknown> = async () => undefined,
) {
  const [who, user] = [await person("NORMAL_USER"), `file${process.pid}x${++count}`];
  const there = foldersOf(server, user);
  for (const folder of folders) await there.create(folder);
  for (const subject of subjects) await there.deliver(mailOf({ subject, messageId: `<${subject}@${user}>` }), "inbox");
  await prepare(there);
  const relay = await startRelay(server.ports.imap);
  cleanups.push(relay.stop);
  let downloads = 0;
  relay.onCommand = (said) => {
    if (said.includes("BODY.PEEK[]")) downloads++;
    return undefined;
  };
  const form = { host: "localhost", port: relay.port, secure: false, username: user, password: "test" };
  const { id } = (await call(who, api.mailboxes.connectImap, { body: form })).body;
  const sync = () => syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id });
  await sync();
  await peek("update folders set is_followed = true where mailbox_id = $1 and name = any ($2)", [id, folders]);
  await sync();
  const rows = () =>
    peek<{ subject: string; id: string; folder: string; names: string }>(
      `select m.subject, m.id, m.folder, array_to_string(array(select f.name from message_folders p
         join folders f on f.id = p.folder_id where p.message_id = m.id order by f.name), ' ') as names
       from messages m where m.mailbox_id = $1 and m.folder <> 'gone' order by m.subject`,
      [id],
    );
  return {
    ...{ who, there, sync, id, user },
    downloads: () => downloads,
    ids: async () => Object.fromEntries((await rows()).map((row) => [row.subject, row.id])),
    held: async () => Object.fromEntries((await rows()).map((row) => [row.subject, `${row.folder}: ${row.names}`])),
    folderId: async (name: string) =>
      (await peek<{ id: string }>("select id from folders where mailbox_id = $1 and name = $2", [id, name]))[0]?.id ??
      "",
  };
}

const servers = ["tells where it moves mail", "has no extension"] as const;
const serverOf = (server: (typeof servers)[number]) => (server === "has no extension" ? plain : dovecot);

describe.skipIf(!hasDovecot)("IMAP folders", () => {
  test.each(servers)(
    "moves, copies and a rename by another program keep every id, and nothing is downloaded again (%s)",
    async (server) => {
      const box = await connected(["Archived", "Copied", "Moved", "Stays"], ["Work"], serverOf(server));
      const [ids, fetched, work] = [await box.ids(), box.downloads(), await box.folderId("Work")];
      await box.there.move("Moved", "inbox", "Work");
      await box.there.copy("Copied", "inbox", "Work");
      await box.there.move("Archived", "inbox", "archive");
      await box.sync();
      const filed = { Archived: "archive: Archive", Copied: "inbox: Inbox Work", Stays: "inbox: Inbox" };
      expect(await box.held()).toEqual({ ...filed, Moved: "other: Work" });
      await box.there.rename("Work", "Büro");
      await box.sync();
      expect(await box.held()).toEqual({ ...filed, Copied: "inbox: Büro Inbox", Moved: "other: Büro" });
      expect([await box.folderId("Büro"), await box.folderId("Work")]).toEqual([work, ""]);
      await box.there.move("Moved", "Büro", "inbox");
      await box.there.remove("Büro");
      await box.sync();
      expect(await box.held()).toEqual({ ...filed, Copied: "inbox: Inbox", Moved: "inbox: Inbox" });
      expect(await box.ids()).toEqual(ids);
      expect(box.downloads()).toBe(fetched);
      expect(await peek("select 1 from folders where id = $1", [work])).toEqual([]);
    },
  );

  test.each(servers)("a copy that another program moves on is still the same message (%s)", async (server) => {
    const box = await connected(["Kept"], ["Work", "Bills"], serverOf(server));
    // Without a Message-ID it is recognized by what it says.
    const raw = mailOf({ subject: "Bare", date: new Date("2026-01-05T10:00:00Z") }).replace(
      /^message-id:.*\r?\n/im,
      "",
    );
    expect(raw).not.toMatch(/^message-id/im);
    await box.there.deliver(raw, "inbox");
    await box.there.deliver(mailOf({ subject: "Both", messageId: "<both@acme.test>" }), "inbox");
    for (const subject of ["Bare", "Both"]) await box.there.copy(subject, "inbox", "Work");
    await box.sync();
    const ids = await box.ids();
    expect(await box.held()).toEqual({ Bare: "inbox: Inbox Work", Both: "inbox: Inbox Work", Kept: "inbox: Inbox" });
    for (const subject of ["Bare", "Both"]) await box.there.move(subject, "Work", "Bills");
    await box.sync();
    expect(await box.held()).toMatchObject({ Bare: "inbox: Bills Inbox", Both: "inbox: Bills Inbox" });
    for (const subject of ["Bare", "Both"]) await box.there.move(subject, "inbox", "archive");
    await box.sync();
    expect(await box.held()).toMatchObject({ Bare: "archive: Archive Bills", Both: "archive: Archive Bills" });
    for (const subject of ["Bare", "Both"]) await box.there.erase(subject, "archive");
    await box.sync();
    expect(await box.held()).toEqual({ Bare: "other: Bills", Both: "other: Bills", Kept: "inbox: Inbox" });
    expect(await box.ids()).toEqual(ids);
  });

  test.each(servers)(
    "of two copies in a folder, the one that another program moves keeps its id (%s)",
    async (server) => {
      const box = await connected([], ["Work"], serverOf(server));
      for (let copy = 0; copy < 2; copy++)
        await box.there.deliver(mailOf({ subject: "Twice", messageId: "<twice@acme.test>" }), "inbox");
      await box.sync();
      const all = () =>
        peek<{ id: string; folder: string }>("select id, folder from messages where mailbox_id = $1 order by id", [
          box.id,
        ]);
      const before = await all();
      expect(before.map(({ folder }) => folder)).toEqual(["inbox", "inbox"]);
      await box.there.moveFirst("Twice", "inbox", "Work");
      await box.sync();
      const after = await all();
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
      expect(after.map(({ folder }) => folder).sort()).toEqual(["inbox", "other"]);
    },
  );

  test("new UIDs of a folder keep every id, need no download and no click", async () => {
    const box = await connected(["One", "Two", "Three"], []);
    const [ids, fetched] = [await box.ids(), box.downloads()];
    dovecot.admin("mailbox", "update", "-u", box.user, "--uid-validity", "2100000000", "INBOX");
    await box.there.deliver(mailOf({ subject: "Four", messageId: "<four@acme.test>" }), "inbox");
    await box.sync();
    expect(await box.ids()).toMatchObject(ids);
    expect(Object.keys(await box.ids())).toHaveLength(4);
    expect(box.downloads()).toBe(fetched + 1);
    expect(await peek("select status from mailboxes where id = $1", [box.id])).toEqual([{ status: "connected" }]);
  });

  test("mail that is filed here is filed on the server, also in a folder with a new name, and comes back by undo", async () => {
    const box = await connected(["Filed", "Kept"], ["Work"]);
    const { Filed: id = "" } = await box.ids();
    await box.there.rename("Work", "Büro");
    await box.sync();
    const body = {
      ids: [id],
      action: "move" as const,
      folderId: await box.folderId("Büro"),
      extent: "message" as const,
    };
    const { body: action } = await call(box.who, api.actions.apply, { body });
    await box.sync();
    expect([await box.there.subjects("inbox"), await box.there.subjects("Büro")]).toEqual([["Kept"], ["Filed"]]);
    expect(await box.held()).toEqual({ Filed: "other: Büro", Kept: "inbox: Inbox" });
    await call(box.who, api.actions.undo, { params: { id: action.actionId } });
    await box.sync();
    expect([await box.there.subjects("inbox"), await box.there.subjects("Büro")]).toEqual([["Filed", "Kept"], []]);
    expect((await box.ids()).Filed).toBe(id);
  });

  test("a folder that is not followed any more leaves nothing behind", async () => {
    const box = await connected(["One"], ["Work"]);
    await box.there.deliver(mailOf({ subject: "Filed", messageId: "<filed@acme.test>" }), "Work");
    await box.sync();
    expect(await box.held()).toEqual({ Filed: "other: Work", One: "inbox: Inbox" });
    await peek("update folders set is_followed = false where mailbox_id = $1 and name = 'Work'", [box.id]);
    await box.sync();
    expect(await box.held()).toEqual({ One: "inbox: Inbox" });
    expect(await peek("select message_count from folders where mailbox_id = $1 and name = 'Work'", [box.id])).toEqual([
      { message_count: 0 },
    ]);
  });

  /** A draft that another program copied to Work. Returns its id. */
  async function draftInTwoFolders(box: Awaited<ReturnType<typeof connected>>) {
    await peek("update folders set is_followed = true where mailbox_id = $1", [box.id]);
    await box.there.deliver(mailOf({ subject: "Draft", messageId: "<draft@acme.test>" }), "drafts");
    await box.sync();
    await box.there.copy("Draft", "drafts", "Work");
    await box.sync();
    return (await box.ids()).Draft ?? "";
  }

  test.each(["told", "not told"])(
    "the deletion of a draft keeps a copy in another folder, %s where it is moved",
    async (told) => {
      const box = await connected(["Kept"], ["Work"], told === "told" ? dovecot : plain);
      const id = await draftInTwoFolders(box);
      expect(await box.held()).toMatchObject({ Draft: "drafts: Drafts Work" });
      await call(box.who, api.inbox.deleteMessage, { params: { id }, query: { undoSeconds: 0 } });
      for (let times = 0; times < 3; times++) await box.sync();
      expect(await box.held()).toEqual({ Draft: "other: Work", Kept: "inbox: Inbox" });
      expect(await box.ids()).toMatchObject({ Draft: id });
      expect(await box.there.subjects("Work")).toEqual(["Draft"]);
      for (const folder of ["drafts", "trash"]) expect(await box.there.subjects(folder)).toEqual([]);
      const { body } = await call(box.who, api.inbox.threads, { query: { folder: "other" } });
      expect(body.items.map(({ subject }) => subject)).toEqual(["Draft"]);
    },
  );

  test.each(["tells", "does not tell"])(
    "mail that is in two folders when it first comes is in both, once, if its server %s where it moves mail",
    async (tells) => {
      const box = await connected(["Kept"], ["Work"], tells === "tells" ? dovecot : plain, async (there) => {
        await there.deliver(mailOf({ subject: "To me", messageId: "<to-me@acme.test>" }), "inbox");
        await there.copy("To me", "inbox", "sent");
      });
      expect(await box.held()).toEqual({ Kept: "inbox: Inbox", "To me": "inbox: Inbox Sent" });
      await box.there.deliver(mailOf({ subject: "Both", messageId: "<both@acme.test>" }), "inbox");
      await box.there.copy("Both", "inbox", "Work");
      await box.sync();
      expect(await box.held()).toMatchObject({ Both: "inbox: Inbox Work" });
      await box.there.erase("Both", "inbox");
      await box.sync();
      expect(await box.held()).toMatchObject({ Both: "other: Work" });
    },
  );

  test("a copy is shown again if another program deletes the draft first", async () => {
    const box = await connected([], ["Work"]);
    const id = await draftInTwoFolders(box);
    await call(box.who, api.inbox.deleteMessage, { params: { id }, query: { undoSeconds: 0 } });
    await box.there.erase("Draft", "drafts");
    await box.sync();
    expect(await peek("select folder, remove_at from messages where id = $1", [id])).toEqual([
      { folder: "other", remove_at: null },
    ]);
    expect(await box.there.subjects("Work")).toEqual(["Draft"]);
  });

  test("mail with a copy in the trash or spam is listed, counted and found where it still is", async () => {
    const box = await connected(["Back", "Filed", "Spam"], ["Work"]);
    const { Back = "" } = await box.ids();
    await call(box.who, api.actions.apply, { body: { ids: [Back], action: "trash", extent: "message" } });
    await box.there.move("Filed", "inbox", "Work");
    await box.there.copy("Spam", "inbox", "Work");
    await box.there.move("Spam", "inbox", "junk");
    await box.sync();
    expect(await box.held()).toMatchObject({ Back: "trash: Trash" });
    await box.there.copy("Back", "trash", "inbox");
    await box.there.copy("Filed", "Work", "trash");
    await box.sync();
    expect(await box.held()).toEqual({
      Back: "inbox: Inbox Trash",
      Filed: "other: Trash Work",
      Spam: "other: Junk Work",
    });
    const listed = async (query: object) =>
      (await call(box.who, api.inbox.threads, { query })).body.items.map(({ subject }) => subject).sort();
    const [inbox, work, trash] = await Promise.all(["Inbox", "Work", "Trash"].map(box.folderId));
    expect([await listed({}), await listed({ folderId: inbox })]).toEqual([["Back"], ["Back"]]);
    expect([await listed({ folderId: work }), await listed({ q: "in:Work" })]).toEqual([
      ["Filed", "Spam"],
      ["Filed", "Spam"],
    ]);
    expect([await listed({ folder: "trash" }), await listed({ folderId: trash })]).toEqual([[], []]);
    const counts =
      "select name, message_count as count from folders where mailbox_id = $1 and name = any ($2) order by name";
    expect(await peek(counts, [box.id, ["Inbox", "Trash", "Work"]])).toEqual([
      { name: "Inbox", count: 1 },
      { name: "Trash", count: 0 },
      { name: "Work", count: 2 },
    ]);
    await box.there.erase("Filed", "Work");
    await box.sync();
    expect([await listed({ folder: "trash" }), await listed({ folderId: trash })]).toEqual([["Filed"], ["Filed"]]);
  });
});
