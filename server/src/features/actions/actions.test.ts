import { api } from "@intellibox/contract/api";
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";
import { applyIn } from "./apply-action.ts";

const { person, call, giveMail, listOf, peek, world, scopeOf } = await mailWorld({ jobs: false });

async function reader(subjects: string[]) {
  const who = await person("NORMAL_USER");
  const box = await giveMail(
    who,
    subjects.map((subject) => mailOf({ subject })),
  );
  const { items } = await listOf(who);
  const idOf = (subject: string) => items.find((item) => item.subject === subject)?.id ?? "";
  return { who, box, idOf, sync: () => syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id: box }) };
}

const act = (who: Caller, action: MailAction, ids: string[], more: object = {}) =>
  call(who, api.actions.apply, { body: { ids, action, ...more } });
const undo = (who: Caller, id: string) => call(who, api.actions.undo, { params: { id } });
const shown = async (who: Caller, query: Record<string, unknown> = {}) =>
  (await listOf(who, query)).items.map(({ subject }) => subject).sort();
const views = ["archive", "junk", "trash"] as const;
const foldersOf = async (who: Caller) => (await call(who, api.folders.list)).body;

test("mail is filed at once and on its server, counted in its new folder, and undone before or after the upload", async () => {
  const { who, idOf, sync, box } = await reader(["One", "Two", "Three"]);
  const actions = { archive: "archive", junk: "junk", trash: "trash" } as const;
  for (const view of views)
    for (const isUploaded of [false, true]) {
      const done = await act(who, actions[view], [idOf("One"), idOf("Two")]);
      expect([done.status, done.body.ids.length, done.body.skipped]).toEqual([200, 2, []]);
      if (isUploaded) await sync();
      expect(await shown(who)).toEqual(["Three"]);
      expect(await shown(who, { folder: view })).toEqual(["One", "Two"]);
      const { unified, mailboxes } = await foldersOf(who);
      expect(unified[view]).toEqual({ messages: 2, unread: 2 });
      expect(unified.inbox).toEqual({ messages: 1, unread: 1 });
      const folder = mailboxes[0]?.folders.find(({ role }) => role === view);
      expect(folder).toMatchObject({ mailboxId: box, messages: 2, unread: 2, isFollowed: true });
      expect(await shown(who, { folderId: folder?.id })).toEqual(["One", "Two"]);
      expect((await undo(who, done.body.actionId)).body.ids.length).toBe(2);
      // Undoing twice changes nothing.
      expect((await undo(who, done.body.actionId)).status).toBe(200);
      expect(await shown(who)).toEqual(["One", "Three", "Two"]);
      if (isUploaded) await sync();
      expect(await shown(who)).toEqual(["One", "Three", "Two"]);
      expect((await foldersOf(who)).unified[view]).toEqual({ messages: 0, unread: 0 });
    }
  const rows = await peek("select pending from message_folders where mailbox_id = $1 and pending is not null", [box]);
  expect(rows).toEqual([]);
});

test("undoing an older action leaves what a later one changed again until that is undone, too", async () => {
  const { who, idOf, sync } = await reader(["One", "Two"]);
  const archived = await act(who, "archive", [idOf("One"), idOf("Two")]);
  const starred = await act(who, "star", [idOf("One")]);
  const thrown = await act(who, "trash", [idOf("One")]);
  await sync();
  await undo(who, archived.body.actionId);
  await sync();
  expect([await shown(who), await shown(who, { folder: "trash" })]).toEqual([["Two"], ["One"]]);
  await undo(who, thrown.body.actionId);
  expect([await shown(who), await shown(who, { folder: "starred" })]).toEqual([["One", "Two"], ["One"]]);
  await undo(who, starred.body.actionId);
  expect(await shown(who, { folder: "starred" })).toEqual([]);
});

test("actions that are undone in any order leave what was before all of them", async () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  const { who, idOf, sync } = await reader(["One", "Two"]);
  const until = new Date(world.outside.now().getTime() + 3_600_000).toISOString();
  await call(who, api.snooze.snooze, { body: { ids: [idOf("Two")], until } });
  for (const order of orders) {
    const done: string[] = [];
    for (const action of ["archive", "junk", "trash"] as const) {
      done.push((await act(who, action, [idOf("One"), idOf("Two")])).body.actionId);
      await act(who, done.length % 2 ? "read" : "unread", [idOf("One")]);
    }
    for (const [at, which] of order.entries()) {
      // The last action's folder holds them until it is undone.
      if (!order.slice(0, at).includes(2)) expect(await shown(who, { folder: "trash" })).toEqual(["One", "Two"]);
      expect((await undo(who, done[which] ?? "")).body.ids).toHaveLength(2);
      if (which === 1) await sync();
    }
    expect([await shown(who), await shown(who, { folder: "snoozed" })]).toEqual([["One"], ["Two"]]);
  }
});

