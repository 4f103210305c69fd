import { api } from "@intellibox/contract/api";
import { expect, test, vi } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { parseMail } from "#outside/mime/parse.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { outboundSenderOf } from "./outbound-sender.ts";
import { readRaw } from "./read-raw.ts";

const { app, writer, person, call, peek, logsOf, rowsOf, world } = await outboxWorld();
const { ownMail } = api;
type Caller = { token: string };

const inAnHour = () => new Date(Date.now() + 3_600_000);
const outboxOf = async (who: Caller, query = {}) => (await call(who, ownMail.outbox, { query })).body;
const sentOf = async (who: Caller, query = {}) => (await call(who, ownMail.sent, { query })).body;
const summaryOf = async (who: Caller) => (await call(who, ownMail.summary, {})).body;
const countOf = async ({ tenantId }: { tenantId: string }) =>
  (
    await peek<{ count: number }>("select sum(accepted)::int as count from send_counts where tenant_id = $1", [
      tenantId,
    ])
  )[0]?.count;
const later = { "x-send-at": inAnHour().toISOString() };

test("Outbox lists scheduled, waiting, failed and unconfirmed mail; Sent lists sent mail [SND-03]", async () => {
  const { who, server, send } = await writer();
  await send({ subject: "Sent" });
  await send({ subject: "Scheduled" }, later);
  server.script.rcpt = "451 4.3.0 Try later";
  await send({ subject: "Waiting" });
  server.script.rcpt = "550 5.1.1 No such user";
  await send({ subject: "Failed" });
  delete server.script.rcpt;
  server.script.end = "drop";
  await send({ subject: "Unconfirmed" });

  const { items, total } = await outboxOf(who);
  expect(total).toBe(4);
  expect(items.map(({ subject, state }) => [subject, state])).toEqual([
    ["Unconfirmed", "unconfirmed"],
    ["Failed", "failed"],
    ["Waiting", "waiting"],
    ["Scheduled", "scheduled"],
  ]);
  expect(items[1]?.detail).toContain("550 5.1.1 No such user");
  expect(items[2]?.detail).toContain("451 4.3.0 Try later");
  expect(Date.parse(String(items[2]?.sendAt))).toBeGreaterThan(Date.now());
  expect(items[3]).toMatchObject({ to: ["priya@example.com"], sendAt: later["x-send-at"], detail: null });
  expect((await outboxOf(who, { limit: 1, page: 2 })).items.map(({ subject }) => subject)).toEqual(["Failed"]);
  expect((await outboxOf(who, { q: "wait" })).items.map(({ subject }) => subject)).toEqual(["Waiting"]);

  const summary = await summaryOf(who);
  expect(summary).toMatchObject({ open: 2, scheduled: 1, failed: 2 });
  expect(await outboxOf(who, { state: "scheduled" })).toMatchObject({ total: 1, items: [{ subject: "Scheduled" }] });
  const refused = await call(who, ownMail.outbox, { query: { state: "failed" as "scheduled" } });
  expect(refused.status).toBe(400);
  expect(summary.failures.map(({ subject }) => subject)).toEqual(["Unconfirmed", "Failed"]);
  const sent = await sentOf(who);
  expect(sent).toMatchObject({
    total: 1,
    items: [{ subject: "Sent", to: ["priya@example.com"], opens: 0, clicks: 0, copyId: null }],
  });
});

