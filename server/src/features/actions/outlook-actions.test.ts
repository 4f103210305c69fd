// Actions on a mailbox of Outlook: done here at once, by Graph with the next sync, and the same on both sides afterwards.
import { api } from "@intellibox/contract/api";
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { afterAll, expect, test } from "vitest";
import { syncMailbox } from "#features/sync/sync.ts";
import { mailOf } from "#test/mail-of.ts";
import { connectAs } from "#test/stand-ins/microsoft/connect.ts";
import { headerOf } from "#test/stand-ins/microsoft/mail-store.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { testWorld } from "#test/test-world.ts";

const microsoft = await startMicrosoft();
afterAll(() => microsoft.stop());
const { world, person, call, peek } = await testWorld({ jobs: false, environment: microsoft.settings });

let count = 0;
async function reader(subjects: string[]) {
  const who = await person("NORMAL_USER");
  const email = `acts${++count}@outlook.test`;
  const there = microsoft.addAccount(email);
  for (const subject of subjects) there.add(mailOf({ subject }));
  there.folders.add("Work", { under: "inbox" });
  const key = await connectAs(world, who, { kind: "outlook", email, tokens: microsoft.signIn.grant(email) });
  const sync = () => syncMailbox(world, key);
  await sync();
  const rows = await peek<{ id: string; subject: string }>("select id, subject from messages where mailbox_id = $1", [
    key.id,
  ]);
  const idOf = (subject: string) => rows.find((row) => row.subject === subject)?.id ?? "";
  const act = (action: MailAction, subject: string, more: object = {}) =>
    call(who, api.actions.apply, { body: { ids: [idOf(subject)], action, ...more } });
  const folderId = async (name: string) =>
    (await call(who, api.folders.list)).body.mailboxes[0]?.folders.find((one) => one.name === name)?.id ?? "";
  /** The folders of each message here, by name, with its id. */
  const here = async () =>
    Object.fromEntries(
      (
        await peek<{ subject: string; id: string; names: string }>(
          `select m.subject, m.id, array_to_string(array(select f.name from message_folders p join folders f on f.id = p.folder_id
             where p.message_id = m.id and p.pending is distinct from 'remove'), ' ') as names
           from messages m where m.mailbox_id = $1 and m.folder <> 'gone'`,
          [key.id],
        )
      ).map(({ subject, names, id }) => [subject, id === idOf(subject) ? names : "another id"]),
    );
  const onServer = () =>
    Object.fromEntries(
      [...there.messages.values()].map(({ raw, folder }) => [
        headerOf(raw, "subject"),
        there.folders.get(folder).displayName,
      ]),
    );
  return { who, there, key, sync, act, folderId, here, onServer };
}

const downloads = () => microsoft.seen.filter(({ path }) => path.endsWith("/$value")).length;

test("mail is filed, starred and deleted in Outlook, is one message on both sides, and comes back by undo", async () => {
  const subjects = ["Archived", "Moved", "Spam", "Trashed", "Starred", "Undone"];
  const { who, there, sync, act, folderId, here, onServer } = await reader(subjects);
  const fetched = downloads();
  await act("archive", "Archived");
  await act("move", "Moved", { folderId: await folderId("Work") });
  await act("junk", "Spam");
  await act("trash", "Trashed");
  await act("star", "Starred");
  const undone = await act("archive", "Undone");
  const filed = {
    ...{ Archived: "Archive", Moved: "Work", Spam: "Junk Email", Trashed: "Deleted Items" },
    ...{ Starred: "Inbox", Undone: "Archive" },
  };
  expect(await here()).toEqual(filed);
  await sync();
  expect([await here(), onServer()]).toEqual([filed, filed]);
  expect(there.find("Starred").isFlagged).toBe(true);
  await call(who, api.actions.undo, { params: { id: undone.body.actionId } });
  await sync();
  await sync();
  expect([await here(), onServer()]).toEqual([
    { ...filed, Undone: "Inbox" },
    { ...filed, Undone: "Inbox" },
  ]);
  // Another program moves on what was filed here.
  there.move(there.find("Archived"), "inbox");
  there.move(there.find("Spam"), "inbox");
  there.move(there.find("Moved"), "archive");
  await sync();
  const after = { ...filed, Archived: "Inbox", Spam: "Inbox", Moved: "Archive", Undone: "Inbox" };
  // Neither Work nor the archive is followed, so that this move is seen when one of them is.
  expect([await here(), onServer()]).toEqual([{ ...after, Moved: "Work" }, after]);
  const id = await folderId("Archive");
  await call(who, api.folders.follow, { params: { id }, body: { isFollowed: true } });
  await sync();
  expect([await here(), onServer()]).toEqual([after, after]);
  expect(downloads()).toBe(fetched);
});

test("a move that Outlook denies is taken back, and one whose answer is lost is done once", async () => {
  const { there, sync, act, folderId, here, onServer } = await reader(["Denied", "Lost", "Gone folder"]);
  microsoft.refuse(/move$/, { status: 403, code: "ErrorAccessDenied" });
  await act("archive", "Denied");
  await sync();
  expect(await here()).toMatchObject({ Denied: "Inbox" });
  // The move is done, and its answer does not come.
  microsoft.refuse(/move$/, { status: 504, afterwards: true });
  await act("archive", "Lost");
  await sync();
  await sync();
  const work = await folderId("Work");
  there.dropFolder(there.folders.below(there.folders.get("inbox").id)[0]?.name ?? "");
  await act("move", "Gone folder", { folderId: work });
  await sync();
  await sync();
  const both = { Denied: "Inbox", Lost: "Archive", "Gone folder": "Inbox" };
  expect([await here(), onServer()]).toEqual([both, both]);
});
