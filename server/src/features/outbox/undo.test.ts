import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { outboundSenderOf } from "./outbound-sender.ts";

const { writer, person, call, peek, logsOf, rowsOf, world, advance } = await outboxWorld();
const cancel = (who: { token: string }, messageId: string) => call(who, api.outbox.cancel, { params: { messageId } });
const countOf = async ({ tenantId }: { tenantId: string }) =>
  (
    await peek<{ accepted: number }>("select sum(accepted)::int as accepted from send_counts where tenant_id = $1", [
      tenantId,
    ])
  )[0]?.accepted;

test("with undo time the call answers at once, and the mail can be cancelled without a trace", async () => {
  const { who, server, send } = await writer();
  const { status, body } = await send({}, { "x-undo-seconds": "20", "x-followup-days": "3" });
  expect(status).toBe(202);
  expect(body).toMatchObject({ status: "queued" });
  expect(Date.parse(String(body.undoUntil))).toBeGreaterThan(Date.now() + 5_000);
  expect(await logsOf(who)).toMatchObject([{ status: "queued" }]);
  expect(await countOf(who)).toBe(1);

  const cancelled = await cancel(who, body.messageId);
  expect(cancelled.body).toEqual({ messageId: body.messageId, status: "cancelled" });
  expect(await logsOf(who)).toEqual([]);
  expect(await countOf(who)).toBe(0);
  expect(await peek("select 1 from outbox_contents where tenant_id = $1", [who.tenantId])).toEqual([]);
  expect(await peek("select state from follow_ups where tenant_id = $1", [who.tenantId])).toEqual([
    { state: "dropped" },
  ]);
  await outboundSenderOf(world).drain(who.tenantId);
  expect(server.mails).toEqual([]);
  expect((await cancel(who, body.messageId)).body.error).toBe("The mail was taken back already.");
});

test("after its undo time the mail is sent, and can no longer be cancelled", async () => {
  const { who, server, send } = await writer();
  const { body } = await send({}, { "x-undo-seconds": "1" });
  await until(() => server.mails.length > 0);
  await until(async () => (await logsOf(who))[0]?.status === "sent");
  const { status, body: refusal } = await cancel(who, body.messageId);
  expect(status).toBe(409);
  expect(refusal.error).toBe("Too late to undo: the mail has been sent.");
  expect(server.mails).toHaveLength(1);
});

test("a scheduled mail is queued in the log until its time, and can be cancelled", async () => {
  const { who, server, send } = await writer();
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { status, body } = await send({}, { "x-send-at": sendAt });
  expect(status).toBe(202);
  expect(body).toMatchObject({ status: "queued", sendAt });
  await outboundSenderOf(world).drain(who.tenantId);
  expect(server.mails).toEqual([]);
  const soon = await send({}, { "x-send-at": sendAt });
  await peek("update outbox set next_at = now() where message_id = $1", [soon.body.messageId]);
  await outboundSenderOf(world).drain(who.tenantId);
  await until(() => server.mails.length === 1);
  expect((await rowsOf(who)).find(({ message_id }) => message_id === soon.body.messageId)).toBeDefined();
  expect((await cancel(who, body.messageId)).status).toBe(200);
});

test("only the sender can read the outcome of a mail", async () => {
  const { who, server, send } = await writer();
  const outcome = (asking: { token: string }, messageId: string) =>
    call(asking, api.outbox.outcome, { params: { messageId } });
  const waiting = await send({}, { "x-undo-seconds": "30" });
  expect((await outcome(who, waiting.body.messageId)).body).toMatchObject({
    status: "queued",
    undoUntil: waiting.body.undoUntil,
  });
  for (const other of [await person("ADMIN", { tenantId: who.tenantId }), await person("SUPER_ADMIN", { owner: true })])
    expect((await outcome(other, waiting.body.messageId)).status).toBe(404);
  expect((await outcome(who, "<nobody@knows.it>")).status).toBe(404);
  await cancel(who, waiting.body.messageId);
  expect((await outcome(who, waiting.body.messageId)).body).toEqual({
    id: waiting.body.id,
    messageId: waiting.body.messageId,
    status: "cancelled",
  });

  server.script.rcpt = (address) => (address === "b@example.com" ? "550 5.1.1 No such\0 user" : undefined);
  const sent = await send({ to: ["a@example.com", "b@example.com"] }, { "x-undo-seconds": "1" });
  const known = await until(async () => {
    const { body } = await outcome(who, sent.body.messageId);
    return body.status !== "queued" && body;
  });
  expect(known).toMatchObject({
    status: "sent",
    detail: expect.stringMatching(/^Not delivered to b@example.com .*No such {2}user/),
  });

  server.script.rcpt = "550 5.1.1 No such\0 user";
  const lost = await send({}, { "x-undo-seconds": "1" });
  const failed = await until(async () => {
    const { body } = await outcome(who, lost.body.messageId.slice(1, -1));
    return body.status !== "queued" && body;
  });
  expect(failed).toMatchObject({ status: "failed", detail: expect.stringMatching(/No such\s+user/) });
});