test("a colleague, an admin or the platform owner can neither see nor change another user's outbox", async () => {
  const { who, send } = await writer();
  await send({ subject: "Mine" }, later);
  await send({ subject: "Gone" });
  const [{ id = "" } = {}] = (await outboxOf(who)).items;
  const others = [
    await person("NORMAL_USER", { tenantId: who.tenantId }),
    await person("ADMIN", { tenantId: who.tenantId }),
    await person("SUPER_ADMIN", { owner: true }),
    await person("ADMIN"),
  ];
  for (const other of others) {
    expect(await outboxOf(other)).toEqual({ items: [], total: 0 });
    expect(await sentOf(other)).toEqual({ items: [], total: 0 });
    expect(await summaryOf(other)).toEqual({ open: 0, scheduled: 0, failed: 0, failures: [] });
    expect(await outboxOf(other, { state: "scheduled" })).toEqual({ items: [], total: 0 });
    const statuses = [
      await call(other, ownMail.read, { params: { id } }),
      await call(other, ownMail.file, { params: { id, part: "2" } }),
      await call(other, ownMail.sendNow, { params: { id } }),
      await call(other, ownMail.reschedule, { params: { id }, body: { sendAt: inAnHour().toISOString() } }),
      await call(other, ownMail.discard, { params: { id } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
  }
  expect((await outboxOf(who)).total).toBe(1);
  for (const ask of [ownMail.outbox, ownMail.sent, ownMail.summary])
    expect((await call(null, ask, {})).status).toBe(401);
});

test("a scheduled mail can be sent now, with the current date; a cancelled one leaves no trace", async () => {
  const { who, server, send } = await writer();
  await send({ subject: "Now" }, { ...later, "x-followup-days": "3" });
  const [{ id = "" } = {}] = (await outboxOf(who)).items;
  const answer = await call(who, ownMail.sendNow, { params: { id } });
  expect([answer.status, answer.body.status]).toEqual([200, "sent"]);
  expect(server.mails).toHaveLength(1);
  const { date, messageId } = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(messageId).toBe(answer.body.messageId);
  expect(Math.abs((date?.getTime() ?? 0) - Date.now())).toBeLessThan(1_800_000);
  const [due] = await peek<{ days: number }>(
    "select extract(epoch from due_at - now()) / 86400 as days from follow_ups where tenant_id = $1",
    [who.tenantId],
  );
  expect(Number(due?.days)).toBeLessThan(3.01);
  expect((await call(who, ownMail.sendNow, { params: { id } })).body.error).toBe("This mail has been sent already.");

  await send({ subject: "Cancelled" }, later);
  const [{ id: second = "" } = {}] = (await outboxOf(who)).items;
  expect(await countOf(who)).toBe(2);
  expect((await call(who, ownMail.discard, { params: { id: second } })).body).toEqual({ ok: true });
  expect(await countOf(who)).toBe(1);
  expect((await logsOf(who)).map(({ subject }) => subject)).toEqual(["Now"]);
  for (const endpoint of [ownMail.discard, ownMail.sendNow, ownMail.read]) {
    const { status, body } = await call(who, endpoint, { params: { id: second } });
    expect([status, body.error]).toEqual([409, "This mail was cancelled, or an edited one replaced it."]);
  }
});

test("a mail that is cancelled while Send now waits is not called queued", async () => {
  const { who, server, send } = await writer();
  await send({}, later);
  const [{ id = "" } = {}] = (await outboxOf(who)).items;
  const outbound = outboundSenderOf(world);
  // All of the company's send slots are taken, so that the mail waits for one.
  let taken = 0;
  while (outbound.takeSlot(who.tenantId, 1)) taken++;
  const sending = call(who, ownMail.sendNow, { params: { id } });
  await until(async () => (await outboxOf(who)).items[0]?.state === "sending");
  await call(who, ownMail.discard, { params: { id } });
  const { status, body } = await sending;
  expect([status, body.error]).toEqual([409, "This mail was taken back."]);
  for (; taken > 0; taken--) outbound.releaseSlot(who.tenantId, 1);
  expect(server.mails).toHaveLength(0);
});

test("rescheduling a mail changes its Date header too, and refuses a time out of range", async () => {
  const { who, server, send } = await writer();
  await send({}, later);
  const [{ id = "" } = {}] = (await outboxOf(who)).items;
  const move = (sendAt: string) => call(who, ownMail.reschedule, { params: { id }, body: { sendAt } });
  expect((await move(new Date(Date.now() - 3_600_000).toISOString())).body.error).toBe("Choose a time in the future.");
  expect((await move("tomorrow")).status).toBe(400);
  expect((await move(new Date(Date.now() + 400 * 86_400_000).toISOString())).status).toBe(400);
  const sendAt = new Date(Date.now() + 7_200_000).toISOString();
  expect((await move(sendAt)).body).toMatchObject({ id, state: "scheduled", sendAt });
  await peek("update outbox set next_at = now() where id = $1", [id]);
  await outboundSenderOf(world).drain(who.tenantId);
  await until(() => server.mails.length > 0);
  const { date } = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(date?.getTime()).toBe(Math.floor(Date.parse(sendAt) / 1000) * 1000);
});

test("a failed mail can be sent again or discarded; the company's log keeps it", async () => {
  const { who, server, send } = await writer();
  server.script.rcpt = "550 5.1.1 No such user";
  await send({ subject: "Again" });
  await send({ subject: "Never mind" });
  const ids = Object.fromEntries((await outboxOf(who)).items.map(({ id, subject }) => [subject, id]));
  const refused = await call(who, ownMail.sendNow, { params: { id: ids.Again ?? "" } });
  expect([refused.status, refused.body.error]).toEqual([502, expect.stringContaining("550 5.1.1")]);
  delete server.script.rcpt;
  expect((await call(who, ownMail.sendNow, { params: { id: ids.Again ?? "" } })).body.status).toBe("sent");
  expect(server.mails).toHaveLength(1);
  await call(who, ownMail.discard, { params: { id: ids["Never mind"] ?? "" } });
  expect(await outboxOf(who)).toEqual({ items: [], total: 0 });
  expect((await logsOf(who)).map(({ subject, status }) => [subject, status])).toEqual([
    ["Again", "sent"],
    ["Never mind", "failed"],
  ]);
});

test("a mail that is being sent can neither be read for editing nor changed", async () => {
  const { who, send } = await writer();
  await send({}, later);
  const [{ id = "" } = {}] = (await outboxOf(who)).items;
  for (const phase of ["connecting", "data_sent"]) {
    await peek("update outbox set phase = $2, lease_until = now() + interval '1 hour' where id = $1", [id, phase]);
    expect((await outboxOf(who)).items[0]?.state).toBe("sending");
    const answers = [
      await call(who, ownMail.read, { params: { id } }),
      await call(who, ownMail.sendNow, { params: { id } }),
      await call(who, ownMail.reschedule, { params: { id }, body: { sendAt: inAnHour().toISOString() } }),
      await call(who, ownMail.discard, { params: { id } }),
      await send({ subject: "Edited", replaces: id }, later),
    ];
    for (const { status, body } of answers)
      expect([status, body.error]).toEqual([409, "This mail is being sent right now."]);
  }
  expect((await rowsOf(who)).map(({ phase }) => phase)).toEqual(["data_sent"]);
});

async function sendForm(who: Caller, fields: Record<string, string>, headers: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("files", new Blob(["Terms of May"], { type: "text/plain" }), "terms.txt");
  const packed = new Response(form);
  const answer = await app.inject({
    method: "POST",
    url: "/api/compose/send",
    headers: {
      authorization: `Bearer ${who.token}`,
      "content-type": packed.headers.get("content-type") ?? "",
      ...headers,
    },
    payload: Buffer.from(await packed.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a tracked mail opens for editing as it was written, with links, pictures and files; the edited mail replaces it", async () => {
  const { who, server } = await writer();
  const html = `<p>Good day, <a href="https://shop.test/a?b=1&amp;c=2">look</a> <img src="data:image/png;base64,${picture}"></p>`;
  const form = { to: "priya@example.com", subject: "Offer", html, inReplyTo: "<a@x.test>", references: "<z@x.test>" };
  const headers = { ...later, "x-track-engagement": "1", "x-followup-days": "7" };
  const first = await sendForm(who, form, headers);
  expect(first.status).toBe(202);
  const [{ id = "" } = {}] = (await outboxOf(who)).items;

  const read = (await call(who, ownMail.read, { params: { id } })).body;
  expect(read).toMatchObject({
    to: ["priya@example.com"],
    subject: "Offer",
    tracked: true,
    followUpDays: 7,
    inReplyTo: "<a@x.test>",
    references: ["<z@x.test>"],
    sendAt: later["x-send-at"],
    files: [{ fileName: "terms.txt", mimeType: "text/plain", size: 12 }],
  });
  expect(read.html).toBe(html);
  const [{ part = "" } = {}] = read.files;
  const { body: kept } = await call(who, ownMail.file, { params: { id, part } });
  expect(Buffer.from(kept.base64, "base64").toString()).toBe("Terms of May");
  expect((await call(who, ownMail.file, { params: { id, part: "99" } })).status).toBe(404);
  // Reading it changed nothing: the mail is still scheduled.
  expect(await outboxOf(who)).toMatchObject({ total: 1, items: [{ id, state: "scheduled" }] });

  const counted = await countOf(who);
  const edited = { ...form, subject: "Better offer", replaces: id };
  const second = await sendForm(who, edited, headers);
  expect(second.status).toBe(202);
  expect(await countOf(who)).toBe(counted);
  expect((await outboxOf(who)).items.map(({ subject }) => subject)).toEqual(["Better offer"]);
  expect((await logsOf(who)).map(({ subject }) => subject)).toEqual(["Better offer"]);
  // A replaced mail, or another user's, cannot be replaced, and then nothing new is accepted.
  const again = await sendForm(who, edited, headers);
  expect([again.status, again.body.error]).toEqual([409, "This mail was cancelled, or an edited one replaced it."]);
  const foreign = await sendForm(who, { ...edited, replaces: newId() }, headers);
  expect(foreign.status).toBe(404);
  expect((await outboxOf(who)).total).toBe(1);
  expect(server.mails).toEqual([]);
});

test("a large mail is read in pieces, whole, with each of its pictures", { timeout: 120_000 }, async () => {
  const { who, send } = await writer();
  const large = Buffer.alloc(4_500_000, "picture ").toString("base64");
  const pictures = Array.from({ length: 30 }, (_, at) => Buffer.from(`picture ${at}`).toString("base64"));
  const html = `<p>Look</p>${[large, ...pictures].map((data) => `<img src="data:image/png;base64,${data}">`).join("")}`;
  expect((await send({ html }, later)).status).toBe(202);
  const [{ id = "" } = {}] = (await outboxOf(who)).items;
  const { body } = await call(who, ownMail.read, { params: { id } });
  expect(body.files).toEqual([]);
  expect(body.html === html).toBe(true);
  const reach = { tenantId: who.tenantId, userId: who.id };
  const { count, size } = await fencedTransaction(world.db, reach, async (tx) => {
    const selected = vi.spyOn(tx, "select");
    const raw = await readRaw(tx, { tenantId: who.tenantId, id });
    return { count: selected.mock.calls.length, size: raw?.length };
  });
  const [stored] = await peek("select octet_length(raw) as size from outbox_contents where id = $1", [id]);
  expect({ count, size }).toEqual({ count: 2, size: stored?.size });
  const other = { tenantId: who.tenantId, id: newId() };
  expect(await fencedTransaction(world.db, reach, (tx) => readRaw(tx, other))).toBeUndefined();
});

test("a later failure is published to its sender alone [SND-03]", async () => {
  const { who, server, send } = await writer();
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  const heard: string[] = [];
  const listen = (name: string, userId: string) =>
    world.events.subscribe({ tenantId: who.tenantId, userId }, ({ kind }) => kind === "outbox" && heard.push(name));
  const stop = [listen("sender", who.id), listen("colleague", colleague.id)];
  server.script.rcpt = "550 5.1.1 No such user";
  await send({}, later);
  await until(() => heard.length > 0);
  heard.length = 0;
  await peek("update outbox set next_at = now() where tenant_id = $1", [who.tenantId]);
  await outboundSenderOf(world).drain(who.tenantId);
  await until(async () => (await summaryOf(who)).failed === 1);
  await until(() => heard.length > 0);
  expect(new Set(heard)).toEqual(new Set(["sender"]));
  for (const end of stop) end();
});
