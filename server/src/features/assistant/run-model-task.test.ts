import { api } from "@intellibox/contract/api";
import { expect, test, vi } from "vitest";
import { assistantWorld, sampleThread as thread } from "#test/assistant-world.ts";
import type { Caller } from "#test/test-world.ts";

const logged: string[] = [];
const { person, call, peek, world, withModel, draft, stream } = await assistantWorld({
  logTo: { write: (line) => void logged.push(line) },
});

const usage = (who: Caller) =>
  peek(
    "select kind, provider, model, tokens_in, tokens_out, succeeded, user_id from ai_usage where tenant_id = $1 order by at",
    [who.tenantId],
  );

test("the tenant's model gets its key and prompt, and the answer names it [AIX-01]", async () => {
  const { who, model } = await withModel(() => ({
    pieces: ["Subject: Our ", "proposal\n\nHi Priya,\n\n", "Any news?\n\nAna"],
  }));
  const { body } = await draft(who);
  expect(body).toMatchObject({
    provider: "compatible",
    model: "test-model",
    subject: "Our proposal",
    body: "Hi Priya,\n\nAny news?\n\nAna",
    tokens: 18,
  });
  expect(model.calls[0]?.headers.authorization).toBe("Bearer key-of-acme");
  expect(model.calls[0]?.system).toContain("You write for Acme.");
});

test("an event stream brings the pieces as they are written, and ends with the whole answer [AIX-10]", async () => {
  const { who } = await withModel(() => ({
    pieces: ["Subject: Our proposal\n", "\nHi Priya,\n\n", "Any ", "news?"],
    pauseMs: 5,
  }));
  const events = await stream(who, "/compose/generate", { intent: "x", tone: "friendly" });
  expect(
    events
      .filter(({ event }) => event === "token")
      .map(({ data }) => data.text)
      .join(""),
  ).toBe("Hi Priya,\n\nAny news?");
  expect(events.filter(({ event }) => event === "token").length).toBeGreaterThan(1);
  expect(events.at(-1)).toMatchObject({
    event: "done",
    data: { subject: "Our proposal", body: "Hi Priya,\n\nAny news?", tokens: 18, provider: "compatible" },
  });

  const ana = await person("NORMAL_USER");
  for (const [path, body] of [
    ["/reply/generate", { emailBody: "Can we meet on Monday at 10?" }],
    ["/summarize/generate", { thread }],
  ] as const) {
    const built = await stream(ana, path, body);
    expect(built.at(-1)).toMatchObject({ event: "done", data: { provider: "builtin" } });
    expect(built.length).toBeGreaterThan(2);
  }
});

test("an answer in the wrong form is repaired once, then the built-in engine answers with the reason [AIX-05]", async () => {
  const good = JSON.stringify({ summary: [{ text: "The board meets on Monday.", source: 0 }], actions: [] });
  const repaired = await withModel((_call, count) => ({
    pieces: [count === 1 ? "Sure! Here is your summary." : good],
  }));
  const first = await call(repaired.who, api.assistant.summarize, { body: { thread } });
  expect(first.body).toMatchObject({
    provider: "compatible",
    summary: ["The board meets on Monday."],
    summarySources: [0],
  });
  expect(repaired.model.calls).toHaveLength(2);

  const hopeless = await withModel(() => ({ pieces: ["{]"] }));
  const second = await call(hopeless.who, api.assistant.summarize, { body: { thread } });
  expect(second.body).toMatchObject({
    provider: "builtin",
    fallback: "Provider returned an error. Its answer could not be read, twice.",
  });
  expect(hopeless.model.calls).toHaveLength(2);
});

test("the text of a stream that breaks is taken back before another answer replaces it [AIX-10]", async () => {
  const { who } = await withModel(() => ({
    pieces: ["Subject: Our offer\n\n", "Dear half a "],
    pauseMs: 20,
    cut: true,
  }));
  const events = await stream(who, "/compose/generate", { intent: "Thank Priya for the offer", tone: "friendly" });
  const reset = events.findIndex(({ event }) => event === "reset");
  const textOf = (some: typeof events) => some.map(({ data }) => data.text ?? "").join("");
  expect(textOf(events.slice(0, reset))).toBe("Dear half a ");
  const { event, data } = events.at(-1) ?? {};
  expect(event).toBe("done");
  expect(data).toMatchObject({
    provider: "builtin",
    fallback: "Provider returned an error. The AI provider's answer broke off before its end.",
  });
  expect(textOf(events.slice(reset, -1))).toBe(data.body);
  expect(data.body).not.toContain("half a");
});

test("an answer that is cut off is asked for again, and a filtered one is refused with its reason [AIX-05]", async () => {
  const shorter = await withModel((_call, count) =>
    count === 1 ? { pieces: ["Subject: A\n\nEndless"], finish: "length" } : { pieces: ["Subject: B\n\nShort."] },
  );
  const events = await stream(shorter.who, "/compose/generate", { intent: "x" });
  expect(events.map(({ event }) => event)).toEqual(["token", "reset", "token", "done"]);
  expect(events.at(-1)?.data).toMatchObject({ body: "Short.", provider: "compatible", tokens: 36 });
  expect(shorter.model.calls[1]?.prompt).toContain("it was cut off because it was too long");

  const endless = await withModel(() => ({ pieces: ["Subject: A\n\nEndless"], finish: "length" }));
  expect((await draft(endless.who)).body.fallback).toContain("too long and was cut off, twice");
  const filtered = await withModel(() => ({ pieces: ["Subject: A\n\nHalf"], finish: "content_filter" }));
  const { body } = await draft(filtered.who);
  expect(body).toMatchObject({
    provider: "builtin",
    fallback: expect.stringContaining("content filter stopped the answer"),
  });
  expect(filtered.model.calls).toHaveLength(1);
});