test("stars and marks are kept, listed, counted and undone", async () => {
  const { who, idOf, sync } = await reader(["One", "Two"]);
  const starred = await act(who, "star", [idOf("One")]);
  await sync();
  expect(await shown(who, { folder: "starred" })).toEqual(["One"]);
  expect((await listOf(who)).items.find(({ subject }) => subject === "One")).toMatchObject({ starred: true });
  expect((await foldersOf(who)).unified.starred).toEqual({ messages: 1, unread: 1 });
  const read = await act(who, "read", [idOf("One"), idOf("Two")]);
  expect((await foldersOf(who)).unified.inbox).toEqual({ messages: 2, unread: 0 });
  await undo(who, read.body.actionId);
  expect((await foldersOf(who)).unified.inbox).toEqual({ messages: 2, unread: 2 });
  await undo(who, starred.body.actionId);
  expect(await shown(who, { folder: "starred" })).toEqual([]);
});

test("an action on a thread files what was received of it and leaves what was sent", async () => {
  const who = await person("NORMAL_USER");
  const first = "<thread-1@example.com>";
  await giveMail(who, [mailOf({ subject: "Plan", messageId: first })]);
  const answer = mailOf({ subject: "Re: Plan", headers: [`In-Reply-To: ${first}`, `References: ${first}`] });
  await giveMail(who, [answer], "sent");
  await giveMail(who, [mailOf({ subject: "Re: Plan", headers: [`References: ${first}`] })]);
  const [newest] = (await listOf(who)).items;
  const { body } = await act(who, "archive", [newest?.id ?? ""], { extent: "thread" });
  expect(body.ids).toHaveLength(3);
  expect(await shown(who)).toEqual([]);
  expect(await shown(who, { folder: "archive" })).toEqual(["Plan", "Re: Plan"]);
  expect(await shown(who, { folder: "sent" })).toEqual(["Re: Plan"]);
  expect(await shown(who, { folder: "all" })).toEqual(["Plan", "Re: Plan", "Re: Plan"]);
  await act(who, "trash", [newest?.id ?? ""], { extent: "thread" });
  expect(await shown(who, { folder: "trash" })).toHaveLength(3);
  expect(await shown(who, { folder: "all" })).toEqual([]);
});

test("filing sent mail alone is refused or skipped with a reason, and a thread is filed without it", async () => {
  const who = await person("NORMAL_USER");
  const headers = ["References: <kept@example.com>"];
  await giveMail(who, [mailOf({ subject: "Plan", messageId: "<kept@example.com>" })]);
  await giveMail(who, [mailOf({ subject: "Re: Plan", headers }), mailOf({ subject: "Alone" })], "sent");
  const [plan] = (await listOf(who)).items;
  const { items } = await listOf(who, { folder: "sent" });
  const idOf = (subject: string) => items.find((item) => item.subject === subject)?.id ?? "";
  const error = "Sent mail and drafts stay in their folder.";
  for (const action of ["archive", "inbox", "junk", "notJunk"] as const)
    for (const extent of ["message", "thread"])
      expect(await act(who, action, [idOf("Alone")], { extent })).toMatchObject({ status: 400, body: { error } });
  const archive = (await foldersOf(who)).mailboxes[0]?.folders.find(({ role }) => role === "archive")?.id;
  expect((await act(who, "move", [idOf("Alone")], { folderId: archive })).body).toMatchObject({ error });
  const some = await act(who, "archive", [plan?.id ?? "", idOf("Re: Plan")]);
  expect(some.body).toMatchObject({ ids: [plan?.id], skipped: [{ id: idOf("Re: Plan"), reason: error }] });
  await act(who, "inbox", [plan?.id ?? ""]);
  const threads = await act(who, "archive", [idOf("Re: Plan"), idOf("Alone")], { extent: "thread" });
  expect(threads.body.skipped).toEqual([{ id: idOf("Alone"), reason: error }]);
  expect([await shown(who), await shown(who, { folder: "archive" })]).toEqual([[], ["Plan"]]);
  // Mail that is archived already is as the action says.
  expect((await act(who, "archive", [plan?.id ?? ""])).status).toBe(200);
  expect((await act(who, "trash", [idOf("Alone")])).status).toBe(200);
});

