import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { fencedTransaction } from "#db/fence.ts";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { learnPeople } from "#features/people/learn-people.ts";
import { wakeSnoozed } from "#features/snooze/wake-snoozed.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { mailOf } from "#test/mail-of.ts";
import { notificationWorld } from "#test/notification-world.ts";
import type { Caller } from "#test/test-world.ts";
import { enqueueNotification } from "./enqueue.ts";
import { purgeNotifications } from "./send-notifications.ts";

const { world, call, peek, person, giveMail, listOf, reader, addDevice, save, send, toldOn, push, advance } =
  await notificationWorld();

const mail = (subject: string, more: Parameters<typeof mailOf>[0] = {}) => mailOf({ subject, ...more });
const idOf = async (who: Caller, subject: string) =>
  (await listOf(who)).items.find((item) => item.subject === subject)?.id ?? "";

test("new mail notifies each device with sender and subject, and a click leads to it [NTF-20]", async () => {
  const { who, device } = await reader();
  await giveMail(who, [mail("Lunch?")]);
  await send(who);
  expect(push.payloadsOf(device.path)).toEqual([
    {
      ...{ title: "Priya Nair", body: "Lunch?", count: 1, many: "New messages" },
      ...{ tag: await idOf(who, "Lunch?"), path: `/inbox?message=${await idOf(who, "Lunch?")}` },
    },
  ]);
  const [pushed] = push.taken.filter(({ path }) => path === device.path);
  expect(pushed?.headers).toMatchObject({ ttl: String(12 * 3600), urgency: "normal" });
  expect(pushed?.headers.topic).toMatch(/^[\w-]{32}$/);
  await send(who);
  expect(push.payloadsOf(device.path)).toHaveLength(1);
  expect(await peek("select from notification_deliveries where user_id = $1", [who.id])).toEqual([]);
});

test("the first sync and mail of before do not notify [NTF-22]", async () => {
  const who = await person("NORMAL_USER");
  const device = await addDevice(who);
  await giveMail(who, [mail("First"), mail("Second")]);
  await send(who);
  expect(toldOn(device)).toEqual([]);
  // As an import of history brings it: received and dated long ago.
  await giveMail(who, [mail("Old", { date: new Date(Date.now() - 5 * 86_400_000) })]);
  await send(who);
  expect(toldOn(device)).toEqual([]);
  await giveMail(who, [mail("News")]);
  await send(who);
  expect(toldOn(device)).toEqual(["Priya Nair: News"]);
});

test("mail that is loaded once more, or comes to two mailboxes, notifies once [NTF-22]", async () => {
  const { who, device } = await reader();
  const twice = mail("Twice");
  await giveMail(who, [twice]);
  await giveMail(who, [twice]);
  await send(who);
  expect(toldOn(device)).toEqual(["Priya Nair: Twice"]);
  // As if the messages were lost and their mailbox were loaded again.
  await peek("delete from messages where user_id = $1", [who.id]);
  await peek("update mailboxes set cursor = '{}' where user_id = $1", [who.id]);
  const [box] = await peek<{ id: string }>("select id from mailboxes where user_id = $1", [who.id]);
  const key = { tenantId: who.tenantId, userId: who.id, id: box?.id ?? "" };
  await syncMailbox(world, key);
  await syncMailbox(world, key);
  expect((await listOf(who)).items.length).toBeGreaterThan(0);
  await send(who);
  expect(toldOn(device)).toEqual([]);
});

test("spam, sent mail, own mail, blocked senders and muted threads do not notify [NTF-22]", async () => {
  const { who, device } = await reader();
  await giveMail(who, [mail("party", { messageId: "<party@x.test>" })]);
  await send(who);
  toldOn(device);
  await call(who, api.snooze.mute, { body: { ids: [await idOf(who, "party")], muted: true } });
  await peek(
    "insert into blocked_senders (tenant_id, user_id, address, created_at) values ($1, $2, 'spammer@example.com', now() - interval '1 hour')",
    [who.tenantId, who.id],
  );
  await giveMail(who, [mail("Re: party", { headers: ["In-Reply-To: <party@x.test>"] })]);
  await giveMail(who, [mail("Buy", { from: "spammer@example.com" })]);
  await giveMail(who, [mail("To myself", { from: `Me <${who.email.toUpperCase()}>` })]);
  await giveMail(who, [mail("Trash")], "trash");
  await giveMail(who, [mail("Sent")], "sent");
  await send(who);
  expect(toldOn(device)).toEqual([]);
});

test("mail that was read, archived or deleted meanwhile does not notify [NTF-22]", async () => {
  const { who, device } = await reader();
  await giveMail(who, [mail("Read"), mail("Archived"), mail("Deleted"), mail("Kept")]);
  await call(who, api.inbox.markRead, { params: { id: await idOf(who, "Read") }, body: {} });
  await call(who, api.actions.apply, { body: { ids: [await idOf(who, "Archived")], action: "archive" } });
  await call(who, api.inbox.deleteMessage, { params: { id: await idOf(who, "Deleted") } });
  await send(who);
  expect(toldOn(device)).toEqual(["Priya Nair: Kept"]);
});

