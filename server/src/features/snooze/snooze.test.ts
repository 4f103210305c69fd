import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { refreshPlaces } from "#features/sync/places.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";
import { wakeSnoozed } from "./wake-snoozed.ts";

const { world, person, call, peek, giveMail, listOf, advance } = await mailWorld({ jobs: false });
const { snooze, inbox, mailboxes } = api;

const hour = 3_600_000;
const hoursAgo = (count: number) => new Date(world.outside.now().getTime() - count * hour);
const later = (count: number) => hoursAgo(-count).toISOString();
const subjects = async (who: Caller, query: Record<string, unknown> = {}) =>
  (await listOf(who, query)).items.map(({ subject }) => subject);
const idsOf = async (who: Caller, ...wanted: string[]) => {
  const { items } = await listOf(who);
  return wanted.map((subject) => items.find((item) => item.subject === subject)?.id ?? "");
};
const snoozeUntil = (who: Caller, ids: string[], moment: string) =>
  call(who, snooze.snooze, { body: { ids, until: moment } });
const read = (who: Caller, ids: string[]) => call(who, inbox.bulk, { body: { ids, action: "read" } });
/** Three mails of a thread, and one of its own. */
const threadOf = (name: string) => [
  mailOf({ subject: name, messageId: `<${name}@x.test>`, date: hoursAgo(9) }),
  ...[8, 7].map((at) =>
    mailOf({ subject: `Re: ${name} ${at}`, date: hoursAgo(at), headers: [`In-Reply-To: <${name}@x.test>`] }),
  ),
  mailOf({ subject: "Alone", date: hoursAgo(6) }),
];

/** Puts a mail into the local mailbox that its server received long ago, as a sync of the history finds it. */
async function giveOldMail(
  who: Caller & { tenantId: string; id: string; email: string },
  mail: string,
  received: Date,
) {
  const folder = localMailFolder(world.config.dataDir, who.id);
  await deliverLocally({ folder }, Buffer.from(mail));
  const newest = (await readdir(join(folder, "inbox"))).sort().at(-1) ?? "";
  await utimes(join(folder, "inbox", newest), received, received);
  await giveMail(who, []);
}

test("a snoozed thread leaves the inbox and its counts, stands in Snoozed by its moment, and can be brought back", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, threadOf("plan"));
  const [alone = "", reply = ""] = await idsOf(who, "Alone", "Re: plan 8");
  const counts = async () => (await call(who, mailboxes.list)).body.items[0]?.counts;
  expect(await counts()).toMatchObject({ messages: 4, unread: 4 });
  const until = later(48);
  const snoozed = await snoozeUntil(who, [reply], until);
  expect(snoozed).toMatchObject({ status: 200, body: { until } });
  expect(snoozed.body.ids).toHaveLength(3);
  expect((await snoozeUntil(who, [alone], later(3))).status).toBe(200);
  expect(await subjects(who)).toEqual([]);
  expect(await counts()).toMatchObject({ messages: 4, unread: 0 });

  const page = await listOf(who, { folder: "snoozed", limit: 2 });
  expect(page.items.map(({ subject, folder }) => [subject, folder])[0]).toEqual(["Alone", "snoozed"]);
  const rest = await listOf(who, { folder: "snoozed", limit: 2, cursor: page.nextCursor });
  const all = [...page.items, ...rest.items];
  expect(all.map(({ snoozedUntil }) => snoozedUntil)).toEqual([expect.any(String), until, until, until]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(4);
  expect(rest.nextCursor).toBeNull();
  // Still found by a search, and part of its conversation.
  expect((await listOf(who, { q: "plan" })).items).toHaveLength(3);
  expect((await call(who, inbox.message, { params: { id: reply } })).body).toMatchObject({
    folder: "snoozed",
    snoozedUntil: until,
    threadSize: 3,
  });

  const sooner = later(1);
  expect((await snoozeUntil(who, [reply], sooner)).body.ids).toHaveLength(3);
  expect((await listOf(who, { folder: "snoozed" })).items.at(-1)?.subject).toBe("Alone");
  expect((await call(who, snooze.unsnooze, { body: { ids: [reply, alone] } })).body.ids).toHaveLength(4);
  expect(await subjects(who)).toEqual(["Alone", "Re: plan 7", "Re: plan 8", "plan"]);
  expect(await counts()).toMatchObject({ messages: 4, unread: 4 });
  expect((await call(who, snooze.unsnooze, { body: { ids: [reply] } })).body).toEqual({ ids: [] });
});