test("mail that is deleted from the trash or spam is deleted for good, and mail from elsewhere moves to the trash", async () => {
  const { who, box, idOf, sync } = await reader(["One", "Two", "Three"]);
  await act(who, "delete", [idOf("One")]);
  await act(who, "junk", [idOf("Two")]);
  expect(await shown(who, { folder: "trash" })).toEqual(["One"]);
  await sync();
  const lost = await act(who, "delete", [idOf("One"), idOf("Two")]);
  expect(await shown(who, { folder: "trash" })).toEqual([]);
  await undo(who, lost.body.actionId);
  expect([await shown(who, { folder: "trash" }), await shown(who, { folder: "junk" })]).toEqual([["One"], ["Two"]]);
  const again = await act(who, "delete", [idOf("One"), idOf("Two")]);
  await peek(
    "update messages set remove_at = now() - interval '1 second' where mailbox_id = $1 and remove_at is not null",
    [box],
  );
  const tooLate = { status: 404, body: { error: "It is too late to undo this." } };
  expect(await undo(who, again.body.actionId)).toMatchObject(tooLate);
  await sync();
  await sync();
  expect(await undo(who, again.body.actionId)).toMatchObject(tooLate);
  for (const folder of ["trash", "junk"]) expect(await shown(who, { folder })).toEqual([]);
  expect(await peek("select id from messages where mailbox_id = $1", [box])).toHaveLength(1);
});

test("ids of another user are not found, and what a mailbox cannot do is refused with a sentence", async () => {
  const { who, idOf } = await reader(["Mine"]);
  const other = await reader(["Theirs"]);
  const colleague = await person("ADMIN", { tenantId: who.tenantId });
  const mine = await act(who, "archive", [idOf("Mine")]);
  for (const stranger of [other.who, colleague]) {
    expect((await act(stranger, "trash", [idOf("Mine")])).status).toBe(404);
    expect((await undo(stranger, mine.body.actionId)).body).toMatchObject({ error: "It is too late to undo this." });
  }
  expect((await undo(who, newId())).status).toBe(404);
  expect((await act(who, "trash", [idOf("Mine"), other.idOf("Theirs")])).body.ids).toEqual([idOf("Mine")]);
  const foreign = (await foldersOf(other.who)).mailboxes[0]?.folders[0]?.id ?? "";
  expect((await act(who, "move", [idOf("Mine")], { folderId: foreign })).status).toBe(404);
  expect((await call(who, api.inbox.threads, { query: { folderId: foreign } })).status).toBe(404);
  expect((await call(who, api.folders.follow, { params: { id: foreign }, body: { isFollowed: true } })).status).toBe(
    404,
  );
  expect((await act(who, "move", [idOf("Mine")])).body).toMatchObject({ error: "Choose a folder" });
  const { mailboxes } = await foldersOf(who);
  const sent = mailboxes[0]?.folders.find(({ role }) => role === "sent")?.id;
  expect((await act(who, "move", [idOf("Mine")], { folderId: sent })).status).toBe(400);
  expect((await act(who, "label", [idOf("Mine")], { folderId: mailboxes[0]?.folders[0]?.id })).body.error).toContain(
    "no labels",
  );
  const abilities = { folders: false, labels: false, star: true, createFolder: false, answerMarks: false };
  expect(mailboxes[0]?.abilities).toEqual(abilities);
  const made = await call(who, api.folders.create, { body: { mailbox: mailboxes[0]?.mailboxId, name: "Projects" } });
  expect(made).toMatchObject({ status: 400, body: { error: "The local mailbox has no folders of its own." } });
  expect(await shown(other.who)).toEqual(["Theirs"]);
});

test("after ten minutes it is too late to undo", async () => {
  const { who, idOf } = await reader(["Mine"]);
  const { actionId } = (await act(who, "archive", [idOf("Mine")])).body;
  await peek("update mail_actions set created_at = now() - interval '11 minutes' where id = $1", [actionId]);
  expect((await undo(who, actionId)).status).toBe(404);
  expect(await shown(who, { folder: "archive" })).toEqual(["Mine"]);
});