test("many messages are told of together [NTF-23]", async () => {
  const { who, device } = await reader();
  const senders = ["Ada <ada@x.test>", "Bo <bo@x.test>", "Cy <cy@x.test>", "Di <di@x.test>"];
  await giveMail(
    who,
    Array.from({ length: 12 }, (_, at) => mail(`Mail ${at}`, { from: senders[at % 4] ?? "" })),
  );
  await send(who);
  const [payload, ...rest] = push.payloadsOf(device.path);
  expect(rest).toEqual([]);
  expect(payload).toMatchObject({ title: "12 new messages", count: 12, path: "/inbox" });
  expect(String(payload?.body).split(", ")).toHaveLength(3);
});

test("sender and subject can be hidden, also of many messages [NTF-24]", async () => {
  const { who, device } = await reader();
  await save(who, { hidesContent: true });
  await giveMail(who, [mail("Secret")]);
  await send(who);
  expect(toldOn(device)).toEqual(["New message: "]);
  await giveMail(
    who,
    [1, 2, 3, 4].map((at) => mail(`Secret ${at}`)),
  );
  await send(who);
  expect(toldOn(device)).toEqual(["4 new messages: "]);
  for (const { payload } of push.taken.filter(({ path }) => path === device.path))
    expect(JSON.stringify(payload)).not.toMatch(/Secret|Priya/);
});

test("a device is told in its language, and hostile text stays one short line [NTF-20]", async () => {
  const { who, device } = await reader();
  await peek("update notification_devices set language = 'hi' where id = $1", [device.id]);
  await giveMail(who, [mail(`x\u202e${"long ".repeat(400)}`, { from: '"A\u2066\u202eda" <ada@x.test>' })]);
  await send(who);
  const [told] = push.payloadsOf(device.path);
  expect(told?.title).toBe("Ada");
  expect([...String(told?.body)]).toHaveLength(300);
  expect(String(told?.body)).not.toMatch(/[\u202e\u2066]/);
  await giveMail(
    who,
    [1, 2, 3, 4].map((at) => mail(`Mail ${at}`)),
  );
  await send(who);
  expect(push.payloadsOf(device.path).at(-1)?.title).toMatch(/[\u0900-\u097f]/);
});

test("notifications can be turned off, for a mailbox too [NTF-30] [NTF-31]", async () => {
  const { who, device } = await reader();
  await save(who, { isOn: false });
  const mailbox = await giveMail(who, [mail("One")]);
  await send(who);
  await save(who, { silentMailboxes: [mailbox] });
  await giveMail(who, [mail("Two")]);
  await send(who);
  expect(toldOn(device)).toEqual([]);
  await save(who, {});
  await giveMail(who, [mail("Three")]);
  await send(who);
  expect(toldOn(device)).toEqual(["Priya Nair: Three"]);
});

test("in quiet hours nothing notifies, not even later [NTF-33]", async () => {
  const { who, device } = await reader();
  const { hour, minute } = { hour: new Date().getUTCHours(), minute: new Date().getUTCMinutes() };
  const now = hour * 60 + minute;
  const days = [1, 2, 3, 4, 5, 6, 7];
  await save(who, { quietHours: { from: (now + 1380) % 1440, to: (now + 60) % 1440, days } });
  await giveMail(who, [mail("Night")]);
  await send(who);
  await save(who, { quietHours: { from: (now + 120) % 1440, to: (now + 180) % 1440, days } });
  await send(who);
  expect(toldOn(device)).toEqual([]);
  await giveMail(who, [mail("Day")]);
  await send(who);
  expect(toldOn(device)).toEqual(["Priya Nair: Day"]);
});

test("only people: whom the user wrote to or saved, and colleagues [NTF-34]", async () => {
  const { who, device } = await reader();
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  const stranger = await person("NORMAL_USER");
  await save(who, { onlyPeople: true });
  await call(who, api.people.create, { body: { name: "Saved", addresses: ["saved@x.test"] } });
  await giveMail(who, [mail("My own", { from: who.email, to: "Known <known@x.test>" })], "sent");
  const [box] = await peek<{ id: string }>("select id from mailboxes where user_id = $1", [who.id]);
  await learnPeople(world, { tenantId: who.tenantId, userId: who.id, source: box?.id ?? "" });
  for (const from of ["Known@x.test", "saved@x.test", colleague.email, stranger.email, "news@x.test"]) {
    await giveMail(who, [mail(from, { from })]);
    await send(who);
  }
  expect(toldOn(device)).toEqual(["Known@x.test", "saved@x.test", colleague.email].map((from) => `${from}: ${from}`));
});

test("only important: addressed to the user, and from no list or program [NTF-35]", async () => {
  const { who, device } = await reader();
  await save(who, { onlyImportant: true });
  const to = `Me <${who.email.toUpperCase()}>`;
  const others = "others@x.test";
  const mails = [
    mail("Direct", { to }),
    mail("In copy", { to: others, headers: [`Cc: ${to}`] }),
    mail("Hidden copy", { to: others }),
    mail("List", { to, headers: ["List-Id: <l.x.test>"] }),
    mail("Bulk", { to, headers: ["Precedence: bulk"] }),
    mail("Program", { to, from: "no-reply@x.test" }),
  ];
  for (const one of mails) {
    await giveMail(who, [one]);
    await send(who);
  }
  expect(toldOn(device)).toEqual(["Priya Nair: Direct", "Priya Nair: In copy"]);
});

