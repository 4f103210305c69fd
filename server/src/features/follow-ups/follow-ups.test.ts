import { api } from "@intellibox/contract/api";
import { followUpDays } from "@intellibox/contract/rules/choices";
import { expect, test } from "vitest";
import { parseMail } from "#outside/mime/parse.ts";
import { claimMailbox } from "#features/sync/lease.ts";
import { prepareBatch, storeBatch } from "#features/sync/store-batch.ts";
import { mailOf } from "#test/mail-of.ts";
import { outboxWorld } from "#test/outbox-world.ts";
import { writeDueDrafts } from "./write-drafts.ts";

const { writer, person, call, peek, logsOf, world, advance } = await outboxWorld();
const list = async (who: { token: string }, status = "ready") =>
  (await call(who, api.followUps.list, { query: { status } })).body.items;
const day = 86_400_000;

/** A user with an unanswered mail whose draft is due. */
async function unanswered(subject = "Samples") {
  const { who, server, send } = await writer("NORMAL_USER", { name: "Rohan Desai" });
  const { body } = await send({ subject, to: ["a@example.com", "b@example.com"] }, { "x-followup-days": "3" });
  await overdue(who);
  await writeDueDrafts(world);
  return { who, server, send, messageId: body.messageId };
}

/** Stores a mail with these references in one of the user's mailboxes, as a sync does. */
async function arrives(who: { tenantId: string; id: string }, from: string, references: string[]) {
  const [box] = await peek<{ id: string }>(
    "insert into mailboxes (tenant_id, id, user_id, kind, email, host) values ($1, gen_random_uuid(), $2, 'pop3', 'a@box.test', $3) returning id",
    [who.tenantId, who.id, `${crypto.randomUUID()}.box.test`],
  );
  const key = { tenantId: who.tenantId, userId: who.id, id: box?.id ?? "" };
  const claim = await claimMailbox(world, key);
  if (!claim) throw new Error("The mailbox is taken");
  const raw = Buffer.from(mailOf({ from, subject: "Re: Samples", headers: [`References: ${references.join(" ")}`] }));
  const mail = {
    remoteId: "m1",
    folders: ["inbox"],
    unread: true,
    starred: false,
    receivedAt: null,
    isPartial: false,
    raw,
  };
  const batch = { reset: [], removed: [], changed: [], arrived: [mail], remaining: 0, hasOlder: false, cursor: "1" };
  await storeBatch(world, claim, await prepareBatch(world, key, batch));
}

const overdue = ({ tenantId }: { tenantId: string }) =>
  peek("update follow_ups set due_at = now() - interval '1 minute' where tenant_id = $1", [tenantId]);

test("the draft greets and closes as its writer does, unless that is switched off [STY-13]", async () => {
  const { who, send } = await writer("NORMAL_USER", { name: "Rohan Desai" });
  const frames = [{ kind: "any" as const, language: "en" as const, greeting: "Hi {name},", signOff: "Cheers," }];
  await call(who, api.voices.save, { body: { isOn: true, edits: { frames, signsAs: "Ro" } } });
  await send({ subject: "Samples" }, { "x-followup-days": "3" });
  await overdue(who);
  await writeDueDrafts(world);
  const [voiced] = await list(who);
  expect(voiced?.body).toMatch(/^Hi,\n\nI wrote to you on[\s\S]*\n\nCheers,\nRo$/);
  await call(who, api.voices.save, { body: { isOn: false } });
  await send({ subject: "Boxes" }, { "x-followup-days": "3" });
  await overdue(who);
  await writeDueDrafts(world);
  const plain = (await list(who)).find(({ subject }) => subject === "Re: Boxes");
  expect(plain?.body).toMatch(/^Hello,[\s\S]*\n\nKind regards,\nRohan Desai$/);
});

test("without an answer in N days a draft is written and listed, and nothing is sent automatically [SND-18] [SND-21]", async () => {
  const { who, server, send } = await writer("NORMAL_USER", { name: "Rohan Desai" });
  const { body } = await send({ subject: "Samples" }, { "x-followup-days": "3" });
  await send({ subject: "No follow-up wanted" }, { "x-followup-days": "" });
  await writeDueDrafts(world);
  expect(await list(who)).toEqual([]);
  const [waiting, ...others] = await list(who, "waiting");
  expect(others).toEqual([]);
  expect(Date.parse(String(waiting?.dueAt)) - Date.now()).toBeGreaterThan(2.9 * day);
  advance(3 * day + 60_000);
  await writeDueDrafts(world);
  advance(-(3 * day + 60_000));
  const [ready] = await list(who);
  expect(ready).toMatchObject({
    status: "ready",
    to: ["priya@example.com"],
    subject: "Re: Samples",
    inReplyTo: body.messageId,
    references: [body.messageId],
    original: { messageId: body.messageId, subject: "Samples" },
  });
  expect(ready?.body).toMatch(
    /^Hello,\n\nI wrote to you on \d+ \w+ about “Samples” and have not heard back yet\..*Kind regards,\nRohan Desai$/s,
  );
  expect(server.mails).toHaveLength(2);
});

test("1, 3 and 7 days are the choices [LIM-04]", async () => {
  const { who, send } = await writer();
  for (const days of followUpDays)
    expect((await send({ subject: `${days}` }, { "x-followup-days": `${days}` })).status).toBe(200);
  expect((await send({}, { "x-followup-days": "2" })).status).toBe(400);
  const items = await list(who, "waiting");
  expect(items.map(({ days }) => days).sort()).toEqual([...followUpDays]);
});