test("a snooze until the past, for years, of a foreign message or of one outside the inbox is refused", async () => {
  const [who, stranger] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const colleague = await person("ADMIN", { tenantId: who.tenantId });
  await giveMail(who, [mailOf({ subject: "Mine" })]);
  await giveMail(who, [mailOf({ subject: "Written by me" })], "sent");
  const [mine = ""] = await idsOf(who, "Mine");
  expect(await snoozeUntil(who, [mine], later(-1))).toMatchObject({
    status: 400,
    body: { error: "Choose a time in the future.", fields: { until: "Choose a time in the future." } },
  });
  expect((await snoozeUntil(who, [mine], later(24 * 366 * 6))).body.error).toBe(
    "Choose a time within the next 5 years.",
  );
  expect((await snoozeUntil(who, [mine], "tomorrow")).status).toBe(400);
  expect((await snoozeUntil(who, [], later(1))).status).toBe(400);
  for (const other of [stranger, colleague]) {
    expect(await snoozeUntil(other, [mine], later(1))).toMatchObject({ status: 404 });
    expect(await call(other, snooze.unsnooze, { body: { ids: [mine] } })).toMatchObject({ status: 404 });
  }
  const [sent] = (await listOf(who, { folder: "sent" })).items;
  expect(await snoozeUntil(who, [sent?.id ?? ""], later(1))).toMatchObject({
    status: 409,
    body: { error: "Only messages in the inbox can be snoozed." },
  });
  expect(await subjects(who)).toEqual(["Mine"]);
});

test("at its moment a thread comes back on top, its newest message unread, and the change is uploaded and published", async () => {
  const who = await person("NORMAL_USER");
  const box = await giveMail(who, threadOf("budget"));
  await read(who, await idsOf(who, "budget", "Re: budget 8", "Re: budget 7", "Alone"));
  const [first = ""] = await idsOf(who, "budget");
  await snoozeUntil(who, [first], later(2));
  await wakeSnoozed(world);
  expect(await subjects(who)).toEqual(["Alone"]);
  await peek("update messages set pending_unread = null where user_id = $1", [who.id]);

  advance(2 * hour);
  const heard: unknown[] = [];
  // An event of the snooze itself may still be on its way.
  const stop = world.events.subscribe({ tenantId: who.tenantId, userId: who.id }, (event) => {
    if (!JSON.stringify(event).includes('"snooze"')) heard.push(event);
  });
  // Two processes may run it at once.
  await Promise.all([wakeSnoozed(world), wakeSnoozed(world)]);
  await until(() => heard.length > 0);
  stop();
  expect(heard).toEqual([{ kind: "messages", data: { action: "wake", count: 3 } }]);
  const { items } = await listOf(who);
  expect(items.map(({ subject, unread }) => [subject, unread])).toEqual([
    ["Re: budget 7", true],
    ["Re: budget 8", false],
    ["budget", false],
    ["Alone", false],
  ]);
  expect(items[0]).toMatchObject({ snoozedUntil: null, wokenAt: expect.any(String), folder: "inbox" });
  expect(await subjects(who, { q: "is:unread" })).toEqual(["Re: budget 7"]);
  expect(await peek("select subject from messages where user_id = $1 and pending_unread", [who.id])).toEqual([
    { subject: "Re: budget 7" },
  ]);
  expect(await peek("select wanted_at is not null as wanted from mailboxes where id = $1", [box])).toEqual([
    { wanted: true },
  ]);
  // New mail stands above it, as above other mail.
  await giveMail(who, [mailOf({ subject: "New", date: later24() })]);
  expect((await subjects(who))[0]).toBe("New");
  function later24() {
    return new Date(world.outside.now().getTime() + hour);
  }
});

test("pages of the inbox have every message once when some came back from a snooze", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(
    who,
    Array.from({ length: 24 }, (_, at) => mailOf({ subject: `Mail ${at}`, date: hoursAgo(100 - at) })),
  );
  await snoozeUntil(who, await idsOf(who, "Mail 3", "Mail 9", "Mail 20"), later(1));
  advance(hour);
  await wakeSnoozed(world);
  // One that came back long ago stands between others.
  await peek(
    "update messages set woken_at = date + interval '7 hours 1 minute' where user_id = $1 and subject = 'Mail 3'",
    [who.id],
  );
  const expected = ["Mail 20", "Mail 9"];
  for (let at = 23; at >= 0; at--) {
    if (![3, 9, 20].includes(at)) expected.push(`Mail ${at}`);
  }
  expected.splice(expected.indexOf("Mail 10"), 0, "Mail 3");
  for (const limit of [1, 2, 3, 5, 23, 24, 50]) {
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await listOf(who, { limit, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ subject }) => subject));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(expected);
  }
  expect(await subjects(who, { mailbox: newId() })).toEqual([]);
});

