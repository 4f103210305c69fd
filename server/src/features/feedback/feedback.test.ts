import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { outboxWorld } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, peek, writer } = await outboxWorld();
const { assistant, feedback } = api;

async function draftFor(who: Caller): Promise<string> {
  const { body } = await call(who, assistant.draftEmail, { body: { intent: "Thank Meera for the boxes" } });
  return body.usageId ?? "";
}
const give = (who: Caller, id: string, body: object) =>
  call(who, feedback.give, { params: { id }, body: body as { changed?: number } });
const figuresFor = async (who: Caller) => (await call(who, feedback.figures, { query: {} })).body.items;

test("ratings and changes are counted for the company's admin, without text or names [FBK-01] [FBK-03]", async () => {
  const admin = await person("ADMIN");
  const who = await person("NORMAL_USER", { tenantId: admin.tenantId });
  const [first, second, third] = [await draftFor(who), await draftFor(who), await draftFor(who)];
  await give(who, first, { rating: "up" });
  await give(who, first, { changed: 0 });
  await give(who, second, { rating: "down", changed: 0.5 });
  await give(who, third, { changed: 0.25 });
  const expected = { kind: "compose", provider: "builtin", model: "builtin", answers: 3, up: 1, down: 1, sent: 3 };
  expect(await figuresFor(admin)).toEqual([{ ...expected, unchanged: 1, changed: 0.25 }]);
});

test("a rating can be changed and taken back, and keeps the share of changes [FBK-01]", async () => {
  const admin = await person("ADMIN");
  const id = await draftFor(admin);
  await give(admin, id, { rating: "up", changed: 0.1 });
  await give(admin, id, { rating: "down" });
  expect(await figuresFor(admin)).toMatchObject([{ up: 0, down: 1, sent: 1 }]);
  await give(admin, id, { rating: null });
  expect(await figuresFor(admin)).toMatchObject([{ up: 0, down: 0, sent: 1 }]);
});

test("only the user who got an answer can rate it [FBK-01]", async () => {
  const who = await person("NORMAL_USER");
  const colleague = await person("ADMIN", { tenantId: who.tenantId });
  const stranger = await person("ADMIN");
  const id = await draftFor(who);
  for (const other of [colleague, stranger]) expect((await give(other, id, { rating: "down" })).status).toBe(404);
  expect(await figuresFor(stranger)).toEqual([]);
  expect(await peek("select id from ai_feedback where id = $1", [id])).toEqual([]);
});

test("the mail of a draft is kept, and must be the caller's own [FBK-02] [STY-14]", async () => {
  const { who, send } = await writer();
  const { messageId } = (await send()).body;
  const id = await draftFor(who);
  const kept = (usage: string) => peek("select message_id, changed from ai_feedback where id = $1", [usage]);
  expect((await give(who, id, { changed: 0, messageId: messageId.slice(1, -1) })).status).toBe(200);
  expect(await kept(id)).toEqual([{ message_id: messageId, changed: 0 }]);
  const colleague = await person("ADMIN", { tenantId: who.tenantId });
  const stranger = await person("ADMIN");
  for (const other of [colleague, stranger]) {
    const theirs = await draftFor(other);
    const { status, body } = await give(other, theirs, { changed: 0, messageId });
    expect([status, body]).toMatchObject([404, { error: "Mail not found" }]);
    expect(await kept(theirs)).toEqual([]);
  }
  expect((await give(who, id, { changed: 0, messageId: "<nobody@nowhere.test>" })).status).toBe(404);
});

test.each<[string, object]>([
  ["nothing", {}],
  ["an unknown rating", { rating: "great" }],
  ["a share above one", { changed: 1.5 }],
  ["a share that is no number", { changed: "half" }],
  ["a mail without a share", { messageId: "<a@b.test>" }],
  ["a Message-ID that is none", { changed: 0, messageId: "<a b>" }],
  ["a text", { rating: "up", text: "secret" }],
])("%s is refused [FBK-01]", async (_name, body) => {
  const who = await person("NORMAL_USER");
  const id = await draftFor(who);
  expect((await give(who, id, body)).status).toBe(400);
});

test("only admins see the figures [FBK-03]", async () => {
  const who = await person("NORMAL_USER");
  expect((await call(who, feedback.figures, { query: {} })).status).toBe(403);
  const admin = await person("ADMIN");
  expect((await call(admin, feedback.figures, { query: { days: 0 } })).status).toBe(400);
});
