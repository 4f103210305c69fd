import { api } from "@intellibox/contract/api";
import { maxKnowledgeSources, maxKnowledgeText } from "@intellibox/contract/rules/knowledge";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { purgeKnowledge } from "./remove-knowledge.ts";

const { person, call, peek, advance, world } = await testWorld();
const { knowledge } = api;

const fact = { kind: "fact", text: "The office opens at 8:30 and closes at 17:00." } as const;
const add = (who: Caller, parts: object = {}) => call(who, knowledge.create, { body: { ...fact, ...parts } });
const get = (who: Caller, id: string) => call(who, knowledge.get, { params: { id } });
const titlesOf = async (who: Caller) => (await call(who, knowledge.list)).body.items.map(({ title }) => title);
const find = async (who: Caller, q: string) => (await call(who, knowledge.search, { query: { q } })).body.items;
const change = (who: Caller, id: string, parts: object = {}) =>
  call(who, knowledge.update, { params: { id }, body: { text: fact.text, basedOn: 1, ...parts } });
const remove = (who: Caller, id: string, basedOn = 1) =>
  call(who, knowledge.remove, { params: { id }, query: { basedOn } });
const restore = (who: Caller, id: string) => call(who, knowledge.restore, { params: { id } });
async function company() {
  const admin = await person("ADMIN");
  const { tenantId } = admin;
  return {
    admin,
    ben: await person("NORMAL_USER", { tenantId }),
    ana: await person("NORMAL_USER", { tenantId }),
    stranger: await person("ADMIN"),
  };
}

test("a fact, an answer and a page are stored, listed, read with their pieces, and changed [KNO-01]", async () => {
  const who = await person("NORMAL_USER");
  const { status, body } = await add(who);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    kind: "fact",
    title: fact.text,
    isShared: false,
    state: "ready",
    pieces: 1,
    version: 1,
  });
  const qa = await add(who, { kind: "qa", question: "Do you ship to Norway?", text: "Yes, within 5 days." });
  expect(qa.body).toMatchObject({ title: "Do you ship to Norway?", validUntil: null, isOutOfDate: false });
  await add(who, {
    kind: "page",
    title: "Handbook",
    text: "Holidays\n\nEverybody has 30 days.\n\nTravel\n\nBook by train.",
  });
  expect(await titlesOf(who)).toEqual(["Handbook", "Do you ship to Norway?", fact.text]);
  expect((await get(who, qa.body.id)).body).toMatchObject({
    ...{ question: "Do you ship to Norway?", text: "Yes, within 5 days." },
    content: [{ heading: "Do you ship to Norway?", text: "Yes, within 5 days.", page: null }],
  });
  const changed = await change(who, body.id, { title: "Hours", text: "We open at 9." });
  expect(changed).toMatchObject({ status: 200, body: { title: "Hours", version: 2, pieces: 1 } });
  expect((await get(who, body.id)).body.content.map(({ text }) => text)).toEqual(["We open at 9."]);
  expect((await change(who, body.id)).status).toBe(409);
});

test("values that do not fit are refused, each with what is wrong [KNO-02]", async () => {
  const who = await person("NORMAL_USER");
  const refused = async (parts: object) => {
    const { status, body } = await add(who, parts);
    return [status, (body as { fields?: object }).fields];
  };
  expect(await refused({ text: " \n " })).toEqual([400, { text: "Text is required" }]);
  expect(await refused({ text: "\u0001\u200b" })).toEqual([400, { text: "Text is required" }]);
  expect(await refused({ kind: "qa" })).toEqual([400, { question: "Question is required" }]);
  expect(await refused({ kind: "page" })).toEqual([400, { title: "Title is required" }]);
  expect(await refused({ text: "x".repeat(maxKnowledgeText.fact + 1) })).toEqual([
    400,
    { text: "The text is too long: at most 2,000 characters" },
  ]);
  expect((await add(who, { kind: "page", title: "x", text: "x".repeat(maxKnowledgeText.page + 1) })).status).toBe(400);
  for (const validUntil of ["2026-02-30", "0000-01-01"]) expect((await add(who, { validUntil })).status).toBe(400);
  expect((await add(who, { kind: "file" })).status).toBe(400);
  expect(await titlesOf(who)).toEqual([]);
});

test("the number of entries of an owner is limited [KNO-02]", async () => {
  const { admin, ben } = await company();
  await peek(
    `insert into knowledge_sources (tenant_id, id, user_id, kind, title, state)
     select $1, gen_random_uuid(), null, 'fact', 'x', 'ready' from generate_series(1, $2)`,
    [admin.tenantId, maxKnowledgeSources],
  );
  expect(await add(admin, { isShared: true })).toMatchObject({
    status: 409,
    body: { error: "There are 300 entries already. Delete one that is not used any more." },
  });
  expect((await add(ben)).status).toBe(201);
  await peek("update knowledge_sources set pieces = 20000 where user_id = $1", [ben.id]);
  expect(await add(ben)).toMatchObject({ status: 409, body: { error: expect.stringContaining("no room") } });
});