test("a thread that comes back from a snooze notifies once [NTF-25]", async () => {
  const { who, device } = await reader();
  const thread = [
    mail("offer", { messageId: "<offer@x.test>", date: new Date(Date.now() - 60_000) }),
    mail("Re: offer", { headers: ["In-Reply-To: <offer@x.test>"] }),
  ];
  await giveMail(who, thread);
  await send(who);
  toldOn(device);
  const id = await idOf(who, "offer");
  await call(who, api.snooze.snooze, { body: { ids: [id], until: new Date(Date.now() + 3_600_000).toISOString() } });
  await peek("update notifications set created_at = now() - interval '1 hour' where user_id = $1", [who.id]);
  advance(3_700_000);
  await wakeSnoozed(world);
  await wakeSnoozed(world);
  advance(-3_700_000);
  await send(who);
  expect(toldOn(device)).toEqual(["Priya Nair: Back from snooze: Re: offer"]);

  // An answer brings it back: the answer notifies, the thread does not.
  await call(who, api.snooze.snooze, { body: { ids: [id], until: new Date(Date.now() + 3_600_000).toISOString() } });
  await giveMail(who, [mail("Re: offer, yes", { headers: ["In-Reply-To: <offer@x.test>"] })]);
  await wakeSnoozed(world);
  await send(who);
  expect(toldOn(device)).toEqual(["Priya Nair: Re: offer, yes"]);
});

test("a rule notifies in a transaction of its own, of mail in any folder and whoever sent it [NTF-26]", async () => {
  const { who, device, owner } = await reader();
  await save(who, { onlyPeople: true });
  await giveMail(who, [mail("Invoice")]);
  const messageId = await idOf(who, "Invoice");
  await fencedTransaction(world.db, owner, (tx) => enqueueNotification(tx, { ...owner, messageId }));
  await call(who, api.actions.apply, { body: { ids: [messageId], action: "archive" } });
  await send(who);
  expect(toldOn(device)).toEqual(["Priya Nair: Invoice"]);
  // A message of somebody else, and a rule that is rolled back.
  const { owner: other, who: stranger, device: theirs } = await reader();
  await fencedTransaction(world.db, other, (tx) => enqueueNotification(tx, { ...other, messageId }));
  await giveMail(who, [mail("Later")]);
  const later = await idOf(who, "Later");
  await expect(
    fencedTransaction(world.db, owner, async (tx) => {
      await enqueueNotification(tx, { ...owner, messageId: later });
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await send(stranger);
  await send(who);
  expect([...toldOn(theirs), ...toldOn(device)]).toEqual([]);
});

test("a rule notifies of mail that the settings left out before, but once and not in quiet hours [NTF-26]", async () => {
  const { who, device, owner } = await reader();
  const notifyByRule = async (messageId: string) => {
    await fencedTransaction(world.db, owner, (tx) => enqueueNotification(tx, { ...owner, messageId }));
    await send(who);
  };
  await save(who, { onlyPeople: true });
  await giveMail(who, [mail("Left out")]);
  await send(who);
  expect(toldOn(device)).toEqual([]);
  const messageId = await idOf(who, "Left out");
  await notifyByRule(messageId);
  expect(toldOn(device)).toEqual(["Priya Nair: Left out"]);
  await notifyByRule(messageId);
  expect(toldOn(device)).toEqual([]);
  await save(who, { onlyPeople: true, quietHours: { from: 0, to: 0, days: [1, 2, 3, 4, 5, 6, 7] } });
  await giveMail(who, [mail("At night")]);
  await send(who);
  await notifyByRule(await idOf(who, "At night"));
  expect(toldOn(device)).toEqual([]);
});

test("a user without a device costs no rows, and old rows are deleted [NTF-40]", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mail("Before")]);
  await deliverLocally({ folder: localMailFolder(world.config.dataDir, who.id) }, Buffer.from(mail("News")), "inbox");
  await giveMail(who, []);
  expect(await peek("select from notifications where user_id = $1", [who.id])).toEqual([]);

  const { who: other, device } = await reader();
  await giveMail(other, [mail("News")]);
  await peek("update notifications set created_at = now() - interval '5 days' where user_id = $1", [other.id]);
  await peek(
    `insert into notification_deliveries (tenant_id, id, user_id, device_id, kind, message_ids, created_at, claimed_at)
     values ($1, gen_random_uuid(), $2, $3, 'new', '{}', now() - interval '2 days', now())`,
    [other.tenantId, other.id, device.id],
  );
  await purgeNotifications(world);
  expect(await peek("select from notifications where user_id = $1", [other.id])).toEqual([]);
  expect(await peek("select from notification_deliveries where user_id = $1", [other.id])).toEqual([]);
});
