import { api } from "@intellibox/contract/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeModel } from "#test/fake-model.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const lists: string[] = [];
const model = await startFakeModel((call) => {
  if (!call.path.endsWith("/models")) return { pieces: ["Subject: Hello\n\nDear Priya, hello."] };
  lists.push(call.headers.authorization ?? "");
  return { status: 200, body: { data: [{ id: "gpt-of-today" }, { id: "<b>odd</b>" }] } };
});
afterAll(() => model.close());
const { person, call, peek } = await testWorld({
  environment: { OPENAI_BASE: model.url, ANTHROPIC_BASE: model.url },
});
let sam: Caller;
beforeAll(async () => {
  sam = await person("SUPER_ADMIN", { owner: true });
});

const ownersForm = { provider: "openai", model: "gpt-4o", temperature: 0.3, systemPrompt: "Be brief." };
const offer = async (ana: Caller, more: object = {}) => {
  const body = { ...ownersForm, apiKey: "key-of-the-owner", ...more };
  expect((await call(sam, api.aiSettings.update, { body }, { "x-tenant-id": ana.tenantId })).status).toBe(200);
};
const own = { source: "own", provider: "openai", model: "gpt-4o-mini", apiKey: "key-of-the-company" };
const choose = (who: Caller, body: object) => call(who, api.companyAi.update, { body });
const get = async (who: Caller) => (await call(who, api.companyAi.get, {})).body;
const draft = (who: Caller) =>
  call(who, api.assistant.draftEmail, { body: { intent: "Thank Priya for the visit", tone: "friendly" } });
const lastCall = () => model.calls.at(-1);
const keyOf = (headers: Record<string, unknown> | undefined) =>
  String(headers?.authorization ?? headers?.["x-api-key"]);

test("a company uses what the owner set up, chooses among the owner's models, or uses its own key or the built-in engine", async () => {
  const ana = await person("ADMIN");
  expect(await get(ana)).toMatchObject({ source: "owner", offered: null, active: { provider: "builtin" } });
  await offer(ana, { allowedModels: ["gpt-4.1"] });
  expect(await get(ana)).toMatchObject({
    offered: { provider: "openai", model: "gpt-4o", models: ["gpt-4o", "gpt-4.1"] },
    active: { provider: "openai", model: "gpt-4o" },
    hasApiKey: false,
  });
  await draft(ana);
  expect(lastCall()?.body.model).toBe("gpt-4o");
  expect(keyOf(lastCall()?.headers)).toBe("Bearer key-of-the-owner");

  expect((await choose(ana, { source: "owner", provider: "openai", model: "gpt-4.1" })).status).toBe(200);
  await draft(ana);
  expect(lastCall()?.body.model).toBe("gpt-4.1");

  const saved = await choose(ana, { ...own, provider: "anthropic", model: "claude-haiku-5-5" });
  expect(saved.body).toMatchObject({ source: "own", hasApiKey: true, active: { provider: "anthropic" } });
  expect(JSON.stringify(saved.body)).not.toMatch(/key-of/);
  await draft(ana);
  expect(lastCall()?.path).toBe("/messages");
  expect(keyOf(lastCall()?.headers)).toBe("key-of-the-company");

  await choose(ana, { source: "builtin", provider: "anthropic", model: "claude-haiku-5-5" });
  const asked = model.calls.length;
  expect((await draft(ana)).body.provider).toBe("builtin");
  expect(model.calls).toHaveLength(asked);
  // The key was kept for its provider.
  expect(await get(ana)).toMatchObject({ hasApiKey: true });
});

test("what the owner does not allow is refused, and stops to be used when the owner takes it back", async () => {
  const ana = await person("ADMIN");
  await offer(ana, { allowedProviders: ["openai"] });
  const refused = await choose(ana, { ...own, provider: "anthropic" });
  expect({ status: refused.status, error: refused.body.error }).toEqual({
    status: 403,
    error: "Your company may not use Anthropic. Ask the owner of this installation.",
  });
  expect((await choose(ana, { source: "owner", provider: "openai", model: "gpt-5.4" })).body.error).toBe(
    "Choose one of the models that the owner allows",
  );
  // Local servers are in the operator's network, whatever the owner allows.
  for (const provider of ["ollama", "lmstudio", "llamacpp", "builtin"])
    expect((await choose(ana, { ...own, provider, baseUrl: "http://127.0.0.1:11434/v1" })).status).not.toBe(200);
  expect((await choose(ana, own)).status).toBe(200);
  await offer(ana, { allowedProviders: [] });
  const asked = model.calls.length;
  // Neither the company's nor the owner's key is used: the company chose neither this provider nor to spend the owner's money.
  expect((await draft(ana)).body.provider).toBe("builtin");
  expect(model.calls).toHaveLength(asked);
});

test("an address that a company's admin types must be public, even if the installation allows private hosts", async () => {
  const ana = await person("ADMIN");
  await offer(ana, { allowedProviders: ["compatible", "azure"] });
  for (const provider of ["compatible", "azure"])
    for (const host of ["127.0.0.1:11434", "localhost", "10.0.0.1", "[::1]", "169.254.169.254", "2130706433"]) {
      const form = { ...own, provider, baseUrl: `http://${host}/v1` };
      expect((await choose(ana, form)).body.error, host).toBe("This host is not allowed.");
      const { source: _, model: __, ...listed } = form;
      expect((await call(ana, api.companyAi.models, { body: listed })).body.error, host).toBe(
        "This host is not allowed.",
      );
    }
});