test("an answer wakes its thread at once and stands above it; older mail that comes later does not", async () => {
  const who = await person("NORMAL_USER");
  const [root = "", ...others] = threadOf("offer");
  await giveMail(who, [root, ...others]);
  const [first = ""] = await idsOf(who, "offer");
  await snoozeUntil(who, [first], later(48));
  const inReply = ["In-Reply-To: <offer@x.test>"];
  const old = mailOf({ subject: "Re: offer, from the archive", date: hoursAgo(30), headers: inReply });
  await giveOldMail(who, old, hoursAgo(30));
  expect((await listOf(who, { folder: "snoozed" })).items).toHaveLength(3);
  await giveMail(who, [mailOf({ subject: "Re: offer, my own", date: hoursAgo(0), headers: inReply })], "sent");
  expect((await listOf(who, { folder: "snoozed" })).items).toHaveLength(3);
  await giveMail(who, [mailOf({ subject: "Re: offer, the answer", date: hoursAgo(0), headers: inReply })]);
  expect((await listOf(who, { folder: "snoozed" })).items).toEqual([]);
  expect(await subjects(who)).toEqual([
    "Re: offer, the answer",
    "Re: offer 7",
    "Re: offer 8",
    "offer",
    "Alone",
    "Re: offer, from the archive",
  ]);
  await giveMail(who, [mailOf({ subject: "Newer", date: hoursAgo(-1) })]);
  expect((await subjects(who))[0]).toBe("Newer");
});

test.each([
  ["of the same second", 0],
  ["whose sender's clock is two minutes slow", 2 / 60],
  ["to a mail that was dated two hours ahead", 2],
])("an answer %s wakes its thread and stands above it", async (_name, behind) => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mailOf({ subject: "clock", messageId: `<clock-${behind}@x.test>`, date: hoursAgo(1) })]);
  const [id = ""] = await idsOf(who, "clock");
  await snoozeUntil(who, [id], later(48));
  const headers = [`In-Reply-To: <clock-${behind}@x.test>`];
  await giveMail(who, [mailOf({ subject: "Re: clock", date: hoursAgo(1 + behind), headers })]);
  expect(await subjects(who, { folder: "snoozed" })).toEqual([]);
  expect(await subjects(who)).toEqual(["Re: clock", "clock"]);
});

test("a snooze ends when its message is found in another folder, and is kept while it is in none", async () => {
  const who = await person("NORMAL_USER");
  const key = { tenantId: who.tenantId, userId: who.id, id: await giveMail(who, [mailOf({ subject: "Moved" })]) };
  const [id = ""] = await idsOf(who, "Moved");
  await snoozeUntil(who, [id], later(5));
  const refresh = () => fencedTransaction(world.db, key, (tx) => refreshPlaces(tx, key, [id]));
  const state = async () =>
    (await peek("select folder, snoozed_until is not null as snoozed from messages where id = $1", [id]))[0];
  await syncMailbox(world, key);
  expect(await state()).toEqual({ folder: "snoozed", snoozed: true });
  const [place] = await peek<Record<string, string>>("delete from message_folders where message_id = $1 returning *", [
    id,
  ]);
  await refresh();
  expect(await state()).toEqual({ folder: "gone", snoozed: true });
  const put = (folder: string | undefined) =>
    peek(
      `insert into message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread)
       values ($1, $2, $3, $4, $5, 'again', now(), true)`,
      [key.tenantId, key.userId, key.id, folder, id],
    );
  await put(place?.folder_id);
  await refresh();
  expect(await state()).toEqual({ folder: "snoozed", snoozed: true });
  const [trash] = await peek<{ id: string }>("select id from folders where mailbox_id = $1 and role = 'trash'", [
    key.id,
  ]);
  await put(trash?.id);
  await refresh();
  expect(await state()).toEqual({ folder: "trash", snoozed: false });
  await peek("delete from message_folders where message_id = $1 and folder_id = $2", [id, trash?.id]);
  await refresh();
  expect(await state()).toEqual({ folder: "inbox", snoozed: false });
});

test("a deleted message does not come back, and one whose deletion is undone is snoozed again", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mailOf({ subject: "Deleted" })]);
  const [id = ""] = await idsOf(who, "Deleted");
  await snoozeUntil(who, [id], later(5));
  await call(who, inbox.deleteMessage, { params: { id } });
  expect(await subjects(who, { folder: "snoozed" })).toEqual([]);
  await call(who, inbox.restoreMessage, { params: { id } });
  expect(await subjects(who, { folder: "snoozed" })).toEqual(["Deleted"]);
  expect(await subjects(who)).toEqual([]);
});
