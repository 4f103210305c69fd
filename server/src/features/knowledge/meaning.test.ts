import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { assistantWorld } from "#test/assistant-world.ts";
import { embeddingsFor, inputsOf, isEmbedding } from "#test/fake-embeddings.ts";
import type { startFakeModel } from "#test/fake-model.ts";
import { until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";
import { declareJobs } from "../../jobs.ts";
import { embedPieces } from "./embed-pieces.ts";

const { call, withModel, person, peek, world } = await assistantWorld();
await declareJobs(world);
const { knowledge, aiSettings, companyAi } = api;

type Answer = Parameters<typeof startFakeModel>[0];
const reply = "Hi Tom,\n\nyou get your money back.\n\nBest,\nAsha\n\nUsed: K1";
const withMeaning = (embed: Answer = (given) => embeddingsFor(given), settings: object = {}) =>
  withModel((given, count) => (isEmbedding(given) ? embed(given, count) : { pieces: [reply] }), {
    embeddingModel: "meaning-1",
    ...settings,
  });
const know = async (who: Caller, text: string, parts: object = {}) =>
  (await call(who, knowledge.create, { body: { kind: "fact", text, ...parts } } as never)).body;
const progress = async (who: Caller) => (await call(who, knowledge.list)).body.meaning;
const find = async (who: Caller, q: string) =>
  (await call(who, knowledge.search, { query: { q } })).body.items.map(({ text }) => text);
const embed = (who: Caller) => embedPieces(world, { tenantId: who.tenantId });
/** As if the pause after a failure were over. */
const endPause = (who: Caller) =>
  peek("update knowledge_sources set embed_at = now() where tenant_id = $1", [who.tenantId]);
const vectors = (who: Caller) =>
  peek<{ model: string; dimension: number }>("select model, dimension from knowledge_vectors where tenant_id = $1", [
    who.tenantId,
  ]);
const save = (who: Caller, url: string, parts: object) =>
  call(who, aiSettings.update, {
    body: {
      ...{ provider: "compatible", model: "test-model", temperature: 0.2, systemPrompt: "", baseUrl: url, ...parts },
    },
  } as never);

const moneyBack = "You get your money back within 30 days.";
const parking = "Parking is behind the church.";

test("pieces are found by meaning once they are embedded, and words still count [KNO-30] [KNO-31]", async () => {
  const { who } = await withMeaning();
  await know(who, moneyBack);
  await know(who, parking);
  expect(await progress(who)).toEqual({ model: "meaning-1", embedded: 0, pieces: 2, problem: null });
  expect(await find(who, "refund")).toEqual([]);
  await embed(who);
  expect(await progress(who)).toEqual({ model: "meaning-1", embedded: 2, pieces: 2, problem: null });
  expect(await vectors(who)).toEqual(Array(2).fill({ model: "compatible meaning-1", dimension: 64 }));
  expect((await find(who, "refund"))[0]).toBe(moneyBack);
  expect((await find(who, "church"))[0]).toBe(parking);
  const usage = await peek("select kind, tokens_in from ai_usage where tenant_id = $1", [who.tenantId]);
  expect(usage).toContainEqual({ kind: "embed", tokens_in: 7 });
});

test("a reply gets a piece that fits by meaning, and names it as used [KNO-31]", async () => {
  const { who, model } = await withMeaning();
  const entry = await know(who, moneyBack);
  await embed(who);
  const body = { emailBody: "Hi Asha,\n\nCan I still get a refund for the raft?\n\nTom" };
  const answer = await call(who, api.assistant.draftReply, { body } as never);
  expect(model.calls.find((one) => !isEmbedding(one))?.prompt).toContain(moneyBack);
  expect(answer.body.sources).toMatchObject([{ id: entry.id }]);
});

test("without an embedding model nothing is sent, and everything works by words [KNO-30]", async () => {
  const { who, model } = await withModel(() => ({ pieces: [reply] }));
  await know(who, moneyBack);
  await embed(who);
  await embedPieces(world, {});
  expect(await progress(who)).toBeNull();
  expect(await find(who, "money")).toEqual([moneyBack]);
  expect(model.calls).toEqual([]);
});

test("a changed entry and a changed model are embedded again, a removed entry leaves nothing [KNO-32]", async () => {
  const { who, model } = await withMeaning();
  const entry = await know(who, moneyBack);
  await embed(who);
  await embed(who);
  expect(model.calls).toHaveLength(1);
  await call(who, knowledge.update, { params: { id: entry.id }, body: { text: parking, basedOn: 1 } } as never);
  expect(await vectors(who)).toEqual([]);
  expect(await progress(who)).toMatchObject({ embedded: 0, pieces: 1 });
  await embed(who);
  expect((await find(who, "Where can I leave my car?"))[0]).toBe(parking);
  expect((await save(who, model.url, { embeddingModel: "meaning-2" })).status).toBe(200);
  expect(await progress(who)).toMatchObject({ model: "meaning-2", embedded: 0 });
  await embed(who);
  expect(await vectors(who)).toEqual([{ model: "compatible meaning-2", dimension: 64 }]);
  await peek("delete from knowledge_sources where id = $1", [entry.id]);
  expect(await vectors(who)).toEqual([]);
});

test("an entry of many pieces is embedded in batches, and each piece once by two processes [KNO-32]", async () => {
  const { who, model } = await withMeaning();
  const text = Array.from({ length: 150 }, (_, at) => `Paragraph ${at} ${"tells of pumps and rafts ".repeat(20)}`);
  const { pieces } = await know(who, text.join("\n\n"), { kind: "page", title: "Long" });
  await Promise.all([embed(who), embed(who)]);
  expect(await progress(who)).toMatchObject({ embedded: pieces, pieces });
  expect(await vectors(who)).toHaveLength(pieces);
  const sizes = model.calls.map((one) => inputsOf(one).length);
  expect(Math.max(...sizes)).toBe(64);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(pieces);
});

const hostile: [string, ReturnType<Answer>, string][] = [
  ["a wrong key", { status: 401, body: { error: { message: "bad key" } } }, "auth"],
  ["too many calls", { status: 429 }, "throttled"],
  ["an unknown model", { status: 404 }, "rejected"],
  ["a server error", { status: 500 }, "unreachable"],
  ["a lost connection", { drop: true }, "unreachable"],
  ["too few vectors", { status: 200, body: { data: [] } }, "bad_answer"],
  ["no number", { status: 200, body: { data: [{ embedding: [1, null, 3] }] } }, "bad_answer"],
  ["an infinite number", { status: 200, body: { data: [{ embedding: [1, 1e308, 1e308] }] } }, "bad_answer"],
  ["nothing but zeros", { status: 200, body: { data: [{ embedding: [0, 0, 0] }] } }, "bad_answer"],
  ["a huge vector", { status: 200, body: { data: [{ embedding: Array(9000).fill(1) }] } }, "bad_answer"],
  ["a huge body", { status: 200, body: { data: [], more: "x".repeat(17 << 20) } }, "bad_answer"],
  ["another format", { status: 200, body: "hello" }, "bad_answer"],
];

test.for(hostile)(
  "%s is shown, is tried again after a pause, and words serve meanwhile [KNO-33]",
  async ([, bad, problem]) => {
    let isBad = true;
    const { who, model } = await withMeaning((given) => (isBad ? bad : embeddingsFor(given)));
    await know(who, moneyBack);
    await embed(who);
    expect(await progress(who)).toMatchObject({ embedded: 0, problem });
    expect(await vectors(who)).toEqual([]);
    const before = model.calls.length;
    await embed(who);
    expect(model.calls).toHaveLength(before);
    expect(await find(who, "money back")).toEqual([moneyBack]);
    isBad = false;
    await endPause(who);
    await embed(who);
    expect(await progress(who)).toMatchObject({ embedded: 1, problem: null });
  },
);

test("vectors of different sizes are refused, and a query of another size finds by words [KNO-33]", async () => {
  let size = 0;
  const { who } = await withMeaning((given) => {
    const answer = embeddingsFor(given, size || 64);
    if (size === 0) answer.body.data[1]?.embedding.pop();
    return answer;
  });
  await know(who, `${parking}\n\n${"Rafts are blue. ".repeat(60)}`, { kind: "page", title: "Notes" });
  await embed(who);
  expect(await progress(who)).toMatchObject({ embedded: 0, problem: "bad_answer" });
  size = 64;
  await endPause(who);
  await embed(who);
  size = 32;
  expect(await find(who, "leave my car")).toEqual([]);
  expect(await find(who, "church")).toHaveLength(1);
});

test("a model that does not answer delays a search by a bounded time only [KNO-33]", async () => {
  let isStuck = false;
  const { who, model } = await withMeaning((given) => (isStuck ? { pieces: [], hang: true } : embeddingsFor(given)));
  await know(who, moneyBack);
  await embed(who);
  isStuck = true;
  expect(await find(who, "money back")).toEqual([moneyBack]);
  await until(() => model.closedEarly.length === 1);
});

test("nobody finds the entries of another person, company or of administrators by meaning [KNO-05] [KNO-06] [KNO-31]", async () => {
  const { who } = await withMeaning();
  const { tenantId } = who;
  const [ana, ben] = [await person("NORMAL_USER", { tenantId }), await person("NORMAL_USER", { tenantId })];
  const admin = await person("ADMIN", { tenantId });
  const { who: stranger } = await withMeaning();
  await know(ana, moneyBack);
  await know(admin, moneyBack, { isShared: true, audience: "admins" });
  await embed(who);
  await embed(stranger);
  expect(await find(ana, "refund")).toHaveLength(1);
  expect(await find(ben, "refund")).toEqual([]);
  expect(await find(admin, "refund")).toHaveLength(1);
  expect(await find(stranger, "refund")).toEqual([]);
});

test("secrets are not sent, and a used up quota stops it [KNO-34]", async () => {
  const { who, model } = await withMeaning(undefined, { dailyTokens: 1000 });
  await know(who, "The card is 4111 1111 1111 1111.");
  await embed(who);
  expect(inputsOf(model.calls[0] as never).join()).not.toContain("4111");
  await peek("update ai_usage set tokens_in = 5000 where tenant_id = $1", [who.tenantId]);
  await know(who, moneyBack);
  await embed(who);
  expect(await find(who, "money")).toEqual([moneyBack]);
  expect(model.calls).toHaveLength(1);
  expect(await progress(who)).toMatchObject({ embedded: 1, pieces: 2, problem: "quota" });
});

test("the settings test says what happened, and providers without embeddings are refused [KNO-35]", async () => {
  let status = 200;
  const { who, model } = await withMeaning((given) => (status === 200 ? embeddingsFor(given) : { status }));
  const admin = await person("ADMIN", { tenantId: who.tenantId });
  const test = async (asked: Caller) =>
    (await call(asked, asked === admin ? companyAi.testEmbedding : aiSettings.testEmbedding)).body;
  expect(await test(who)).toMatchObject({
    ok: true,
    model: "meaning-1",
    dimension: 64,
    message: expect.stringContaining("64 numbers"),
  });
  expect(await test(admin)).toMatchObject({ ok: true });
  expect((await call(admin, companyAi.get)).body).toMatchObject({ embeddingModel: "", activeEmbedding: "meaning-1" });
  status = 401;
  expect(await test(who)).toMatchObject({
    ok: false,
    dimension: 0,
    message: expect.stringContaining("did not accept the key"),
  });
  await save(who, model.url, { embeddingModel: "" });
  expect(await test(who)).toMatchObject({
    ok: false,
    model: "",
    message: expect.stringContaining("searched by words"),
  });
  const refused = await save(who, "", { provider: "anthropic", model: "claude", apiKey: "k", embeddingModel: "x" });
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { embeddingModel: "Anthropic has no embedding models" } },
  });
  const body = { source: "owner", provider: "openai", embeddingModel: "not-allowed" };
  expect((await call(admin, companyAi.update, { body } as never)).status).toBe(400);
  expect((await call(await person("NORMAL_USER"), companyAi.testEmbedding)).status).toBe(403);
});