test("the duration of an answer includes the failed provider [AIX-05]", async () => {
  const now = performance.now.bind(performance);
  let passed = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + passed);
  const { who } = await withModel(() => {
    passed += 30_000;
    return { pieces: ["{]"] };
  });
  const { body } = await call(who, api.assistant.summarize, { body: { thread } });
  clock.mockRestore();
  expect(body.provider).toBe("builtin");
  expect(body.durationMs).toBeGreaterThanOrEqual(60_000);
});

test("a failing provider is an error if the company or the operator turned the fallback off [AIX-05]", async () => {
  const error = "Provider returned an error. Its answer could not be read, twice.";
  const strict = await withModel(() => ({ pieces: ["{]"] }), { fallback: false });
  const refused = { status: 502, body: { code: "outside_failed", error } };
  expect(await call(strict.who, api.assistant.summarize, { body: { thread } })).toMatchObject(refused);

  const lenient = await withModel(() => ({ pieces: ["{]"] }));
  world.config.aiFallback = false;
  const byOperator = await call(lenient.who, api.assistant.summarize, { body: { thread } });
  world.config.aiFallback = true;
  expect(byOperator).toMatchObject(refused);
  // The built-in engine is no provider that could fail.
  expect((await call(await person("NORMAL_USER"), api.assistant.summarize, { body: { thread } })).status).toBe(200);
});

test("the built-in engine replaces a failing provider, with the reason and never the key [AIX-18]", async () => {
  const { who } = await withModel(() => ({
    status: 401,
    body: { error: { message: "Incorrect API key: key-of-acme-0123456789-0123456789" } },
  }));
  const { status, body } = await draft(who);
  expect(status).toBe(200);
  expect(body).toMatchObject({ provider: "builtin", fallback: expect.stringContaining("did not accept the key") });
  expect(JSON.stringify(body)).not.toContain("0123456789");
  expect(JSON.stringify((await call(who, api.aiSettings.get)).body)).not.toContain("key-of-acme");

  // Failures that carry the key in their words or in their request leave no trace of it in the log.
  const strict = await withModel(
    ({ headers }) => ({ status: 400, body: { error: { message: `No: ${headers.authorization}` } } }),
    { fallback: false },
  );
  const failed = await draft(strict.who);
  expect([failed.status, failed.body.error]).toEqual([502, expect.stringContaining("It said: No: Bearer …")]);
  const tested = await call(strict.who, api.aiSettings.test, { body: { prompt: "ping" } });
  expect(tested.body.output).not.toContain("key-of-acme");
  await call(strict.who, api.aiSettings.update, { body: { provider: "nobody", apiKey: "key-of-acme-2" } });
  const log = logged.join("");
  expect(log).toContain("a model failed");
  expect(log.includes("key-of-acme")).toBe(false);
});

test("the provider's call is cancelled when the browser disconnects [AIX-09]", async () => {
  const { who, model } = await withModel(() => ({ pieces: ["Subject: a\n\nb"], hang: true }));
  const leaving = new AbortController();
  const pending = stream(who, "/compose/generate", { intent: "x" }, leaving.signal).catch(() => "gone");
  const until = async (condition: () => boolean) => {
    for (let tries = 0; tries < 250 && !condition(); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await until(() => model.calls.length > 0);
  leaving.abort();
  expect(await pending).toBe("gone");
  await until(() => model.closedEarly.length > 0);
  expect(model.closedEarly).toHaveLength(1);
});

test("every call is metered, including a failed one [AIX-17]", async () => {
  const { who } = await withModel((_call, count) => (count === 1 ? { pieces: ["Subject: a\n\nb"] } : { status: 401 }));
  await draft(who);
  await draft(who);
  expect(await usage(who)).toEqual([
    {
      kind: "compose",
      provider: "compatible",
      model: "test-model",
      tokens_in: 11,
      tokens_out: 7,
      succeeded: true,
      user_id: who.id,
    },
    {
      kind: "compose",
      provider: "compatible",
      model: "test-model",
      tokens_in: expect.any(Number),
      tokens_out: 0,
      succeeded: false,
      user_id: who.id,
    },
    {
      kind: "compose",
      provider: "builtin",
      model: "builtin",
      tokens_in: expect.any(Number),
      tokens_out: expect.any(Number),
      succeeded: true,
      user_id: who.id,
    },
  ]);
});

test("a plan's monthly token quota limits calls to providers", async () => {
  const { who } = await withModel(() => ({ pieces: ["Subject: a\n\nb"] }));
  await peek("update plans set monthly_tokens = 20 where id = (select plan_id from tenants where id = $1)", [
    who.tenantId,
  ]);
  expect([(await draft(who)).status, (await draft(who)).status]).toEqual([200, 200]);
  expect(await draft(who)).toMatchObject({
    status: 429,
    body: { code: "quota_exceeded", error: expect.stringContaining("Test plan") },
  });
});

test("a test of the settings calls the model and reports its answer or the error [API-46] [AIC-10]", async () => {
  const { who } = await withModel((_call, count) => (count === 1 ? { pieces: ["pong"] } : { status: 404 }));
  const ask = () => call(who, api.aiSettings.test, { body: { prompt: "ping" } });
  expect((await ask()).body).toMatchObject({
    ok: true,
    provider: "compatible",
    model: "test-model",
    tokens: 18,
    output: "pong",
  });
  expect((await ask()).body).toMatchObject({ ok: false, output: expect.stringContaining("does not know that model") });
});
