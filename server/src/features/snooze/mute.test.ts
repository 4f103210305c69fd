import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, peek, giveMail, listOf } = await mailWorld({ jobs: false });
const { snooze, actions } = api;

const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000);
const answer = (to: string, subject: string, at: number) =>
  mailOf({ subject, date: minutesAgo(at), headers: [`In-Reply-To: <${to}@x.test>`] });
const threadOf = (name: string) => [
  mailOf({ subject: name, messageId: `<${name}@x.test>`, date: minutesAgo(90) }),
  answer(name, `Re: ${name}`, 80),
  mailOf({ subject: "Other", date: minutesAgo(70) }),
];
const subjects = async (who: Caller, folder?: string) =>
  (await listOf(who, folder ? { folder } : {})).items.map(({ subject }) => subject);
const idOf = async (who: Caller, subject: string) =>
  (await listOf(who)).items.find((item) => item.subject === subject)?.id ?? "";
const mute = (who: Caller, ids: string[], muted = true) => call(who, snooze.mute, { body: { ids, muted } });

test("a muted thread leaves the inbox, its new mail skips it, and both move on the mailbox's server", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, threadOf("party"));
  const id = await idOf(who, "party");
  const muted = await mute(who, [id]);
  expect(muted).toMatchObject({ status: 200, body: { ids: [id], actionId: expect.any(String) } });
  expect(await subjects(who)).toEqual(["Other"]);
  await giveMail(who, [answer("party", "Re: party, again", 1), mailOf({ subject: "Fresh", date: minutesAgo(2) })]);
  expect(await subjects(who)).toEqual(["Fresh", "Other"]);
  expect((await listOf(who, { folder: "archive" })).items.map(({ subject, muted: is }) => [subject, is])).toEqual([
    ["Re: party, again", true],
    ["Re: party", true],
    ["party", true],
  ]);
  expect((await listOf(who)).items[0]?.muted).toBe(false);
  // To be uploaded by the sync that is requested.
  const places = await peek<{ role: string; pending: string | null }>(
    `select f.role, p.pending from message_folders p join folders f on f.id = p.folder_id
     join messages m on m.id = p.message_id where m.user_id = $1 and m.subject = 'Re: party, again' order by 1`,
    [who.id],
  );
  expect(places).toEqual([
    { role: "archive", pending: "add" },
    { role: "inbox", pending: "remove" },
  ]);
  expect(await peek("select wanted_at is not null as wanted from mailboxes where user_id = $1", [who.id])).toEqual([
    { wanted: true },
  ]);

  expect((await mute(who, [id], false)).body).toEqual({ ids: [id], actionId: null });
  await giveMail(who, [answer("party", "Re: party, heard", 0)]);
  expect(await subjects(who)).toEqual(["Re: party, heard", "Fresh", "Other"]);
});

test("an undo brings a muted thread back, also to its snooze", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, threadOf("trip"));
  const id = await idOf(who, "trip");
  const first = await mute(who, [id]);
  await mute(who, [id], false);
  await call(who, actions.undo, { params: { id: first.body.actionId ?? "" } });
  expect(await subjects(who)).toEqual(["Other", "Re: trip", "trip"]);

  const until = new Date(Date.now() + 3_600_000).toISOString();
  await call(who, snooze.snooze, { body: { ids: [id], until } });
  const second = await mute(who, [id]);
  expect([await subjects(who, "snoozed"), await subjects(who)]).toEqual([[], ["Other"]]);
  await mute(who, [id], false);
  await call(who, actions.undo, { params: { id: second.body.actionId ?? "" } });
  const snoozed = (await listOf(who, { folder: "snoozed" })).items;
  expect(snoozed.map(({ snoozedUntil, muted }) => [snoozedUntil, muted])).toEqual([
    [until, false],
    [until, false],
  ]);
  expect(await subjects(who)).toEqual(["Other"]);
});

test("a thread of another person cannot be muted", async () => {
  const [who, stranger] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const colleague = await person("ADMIN", { tenantId: who.tenantId });
  await giveMail(who, threadOf("secret"));
  const id = await idOf(who, "secret");
  for (const other of [stranger, colleague])
    for (const muted of [true, false]) expect((await mute(other, [id], muted)).status).toBe(404);
  expect(await peek("select from muted_threads where user_id = $1", [who.id])).toEqual([]);
  expect((await mute(who, [id])).body.ids).toEqual([id]);
});

test("a thread that absorbs a muted one is muted", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [...threadOf("left"), ...threadOf("right").slice(0, 1)]);
  await mute(who, [await idOf(who, "right")]);
  const [right] = (await listOf(who, { folder: "archive" })).items;
  // The answer to both makes them one thread.
  await giveMail(who, [
    mailOf({
      subject: "Re: both",
      headers: ["In-Reply-To: <right@x.test>", "References: <left@x.test> <right@x.test>"],
    }),
  ]);
  expect(await subjects(who, "archive")).toContain("Re: both");
  const rows = await peek<{ thread_id: string }>("select thread_id from muted_threads where user_id = $1", [who.id]);
  expect(rows).toHaveLength(1);
  const [message] = await peek<{ thread_id: string }>("select thread_id from messages where id = $1", [right?.id]);
  expect(rows[0]?.thread_id).toBe(message?.thread_id);
});