test("Delete is for good in a mailbox whose owner chose that, can be undone in time, and leaves the server [SYN-10]", async () => {
  const { who, box, idOf, sync } = await reader(["One", "Two", "Three"]);
  await call(who, api.mailboxSettings.update, { params: { id: box }, body: { deletesForGood: true } });
  const lost = await act(who, "trash", [idOf("One")]);
  expect(new Date(lost.body.undoUntil).getTime() - Date.now()).toBeLessThan(11_000);
  expect([await shown(who), await shown(who, { folder: "trash" })]).toEqual([["Three", "Two"], []]);
  // The move to the trash may be uploaded before it is undone.
  await sync();
  expect((await undo(who, lost.body.actionId)).status).toBe(200);
  await sync();
  expect([await shown(who), await shown(who, { folder: "trash" })]).toEqual([["One", "Three", "Two"], []]);

  await act(who, "trash", [idOf("One")]);
  await act(who, "delete", [idOf("Two")]);
  await peek(
    "update messages set remove_at = now() - interval '1 second' where mailbox_id = $1 and remove_at is not null",
    [box],
  );
  for (let times = 0; times < 3; times++) await sync();
  expect([await shown(who), await shown(who, { folder: "trash" })]).toEqual([["Three"], []]);
  expect(await peek("select subject from messages where mailbox_id = $1", [box])).toEqual([{ subject: "Three" }]);

  await call(who, api.mailboxSettings.update, { params: { id: box }, body: { deletesForGood: false } });
  await act(who, "trash", [idOf("Three")]);
  for (let times = 0; times < 2; times++) await sync();
  expect(await shown(who, { folder: "trash" })).toEqual(["Three"]);
});

test("the calls that delete one or several messages obey it, too, and can be undone in time [SYN-10]", async () => {
  const { who, box, idOf, sync } = await reader(["One", "Two", "Three", "Four"]);
  const remove = (subject: string) => call(who, api.inbox.deleteMessage, { params: { id: idOf(subject) } });
  const setting = (deletesForGood: boolean) =>
    call(who, api.mailboxSettings.update, { params: { id: box }, body: { deletesForGood } });
  // Its mailbox moves mail to the trash when it is deleted, so it is not lost if that is changed before the upload.
  await remove("Four");
  await setting(true);
  const kept = await remove("One");
  expect(kept.status).toBe(200);
  expect(new Date(kept.body.undoUntil).getTime()).toBeGreaterThan(Date.now());
  expect(await shown(who)).toEqual(["Three", "Two"]);
  await sync();
  expect((await call(who, api.inbox.restoreMessage, { params: { id: idOf("One") } })).status).toBe(200);
  await sync();
  expect([await shown(who), await shown(who, { folder: "trash" })]).toEqual([["One", "Three", "Two"], []]);

  await remove("One");
  const bulk = await call(who, api.inbox.bulk, { body: { ids: [idOf("Two")], action: "delete" } });
  expect(bulk.body.ids).toEqual([idOf("Two")]);
  await peek(
    "update messages set remove_at = now() - interval '1 second' where mailbox_id = $1 and remove_at is not null",
    [box],
  );
  for (let times = 0; times < 3; times++) await sync();
  expect([await shown(who), await shown(who, { folder: "trash" })]).toEqual([["Three"], ["Four"]]);
  const left = await peek<{ subject: string }>("select subject from messages where mailbox_id = $1 order by 1", [box]);
  expect(left.map(({ subject }) => subject)).toEqual(["Four", "Three"]);
  expect((await call(who, api.inbox.restoreMessage, { params: { id: idOf("One") } })).status).toBe(404);
});

test("what moves mail to the trash without a person never deletes it for good [SYN-10]", async () => {
  const { who, box, idOf, sync } = await reader(["One"]);
  await call(who, api.mailboxSettings.update, { params: { id: box }, body: { deletesForGood: true } });
  const scope = scopeOf(who);
  await scope.tx((tx) => applyIn(tx, scope, { ids: [idOf("One")], action: "trash", extent: "message" }));
  await sync();
  expect(await shown(who, { folder: "trash" })).toEqual(["One"]);
});
