import { api } from "@intellibox/contract/api";
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { lengthenThread } from "#test/lengthen-thread.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, giveMail, listOf, peek } = await mailWorld({ jobs: false });
afterEach(() => void vi.restoreAllMocks());

const length = 300;
/** Fewer than the messages, and more than any action needs, also if background work of another test adds some. */
const mostStatements = length / 2;

/** A thread of one received mail with many copies, some of which are read, starred or in the archive. */
async function longThread() {
  const who = await person("NORMAL_USER");
  const box = await giveMail(who, [mailOf({ subject: "Long" }), mailOf({ subject: "Short" })]);
  const { items } = await listOf(who);
  const id = items.find(({ subject }) => subject === "Long")?.id ?? "";
  await call(who, api.actions.apply, { body: { ids: [id], action: "star" } });
  await call(who, api.actions.apply, { body: { ids: [id], action: "archive" } });
  await call(who, api.actions.apply, { body: { ids: [id], action: "inbox" } });
  await lengthenThread(peek, id, length);
  return { who, box, id };
}

/** Everything that an action changes, except what is still to be uploaded. */
const stateOf = async (box: string) => ({
  messages: await peek(
    "select id, folder, unread, starred, remove_at, gone_at, snoozed_until from messages where mailbox_id = $1 order by id",
    [box],
  ),
  places: await peek(
    "select message_id, folder_id, remote_id, pending, unread, is_hidden from message_folders where mailbox_id = $1 order by 1, 2",
    [box],
  ),
  searched: await peek("select id, folder, unread, is_hidden from message_search where mailbox_id = $1 order by id", [
    box,
  ]),
  counts: await peek("select id, message_count, unread_count from folders where mailbox_id = $1 order by id", [box]),
  mailbox: await peek("select message_count, inbox_count, unread_count from mailboxes where id = $1", [box]),
});

const act = (who: Caller, action: MailAction, id: string) =>
  call(who, api.actions.apply, { body: { ids: [id], action, extent: "thread" } });

test("a thread of hundreds of messages is filed, marked and deleted by few statements, and undone exactly", async () => {
  const { who, box, id } = await longThread();
  const query = vi.spyOn(pg.Client.prototype, "query");
  for (const action of ["archive", "star", "read", "junk", "trash", "delete"] as const) {
    const before = await stateOf(box);
    query.mockClear();
    const done = await act(who, action, id);
    const statements = query.mock.calls.length;
    expect([action, done.status, done.body.ids.length]).toEqual([action, 200, length + 1]);
    expect(statements, action).toBeLessThan(mostStatements);
    const after = await stateOf(box);
    expect(after.messages, action).not.toEqual(before.messages);
    query.mockClear();
    const undone = await call(who, api.actions.undo, { params: { id: done.body.actionId } });
    expect(undone.status).toBe(200);
    expect(query.mock.calls.length, `undo ${action}`).toBeLessThan(mostStatements);
    expect(await stateOf(box), action).toEqual(before);
  }
});

test("emptying a long thread out of the trash hides it at once, and an undo shows all of it again", async () => {
  const { who, box, id } = await longThread();
  await act(who, "trash", id);
  const before = await stateOf(box);
  const done = await act(who, "delete", id);
  expect(done.body.ids).toHaveLength(length + 1);
  expect((await listOf(who, { folder: "trash" })).items).toEqual([]);
  await call(who, api.actions.undo, { params: { id: done.body.actionId } });
  expect(await stateOf(box)).toEqual(before);
});