test("nobody reads, finds, changes or removes the entries of another person or company [KNO-05]", async () => {
  const { admin, ben, ana, stranger } = await company();
  const own = (await add(ben, { text: "The alarm code is kept by Zoltan." })).body;
  const shared = (await add(admin, { text: "Zoltan leads the workshop.", isShared: true })).body;
  const owner = await person("SUPER_ADMIN", { owner: true });
  const reaching = async (who: Caller, id: string) => [
    (await get(who, id)).status,
    (await change(who, id)).status,
    (await remove(who, id)).status,
    (await restore(who, id)).status,
  ];
  for (const who of [admin, ana, stranger, owner]) {
    expect(await reaching(who, own.id)).toEqual([404, 404, 404, 404]);
    expect((await find(who, "alarm code Zoltan")).map(({ source }) => source.id)).not.toContain(own.id);
    expect(await titlesOf(who)).not.toContain(own.title);
    const seen = await fencedTransaction(world.db, { tenantId: who.tenantId, userId: who.id }, (tx) =>
      tx.execute(sql`select id from knowledge_pieces where user_id = ${ben.id}`),
    );
    expect(seen.rows).toEqual([]);
  }
  for (const who of [stranger, owner]) expect(await reaching(who, shared.id)).toEqual([404, 404, 404, 404]);
  // While a super admin acts for the company, knowledge stays their own.
  const acting = await call(owner, knowledge.list, {}, { "x-tenant-id": admin.tenantId });
  expect(acting.body.items).toEqual([]);
  expect((await find(ben, "Zoltan")).map(({ source }) => source.id).sort()).toEqual([own.id, shared.id].sort());
});

test("only administrators change the company's knowledge, and it is audited; members read it [KNO-06]", async () => {
  const { admin, ben } = await company();
  expect((await add(ben, { isShared: true })).status).toBe(403);
  const { body } = await add(admin, { isShared: true });
  expect((await get(ben, body.id)).status).toBe(200);
  expect([(await change(ben, body.id)).status, (await remove(ben, body.id)).status]).toEqual([403, 403]);
  await change(admin, body.id, { title: "Hours" });
  await remove(admin, body.id, 2);
  expect((await restore(ben, body.id)).status).toBe(403);
  await restore(admin, body.id);
  const rows = await peek<{ action: string }>("select action from audit_records where tenant_id = $1 order by at", [
    admin.tenantId,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(
    ["created", "updated", "deleted", "restored"].map((action) => `knowledge.${action}`),
  );
});

test("entries for administrators are hidden from members, in lists, searches and by id [KNO-06]", async () => {
  const { admin, ben } = await company();
  const secret = { isShared: true, audience: "admins", text: "Salaries rise by 3% in May." };
  const { body } = await add(admin, secret);
  expect((await get(ben, body.id)).status).toBe(404);
  expect(await find(ben, "salaries")).toEqual([]);
  expect(await titlesOf(ben)).toEqual([]);
  expect(await find(admin, "salaries")).toHaveLength(1);
  await change(admin, body.id, { ...secret, isShared: undefined, audience: "everybody" });
  expect(await find(ben, "salaries")).toHaveLength(1);
  // A person's own entry is always their own.
  expect((await add(ben, { audience: "admins" })).body.audience).toBe("everybody");
});

test("rare words and forms of a word decide which piece comes first [KNO-04]", async () => {
  const who = await person("NORMAL_USER");
  for (const product of ["pump", "valve", "filter", "motor"])
    await add(who, { text: `The price of the ${product} is ${product.length * 10} euros.` });
  await add(who, { kind: "qa", question: "How long is the guarantee?", text: "It is 24 months." });
  const texts = async (q: string) => (await find(who, q)).map(({ text }) => text);
  expect((await texts("What is the price of valves?"))[0]).toBe("The price of the valve is 50 euros.");
  expect((await texts("guarantees"))[0]).toBe("It is 24 months.");
  expect(await texts("the of is")).toEqual([]);
  expect(await texts("unheard")).toEqual([]);
  expect(await texts("' or 1=1 -- {} & | !")).toEqual([]);
});

test("an entry whose last day is over is out of date [KNO-07]", async () => {
  const who = await person("NORMAL_USER");
  const today = new Date().toISOString().slice(0, 10);
  const { body } = await add(who, { validUntil: today });
  expect(body).toMatchObject({ validUntil: today, isOutOfDate: false });
  advance(24 * 3600_000);
  expect((await get(who, body.id)).body.isOutOfDate).toBe(true);
  expect((await find(who, "office"))[0]?.source.isOutOfDate).toBe(true);
  advance(-24 * 3600_000);
});

test("a removed entry is not found, can be restored for an hour, and is then deleted with its pieces [KNO-08]", async () => {
  const who = await person("NORMAL_USER");
  const { body } = await add(who);
  const left = () => peek("select id from knowledge_pieces where user_id = $1", [who.id]);
  expect((await remove(who, body.id)).status).toBe(200);
  expect([await find(who, "office"), await titlesOf(who), (await get(who, body.id)).status]).toEqual([[], [], 404]);
  expect((await restore(who, body.id)).status).toBe(200);
  expect(await find(who, "office")).toHaveLength(1);
  await remove(who, body.id);
  advance(3600_001);
  const purge = () => fencedTransaction(world.db, "platform", (tx) => purgeKnowledge(tx, world.outside.now()));
  expect((await restore(who, body.id)).status).toBe(404);
  expect(await left()).toHaveLength(1);
  await purge();
  expect(await left()).toEqual([]);
  advance(-3600_001);
});

test("an id of nothing is not found [KNO-05]", async () => {
  const who = await person("NORMAL_USER");
  expect((await get(who, newId())).status).toBe(404);
  expect((await restore(who, newId())).status).toBe(404);
});