test("a company's key is sealed, audited without its value, and never used for another company", async () => {
  const [ana, bea] = [await person("ADMIN"), await person("ADMIN")];
  await choose(ana, { ...own, apiKey: "key-of-ana" });
  await choose(bea, { ...own, apiKey: "key-of-bea" });
  for (const [who, key] of [
    [ana, "Bearer key-of-ana"],
    [bea, "Bearer key-of-bea"],
  ] as const) {
    await draft(who);
    expect(keyOf(lastCall()?.headers)).toBe(key);
  }
  const rows = await peek("select * from ai_choices where tenant_id = $1", [ana.tenantId]);
  expect(rows).toMatchObject([{ api_key_sealed: expect.stringMatching(/^v1\./) }]);
  // A sealed key that is copied to another company's row does not open.
  await peek(
    "update ai_choices set api_key_sealed = (select api_key_sealed from ai_choices where tenant_id = $1) where tenant_id = $2",
    [ana.tenantId, bea.tenantId],
  );
  const asked = model.calls.length;
  expect((await draft(bea)).body.error).toMatch(/cannot be read/);
  expect(model.calls).toHaveLength(asked);
  const records = await peek("select action, changes from audit_records where tenant_id = $1", [ana.tenantId]);
  expect(records).toMatchObject([
    { action: "company-ai.updated", changes: { source: ["owner", "own"], apiKey: "changed" } },
  ]);
  expect(JSON.stringify([rows, records])).not.toContain("key-of-ana");
});

test("only admins see and change the company's choice, and another company's admin does not reach it", async () => {
  const [ana, eve] = [await person("ADMIN"), await person("ADMIN")];
  await choose(ana, own);
  const member = await person("NORMAL_USER", { tenantId: ana.tenantId });
  expect((await call(member, api.companyAi.get, {})).status).toBe(403);
  expect((await choose(member, own)).status).toBe(403);
  expect((await call(eve, api.companyAi.get, {}, { "x-tenant-id": ana.tenantId })).status).toBe(403);
  expect(await get(eve)).toMatchObject({ source: "owner", hasApiKey: false });
});

test("the provider's list is fetched with the typed or the stored key, kept for a few minutes, and the owner's key never serves it", async () => {
  const ana = await person("ADMIN");
  await offer(ana);
  const list = (apiKey = "") => call(ana, api.companyAi.models, { body: { provider: "openai", apiKey } });
  lists.length = 0;
  expect((await list()).body).toEqual({
    models: ["gpt-4o", "gpt-4o-mini", "gpt-3.5-turbo"],
    reason: "Enter the key to see the provider's models.",
  });
  expect((await list("typed")).body).toEqual({ models: ["gpt-of-today", "<b>odd</b>"] });
  await list("typed");
  await choose(ana, own);
  await list();
  expect(lists).toEqual(["Bearer typed", "Bearer key-of-the-company"]);
});

test("a daily budget in tokens or money ends the use of providers until 00:00 UTC, for the company only", async () => {
  const [ana, bea] = [await person("ADMIN"), await person("ADMIN")];
  await choose(ana, { ...own, dailyTokens: 1000 });
  await choose(bea, own);
  const spend = (who: Caller, tokens: number, at = "now()") =>
    peek(
      `insert into ai_usage (tenant_id, id, user_id, kind, provider, model, tokens_in, tokens_out, duration_ms, succeeded, at)
       values ($1, gen_random_uuid(), $2, 'compose', 'openai', 'gpt-4o', $3, 0, 1, true, ${at})`,
      [who.tenantId, who.id, tokens],
    );
  await spend(ana, 5000, "date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 second'");
  expect((await draft(ana)).status).toBe(200);
  await spend(ana, 1000);
  expect(await draft(ana)).toMatchObject({
    status: 429,
    body: { error: "The daily AI budget of your company, 1,000 tokens, is used up. It starts again at 00:00 UTC." },
  });
  expect((await call(ana, api.companyAi.test, { body: { prompt: "Hello" } })).status).toBe(429);
  expect((await draft(bea)).status).toBe(200);
  expect(await get(ana)).toMatchObject({ usedToday: { tokens: 1018, cost: expect.closeTo(0.0025, 3) } });
  // The built-in engine has no budget.
  await choose(ana, { ...own, source: "builtin" });
  expect((await draft(ana)).status).toBe(200);

  await choose(bea, { source: "owner", provider: "openai" });
  await offer(bea, { dailyCost: 0.5 });
  expect((await draft(bea)).status).toBe(200);
  await spend(bea, 200_000);
  expect((await draft(bea)).body.error).toBe(
    "The daily AI budget that the owner set for your company, $0.50, is used up. It starts again at 00:00 UTC.",
  );
});

test("the test shows the time to the first word, the answer, the cost of a thousand mails, and counts as usage", async () => {
  const ana = await person("ADMIN");
  await choose(ana, own);
  const { body } = await call(ana, api.companyAi.test, { body: { prompt: "Write a mail" } });
  expect(body).toMatchObject({
    ...{ ok: true, provider: "openai", model: "gpt-4o-mini", tokens: 18, output: expect.stringContaining("Priya") },
    firstTextMs: expect.any(Number),
    // (11 × $0.15 + 7 × $0.60) / 1,000,000 × 1,000
    costPerThousand: 0.0059,
    pricesAsOf: expect.stringMatching(/^\w+ 20\d\d, /),
  });
  expect(await peek("select kind, tokens_in from ai_usage where tenant_id = $1", [ana.tenantId])).toEqual([
    { kind: "test", tokens_in: 11 },
  ]);
  await choose(ana, { ...own, model: "a-model-without-a-price" });
  const unknown = await call(ana, api.companyAi.test, { body: { prompt: "Write a mail" } });
  expect(unknown.body).not.toHaveProperty("costPerThousand");
});