test("if a mail is cancelled and sent at the same moment, one wins, and the answer says which", async () => {
  const { who, server, send } = await writer();
  let taken = 0;
  for (let round = 0; round < 12; round++) {
    const { body } = await send({ subject: `Race ${round}` }, { "x-undo-seconds": "30" });
    await peek("update outbox set next_at = now() where message_id = $1", [body.messageId]);
    const [answer] = await Promise.all([cancel(who, body.messageId), outboundSenderOf(world).drain(who.tenantId)]);
    if (answer.status === 200) taken++;
    else expect(answer.body.error).toMatch(/^Too late to undo/);
  }
  await until(async () => (await logsOf(who)).every(({ status }) => status === "sent"));
  expect(await logsOf(who)).toHaveLength(12 - taken);
  expect(server.mails).toHaveLength(12 - taken);
  expect(await countOf(who)).toBe(12 - taken);
});

test("a colleague cannot cancel another user's mail", async () => {
  const { who, send } = await writer();
  const { body } = await send({}, { "x-undo-seconds": "30" });
  for (const other of [await person("ADMIN", { tenantId: who.tenantId }), await person("NORMAL_USER")])
    expect((await cancel(other, body.messageId)).status).toBe(404);
  expect((await cancel(who, body.messageId.slice(1, -1))).status).toBe(200);
});

test("the quota is exact under fifty mails at once, and says how many were sent and when it renews [ROL-23]", async () => {
  const { who, server, send } = await writer("NORMAL_USER", { plan: { emailQuota: 500 } });
  await peek(
    "insert into send_counts values ($1, to_char(now() at time zone 'utc', 'YYYY-MM'), 0, 300), ($1, to_char(now() at time zone 'utc', 'YYYY-MM'), 7, 180)",
    [who.tenantId],
  );
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => send({ subject: `Mail ${at}` })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(30);
  await until(() => server.mails.length === 20);
  expect(await logsOf(who)).toHaveLength(20);
  expect(await countOf(who)).toBe(500);
  const first = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1));
  const day = first.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  expect(refused[0]?.body).toMatchObject({
    code: "quota_exceeded",
    error: `Your company's plan includes 500 emails a month, and each recipient counts as one. This mail would be more. Sending renews on ${day}.`,
  });
});

test("a mail counts once for each recipient, and not at all once it is cancelled", async () => {
  const { who, send } = await writer("NORMAL_USER", { plan: { emailQuota: 500 } });
  const to = Array.from({ length: 100 }, (_, at) => `p${at}@example.com`);
  const later = { "x-undo-seconds": "30" };
  const sent = await Promise.all([1, 2, 3, 4].map((n) => send({ to, subject: `Mail ${n}` }, later)));
  expect((await send({ to: to.slice(0, 99) }, later)).status).toBe(202);
  expect(await countOf(who)).toBe(499);
  expect(await send({ to: to.slice(0, 2) }, later)).toMatchObject({ status: 429, body: { code: "quota_exceeded" } });
  expect(await countOf(who)).toBe(499);
  await cancel(who, sent[0]?.body.messageId ?? "");
  expect(await countOf(who)).toBe(399);
});

test("a plan without a limit accepts everything, and the count restarts each month [ROL-24]", async () => {
  const { who, send } = await writer("NORMAL_USER", { plan: { emailQuota: -1 } });
  await peek("insert into send_counts values ($1, to_char(now() at time zone 'utc', 'YYYY-MM'), 0, 499)", [
    who.tenantId,
  ]);
  expect((await send()).status).toBe(200);
  // Mails that were sent before the plan got a limit count against it.
  await peek("update plans set email_quota = 500 where id = (select plan_id from tenants where id = $1)", [
    who.tenantId,
  ]);
  expect((await send()).status).toBe(429);
  advance(32 * 86_400_000);
  expect((await send()).status).toBe(200);
  advance(-32 * 86_400_000);
  expect((await send()).status).toBe(429);
});

test("one refused mail of a batch does not fail the others", async () => {
  const { who, server, send } = await writer();
  const subjects = ["One", "Two \ud83d", "Three", "Four"];
  const answers = await Promise.all([
    ...subjects.map((subject) => send({ subject })),
    send({ subject: "Never", followUpId: newId() }, { "x-mailbox-id": newId() }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404]);
  expect(server.mails).toHaveLength(4);
  expect((await logsOf(who)).map(({ subject }) => subject).sort()).toEqual(["Four", "One", "Three", "Two \ufffd"]);
});
