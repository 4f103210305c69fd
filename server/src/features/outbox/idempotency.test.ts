import { expect, test } from "vitest";
import { outboxWorld } from "#test/outbox-world.ts";

const { writer, logsOf, rowsOf, send: sendAs, person } = await outboxWorld();

test("twenty concurrent calls with the same key send one mail with one Message-ID [SND-01]", async () => {
  const { who, server, send } = await writer();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send({}, { "idempotency-key": "k1" })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(server.mails).toHaveLength(1);
  expect(await logsOf(who)).toHaveLength(1);
  const later = await send({}, { "idempotency-key": "k1" });
  expect(later.body).toEqual(answers[0]?.body);
  expect(server.mails).toHaveLength(1);
});

test("a key used for another mail is refused; another user's key is independent [SND-01]", async () => {
  const { who, server, send } = await writer();
  await send({}, { "idempotency-key": "k1" });
  for (const other of [{ subject: "Other" }, { body: "Other" }, { to: ["else@example.com"] }]) {
    const { status, body } = await send(other, { "idempotency-key": "k1" });
    expect(status).toBe(409);
    expect(body.error).toBe("This Idempotency-Key was used for another mail.");
  }
  expect((await send({}, { "idempotency-key": "k1", "x-track-engagement": "1" })).status).toBe(409);
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  expect((await sendAs(colleague, {}, { "idempotency-key": "k1" })).status).toBe(200);
  expect(server.mails).toHaveLength(2);
});

test("a repeated key returns the same failure without another attempt [SND-01]", async () => {
  const { who, server, send } = await writer();
  server.script.rcpt = "550 5.1.1 No such user";
  const first = await send({}, { "idempotency-key": "k1" });
  const second = await send({}, { "idempotency-key": "k1" });
  expect(first.status).toBe(502);
  expect(second.body).toEqual(first.body);
  expect(await rowsOf(who)).toMatchObject([{ phase: "failed", attempts: 1 }]);
});

test("a mail that was refused before it was accepted leaves its key free", async () => {
  const { send } = await writer();
  expect((await send({ subject: "" }, { "idempotency-key": "k1" })).status).toBe(400);
  expect((await send({}, { "idempotency-key": "k1" })).status).toBe(200);
});
