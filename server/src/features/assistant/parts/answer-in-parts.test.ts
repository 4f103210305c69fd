import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { assistantWorld } from "#test/assistant-world.ts";

const { call, peek, withModel, stream } = await assistantWorld();

/** About 3,000 tokens each: the window of the test's model takes one or two. */
const thread = Array.from({ length: 6 }, (_, at) => ({
  from: `Person ${at}`,
  to: "",
  at: "2026-11-12T09:00:00Z",
  body: `Topic${at} is decided. ${"Nothing else of note was said here. ".repeat(290)}`,
}));
const numbersIn = (prompt: string) => [...prompt.matchAll(/Topic(\d)/g)].map(([, number]) => Number(number));
const digestOf = (prompt: string) => ({
  summary: numbersIn(prompt).map((number, source) => ({ text: `Topic${number} is decided.`, source })),
  actions: numbersIn(prompt).map((number, source) => ({ action: `Do Topic${number}`, source })),
});

test("a thread that is longer than the model's window is read in parts, with progress, and keeps its sources", async () => {
  const { who, model } = await withModel(({ prompt }) => ({ pieces: [JSON.stringify(digestOf(prompt))] }));
  const events = await stream(who, "/summarize/generate", { thread });
  const progress = events.flatMap(({ event, data }) => (event === "progress" ? [data.text] : []));
  expect(progress[0]).toMatch(/^Reading 6 parts, about [\d,]+ tokens$/);
  expect(progress).toContain("Reading part 3 of 6");
  const done = events.at(-1)?.data;
  expect(done.summary).toEqual(thread.map((_, at) => `Topic${at} is decided.`));
  expect(done.summarySources).toEqual([0, 1, 2, 3, 4, 5]);
  expect(
    done.actions.map(({ action, sourceIndex }: { action: string; sourceIndex: number }) => [action, sourceIndex]),
  ).toEqual(thread.map((_, at) => [`Do Topic${at}`, at]));
  // Each call fits into the window of 8,000 tokens, and the last one is made from the key points.
  for (const { prompt } of model.calls) expect(prompt.length).toBeLessThan(8_000 * 3.5);
  expect(model.calls).toHaveLength(7);
  expect(model.calls.at(-1)?.prompt).not.toContain("Nothing else of note");
});

test("a model whose provider states a large window reads the same thread at once, and is asked for it only once", async () => {
  let lists = 0;
  const { who, model } = await withModel(({ path, prompt }) => {
    if (path !== "/models") return { pieces: [JSON.stringify(digestOf(prompt))] };
    lists++;
    return { status: 200, body: { data: [{ id: "test-model", max_model_len: 65_536 }] } };
  });
  for (const calls of [1, 2]) {
    const { body } = await call(who, api.assistant.summarize, { body: { thread } });
    expect(body.summary).toHaveLength(6);
    expect(model.calls).toHaveLength(calls);
  }
  // A short task asks nobody.
  await call(who, api.assistant.suggestSubject, { body: { emailBody: "Topic1 is decided." } });
  expect(lists).toBe(1);
});

test("a part that cannot be read is named, and the others are used", async () => {
  const { who } = await withModel(({ prompt }) =>
    numbersIn(prompt).join() === "2" ? { pieces: ["{]"] } : { pieces: [JSON.stringify(digestOf(prompt))] },
  );
  const { body } = await call(who, api.assistant.summarize, { body: { thread } });
  expect(body).toMatchObject({ provider: "compatible", warnings: [{ kind: "unread-part", text: "Part 3 of 6" }] });
  expect(body.summary).toHaveLength(5);
});

test("a long mail is answered from its beginning and the key points of its parts", async () => {
  const { who, model } = await withModel(({ prompt }) => ({
    pieces: [
      prompt.startsWith("Summarize") ? JSON.stringify(digestOf(prompt)) : "Dear all, thank you for the minutes.",
    ],
  }));
  const emailBody = thread.map(({ body }) => body).join("\n");
  const { body } = await call(who, api.assistant.draftReply, { body: { emailBody } });
  expect(body).toMatchObject({ reply: "Dear all, thank you for the minutes.", provider: "compatible" });
  const last = model.calls.at(-1)?.prompt ?? "";
  expect(last).toContain("- Topic5 is decided.");
  expect(last.length).toBeLessThan(8_000 * 3.5);
});

test("reading in parts is refused before it begins if the quota is too small for it", async () => {
  const { who, model } = await withModel(({ prompt }) => ({ pieces: [JSON.stringify(digestOf(prompt))] }));
  await peek("update plans set monthly_tokens = 9000 where id = (select plan_id from tenants where id = $1)", [
    who.tenantId,
  ]);
  expect(await call(who, api.assistant.summarize, { body: { thread } })).toMatchObject({
    status: 429,
    body: { code: "quota_exceeded", error: expect.stringMatching(/takes about [\d,]+ AI tokens/) },
  });
  expect(model.calls).toHaveLength(0);
});

test("reading in parts is refused before it begins if the daily budget in money is too small for it", async () => {
  // A model whose price is known.
  const { who, model } = await withModel(({ prompt }) => ({ pieces: [JSON.stringify(digestOf(prompt))] }));
  await peek(
    "update ai_settings set provider = 'openai', model = 'gpt-3.5-turbo', daily_cost = 0.01 where tenant_id = $1",
    [who.tenantId],
  );
  expect(await call(who, api.assistant.summarize, { body: { thread } })).toMatchObject({
    status: 429,
    body: {
      code: "quota_exceeded",
      error: expect.stringMatching(/costs about \$0\.01, and the daily AI budget has \$0\.01 left/),
    },
  });
  expect(model.calls).toHaveLength(0);
});

test("no further part is read after the browser disconnects", async () => {
  const { who, model } = await withModel(() => ({ pieces: ["{"], hang: true }));
  const leaving = new AbortController();
  const pending = stream(who, "/summarize/generate", { thread }, leaving.signal).catch(() => "gone");
  await expect.poll(() => model.calls.length, { timeout: 10_000 }).toBe(3);
  leaving.abort();
  expect(await pending).toBe("gone");
  await expect.poll(() => model.closedEarly.length, { timeout: 10_000 }).toBe(3);
  const rows = () => peek("select succeeded from ai_usage where tenant_id = $1", [who.tenantId]);
  // The task has ended when its usage is recorded.
  await expect.poll(rows, { timeout: 10_000 }).toEqual([{ succeeded: false }]);
  expect(model.calls).toHaveLength(3);
});