test("one click sends the draft in its thread, and two clicks send one mail [SND-20]", async () => {
  const { who, server, messageId } = await unanswered();
  const [item] = await list(who);
  const send = () => call(who, api.followUps.send, { params: { id: item?.id ?? "" } });
  const [first, second] = await Promise.all([send(), send()]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.messageId).toBe(first.body.messageId);
  expect(server.mails).toHaveLength(2);
  const mail = await parseMail(server.mails[1]?.raw ?? Buffer.alloc(0));
  expect(mail).toMatchObject({ subject: "Re: Samples", inReplyTo: messageId, references: [messageId] });
  expect(mail.to.map(({ address }) => address)).toEqual(["a@example.com", "b@example.com"]);
  expect(await list(who)).toEqual([]);
  expect((await logsOf(who)).map(({ kind }) => kind)).toEqual(["mail", "follow-up"]);
});

test("a follow-up that is edited and sent in Compose is settled [SND-20]", async () => {
  const { who, send } = await unanswered();
  const [item] = await list(who);
  await send({ subject: item?.subject, body: "In my own words.", inReplyTo: item?.inReplyTo, followUpId: item?.id });
  expect(await list(who)).toEqual([]);
  const again = await call(who, api.followUps.send, { params: { id: item?.id ?? "" } });
  expect(again).toMatchObject({ status: 409, body: { error: "This follow-up is settled already." } });
  expect(await logsOf(who)).toHaveLength(2);
});

test("cancelling its mail in the undo time reopens a follow-up [SND-20]", async () => {
  const { who, send } = await unanswered();
  const [item] = await list(who);
  const { body } = await send({ subject: item?.subject, followUpId: item?.id }, { "x-undo-seconds": "20" });
  expect(await list(who)).toEqual([]);
  await call(who, api.outbox.cancel, { params: { messageId: body.messageId } });
  expect(await list(who)).toEqual([item]);
});

test("after its mail is cancelled, a postponed follow-up still waits, and an answered one stays settled", async () => {
  const { who, send, messageId } = await unanswered();
  const [item] = await list(who);
  const settle = () => send({ subject: item?.subject, followUpId: item?.id }, { "x-undo-seconds": "20" });
  const takeBack = (id: string) => call(who, api.outbox.cancel, { params: { messageId: id } });
  await call(who, api.followUps.postpone, { params: { id: item?.id ?? "" }, body: { days: 3 } });
  const [postponed] = await list(who, "waiting");
  await takeBack((await settle()).body.messageId);
  expect({ ready: await list(who), waiting: await list(who, "waiting") }).toEqual({ ready: [], waiting: [postponed] });

  const { body } = await settle();
  await arrives(who, "a@example.com", [messageId]);
  await takeBack(body.messageId);
  expect({ ready: await list(who), waiting: await list(who, "waiting") }).toEqual({ ready: [], waiting: [] });
});

test("a postponed follow-up waits and is written again; a dismissed one is gone [SND-20]", async () => {
  const { who } = await unanswered();
  const [item] = await list(who);
  const params = { id: item?.id ?? "" };
  const { body } = await call(who, api.followUps.postpone, { params, body: { days: 7 } });
  expect(body.status).toBe("waiting");
  expect(Date.parse(String(body.dueAt)) - Date.now()).toBeGreaterThan(6.9 * day);
  expect(await list(who)).toEqual([]);
  await overdue(who);
  await writeDueDrafts(world);
  expect(await list(who)).toHaveLength(1);
  expect((await call(who, api.followUps.dismiss, { params })).body).toEqual({ ok: true });
  expect(await list(who)).toEqual([]);
  const again = await call(who, api.followUps.send, { params });
  expect(again.body.error).toBe("This follow-up was dismissed.");
  expect((await call(who, api.followUps.postpone, { params, body: { days: 2 } })).status).toBe(400);
});

test("an answer in the thread settles a follow-up, before and after its draft is written; the sender's own mail does not", async () => {
  const { who, messageId } = await unanswered();
  await arrives(who, who.email, [messageId]);
  await arrives(who, "a@example.com", ["<something@else>"]);
  expect(await list(who)).toHaveLength(1);
  const [item] = await list(who);
  await arrives(who, "A@example.com", ["<first@example.com>", messageId]);
  expect(await list(who)).toEqual([]);
  const late = await call(who, api.followUps.send, { params: { id: item?.id ?? "" } });
  expect(late).toMatchObject({ status: 409, body: { error: "A reply has arrived. No follow-up is needed." } });
});

test("a mail that failed needs no follow-up", async () => {
  const { who, server, send } = await writer();
  server.script.rcpt = "550 5.1.1 No such user";
  await send({}, { "x-followup-days": "1" });
  await overdue(who);
  await writeDueDrafts(world);
  expect(await list(who)).toEqual([]);
  expect(await list(who, "waiting")).toEqual([]);
});

test("another user, even an administrator of the company, can neither see nor change a follow-up", async () => {
  const { who } = await unanswered();
  const [item] = await list(who);
  for (const other of [
    await person("ADMIN", { tenantId: who.tenantId }),
    await person("SUPER_ADMIN", { owner: true }),
  ]) {
    expect(await list(other)).toEqual([]);
    for (const endpoint of [api.followUps.send, api.followUps.dismiss])
      expect((await call(other, endpoint, { params: { id: item?.id ?? "" } })).status).toBe(404);
  }
  expect(await list(who)).toHaveLength(1);
});
