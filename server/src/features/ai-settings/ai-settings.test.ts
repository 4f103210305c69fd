import { api } from "@intellibox/contract/api";
import { defaultCompanyProviders } from "@intellibox/contract/rules/ai-providers";
import { aiDefaults } from "@intellibox/contract/rules/choices";
import { beforeAll, expect, test } from "vitest";
import { type Caller, testWorld } from "#test/test-world.ts";
import { modelSettingsOf } from "./model-settings.ts";

const { person, call, peek, scopeOf } = await testWorld();
const guarded = await testWorld({ environment: { INTELLIBOX_ALLOW_PRIVATE_HOSTS: "0" } });
let owner: Caller;
beforeAll(async () => {
  owner = await person("SUPER_ADMIN", { owner: true });
});

const form = { provider: "openai", model: "gpt-4o", temperature: 0.3, systemPrompt: "Be brief." };
const local = { ...form, provider: "compatible", baseUrl: "https://llm.example.com/v1" };
/** The values of the settings that the form does not change. */
const untouched = {
  ...{ baseUrl: "", region: "", fallback: true, summaryModel: "", quickModel: "", dailyTokens: null, dailyCost: null },
  ...{ allowedProviders: defaultCompanyProviders, allowedModels: [], embeddingModel: "" },
};
const get = (who: Caller, headers = {}) => call(who, api.aiSettings.get, {}, headers);
const save = (who: Caller, body: object, headers = {}) => call(who, api.aiSettings.update, { body }, headers);
const ask = (who: Caller, prompt: unknown = "Say hello") => call(who, api.aiSettings.test, { body: { prompt } });
const effective = (who: Caller) => {
  const scope = scopeOf(who);
  return scope.tx((tx) => modelSettingsOf(tx, scope));
};

test("before anything is saved, the form's defaults are returned [AIC-13] [AIC-14] [API-44]", async () => {
  const sam = await person("SUPER_ADMIN");
  const { status, body } = await get(sam);
  expect({ status, body }).toEqual({
    status: 200,
    body: { ...aiDefaults, ...untouched, hasApiKey: false },
  });
  expect(body).toMatchObject({ provider: "gemini", model: "gemini-1.5-pro", temperature: 0.7 });
  expect(body.systemPrompt).toMatch(/intelligent, professional and concise email assistant/);
});

test("settings are saved for the company; the key is never returned [AIC-15] [API-45]", async () => {
  const sam = await person("SUPER_ADMIN");
  const shown = { ...form, ...untouched, hasApiKey: true };
  const saved = await save(sam, { ...form, apiKey: " sk-secret-1 " });
  expect({ status: saved.status, body: saved.body }).toEqual({ status: 200, body: { ...shown, keyDropped: false } });
  expect((await get(sam)).body).toEqual(shown);
  expect((await get(await person("SUPER_ADMIN"))).body.hasApiKey).toBe(false);
  expect(await effective(sam)).toMatchObject({ ...form, apiKey: "sk-secret-1" });
});

test("a blank key keeps the stored one [AIC-06]", async () => {
  const sam = await person("SUPER_ADMIN");
  await save(sam, { ...form, apiKey: "sk-secret-2" });
  for (const apiKey of [undefined, "", "   "]) {
    expect((await save(sam, { ...form, model: "gpt-4o-mini", apiKey })).body.hasApiKey).toBe(true);
  }
  expect(await effective(sam)).toMatchObject({ model: "gpt-4o-mini", apiKey: "sk-secret-2" });
});

test("a change of provider or address removes the stored key, and the answer says so", async () => {
  const gemini = { ...form, provider: "gemini", model: "gemini-1.5-pro" };
  const elsewhere = { ...local, baseUrl: "https://other.example.com/v1" };
  const builtin = { ...form, provider: "builtin" };
  for (const [before, after] of [
    [form, gemini],
    [gemini, form],
    [form, local],
    [local, form],
    [local, elsewhere],
    [{ ...form, baseUrl: local.baseUrl }, local],
    [form, builtin],
  ]) {
    const sam = await person("SUPER_ADMIN");
    await save(sam, { ...before, apiKey: "sk-of-the-first" });
    expect((await save(sam, { ...before, model: "another" })).body).toMatchObject({
      hasApiKey: true,
      keyDropped: false,
    });
    expect((await save(sam, { ...after, apiKey: "" })).body).toMatchObject({ hasApiKey: false, keyDropped: true });
    expect((await effective(sam)).apiKey).toBe("");
    expect(await peek("select api_key_sealed as key from ai_settings where tenant_id = $1", [sam.tenantId])).toEqual([
      { key: null },
    ]);
    // Changing back does not restore it; a new key is accepted.
    expect((await save(sam, before as object)).body).toMatchObject({ hasApiKey: false, keyDropped: false });
    expect((await save(sam, { ...after, apiKey: "sk-new" })).body).toMatchObject({
      hasApiKey: true,
      keyDropped: false,
    });
  }
});

test("a base URL is used only for a compatible server; the other providers' key is never sent there", async () => {
  const sam = await person("SUPER_ADMIN");
  await save(sam, { ...form, apiKey: "sk-secret-4" });
  const evil = { ...form, baseUrl: "https://evil.example.com/v1" };
  expect((await save(sam, evil)).body.hasApiKey).toBe(true);
  expect(await effective(sam)).toMatchObject({ provider: "openai", baseUrl: "", apiKey: "sk-secret-4" });
  expect((await save(sam, { ...evil, provider: "compatible" })).body.hasApiKey).toBe(false);
});

test("a company chooses whether the built-in engine answers if its provider fails", async () => {
  const sam = await person("SUPER_ADMIN");
  expect((await save(sam, { ...form, fallback: false })).body.fallback).toBe(false);
  expect((await get(sam)).body.fallback).toBe(false);
  expect((await save(sam, form)).body.fallback).toBe(true);
  expect((await save(sam, { ...form, fallback: "no" })).status).toBe(400);
});

test("without a key the built-in engine answers, unless the provider is a compatible server", async () => {
  const sam = await person("SUPER_ADMIN");
  expect(await effective(sam)).toMatchObject({ provider: "builtin", model: "builtin" });
  await save(sam, form);
  expect(await effective(sam)).toMatchObject({ provider: "builtin" });
  await save(sam, local);
  expect(await effective(sam)).toMatchObject({
    provider: "compatible",
    model: "gpt-4o",
    baseUrl: local.baseUrl,
    apiKey: "",
  });
});

test("the raw row holds no plaintext of the key", async () => {
  const sam = await person("SUPER_ADMIN");
  await save(sam, { ...form, apiKey: "sk-visible-nowhere" });
  const rows = await peek("select * from ai_settings where tenant_id = $1", [sam.tenantId]);
  expect(rows).toMatchObject([{ api_key_sealed: expect.stringMatching(/^v1\.[0-9a-f]{12}\./) }]);
  expect(JSON.stringify(rows)).not.toContain("visible");
});

test.each([
  [{ temperature: 1.1 }, "Temperature must be a number from 0 to 1"],
  [{ temperature: -0.1 }, "Temperature must be a number from 0 to 1"],
  [{ temperature: "warm" }, "Temperature must be a number from 0 to 1"],
  [{ model: " " }, "Model is required"],
  [{ provider: "compatible", baseUrl: "" }, "Base URL is required"],
  [{ provider: "compatible", baseUrl: "file:///etc/passwd" }, "Base URL must be an http(s) address"],
  [
    { provider: "compatible", baseUrl: "https://me:secret@llm.test/v1" },
    "Base URL must not hold a user name or password",
  ],
  [{ provider: "compatible", baseUrl: "https://llm.test/v1?key=1" }, "Base URL must not hold ? or #"],
  [{ hasApiKey: true }, "Unknown field: hasApiKey"],
  [{ provider: "azure" }, "Base URL is required"],
  [{ provider: "bedrock" }, "Region is required"],
  [
    { provider: "bedrock", region: "eu-central-1", apiKey: "AKIAIOSFODNN7EXAMPLE: short" },
    "An access key must be ACCESS_KEY_ID:SECRET_ACCESS_KEY, such as AKIA…:wJalr…",
  ],
  [{ provider: "bedrock", region: "evil.example.com/" }, "Region must be an AWS region such as eu-central-1"],
  [{ dailyTokens: 5 }, "Daily token budget must be a whole number from 1,000 to 1,000,000,000"],
  [{ dailyCost: 0 }, "Daily budget must be an amount from 0.01 to 100,000 US dollars"],
])("settings with %j are refused with the reason [VAL-32]", async (wrong, error) => {
  expect(await save(owner, { ...form, ...wrong })).toMatchObject({ status: 400, body: { error } });
});

test("an unknown provider is refused, and temperatures 0 and 1 are accepted [VAL-32]", async () => {
  const sam = await person("SUPER_ADMIN");
  expect((await save(sam, { ...form, provider: "other" })).status).toBe(400);
  for (const temperature of [0, 1])
    expect((await save(sam, { ...form, temperature })).body.temperature).toBe(temperature);
});

test("a base URL in a private network is refused if the installation does not allow private hosts [MBX-25]", async () => {
  const sam = await guarded.person("SUPER_ADMIN");
  for (const host of ["127.0.0.1:11434", "localhost:11434", "10.0.0.1", "[::1]", "169.254.169.254", "2130706433"]) {
    const { status, body } = await guarded.call(sam, api.aiSettings.update, {
      body: { ...local, baseUrl: `http://${host}/v1` },
    });
    expect({ host, status, error: body.error }).toEqual({ host, status: 400, error: "This host is not allowed." });
  }
});

test("only super admins read, change and test the settings, also those of a company they act for [ROL-19] [SES-36]", async () => {
  const [ana, sam] = [await person("ADMIN"), await person("SUPER_ADMIN")];
  const named = { "x-tenant-id": ana.tenantId };
  await save(sam, { ...form, apiKey: "sk-theirs" }, named);
  for (const who of [sam, owner]) expect((await get(who, named)).body.hasApiKey).toBe(true);
  expect((await get(sam)).body.hasApiKey).toBe(false);
  for (const who of [ana, await person("NORMAL_USER")]) {
    for (const answer of [get(who), save(who, form), ask(who)]) expect((await answer).status).toBe(403);
  }
});

test("without a key the built-in engine answers the quick test and says what it is [API-46]", async () => {
  const sam = await person("SUPER_ADMIN");
  expect((await ask(sam)).body).toEqual({
    ok: true,
    provider: "builtin",
    model: "builtin",
    tokens: expect.any(Number),
    durationMs: expect.any(Number),
    output: expect.stringContaining("built-in engine"),
  });
  for (const prompt of ["", "  ", null, "x".repeat(5000)]) expect((await ask(sam, prompt)).status).toBe(400);
});

test("every change is audited, and of the key only that it changed [SES-44]", async () => {
  const sam = await person("SUPER_ADMIN");
  await save(sam, { ...form, apiKey: "sk-recorded-nowhere" });
  await save(sam, form);
  await save(sam, { ...form, temperature: 1 });
  await save(sam, local);
  const records = await peek("select action, changes from audit_records where tenant_id = $1 order by at, id", [
    sam.tenantId,
  ]);
  expect(records).toMatchObject([
    {
      action: "ai-settings.updated",
      changes: { provider: ["gemini", "openai"], temperature: [0.7, 0.3], apiKey: "changed" },
    },
    { action: "ai-settings.updated", changes: { temperature: [0.3, 1] } },
    { action: "ai-settings.updated", changes: { provider: ["openai", "compatible"], apiKey: "removed" } },
  ]);
  expect(JSON.stringify(records)).not.toMatch(/recorded-nowhere|v1\./);
});

test("fields that a form leaves out keep their value", async () => {
  const sam = await person("SUPER_ADMIN");
  const more = { summaryModel: "gpt-4o-mini", quickModel: "gpt-3.5-turbo", dailyTokens: 50_000, dailyCost: 2.5 };
  const allowed = { allowedProviders: ["openai"], allowedModels: ["gpt-4.1"] };
  expect((await save(sam, { ...form, ...more, ...allowed })).body).toMatchObject({ ...more, ...allowed });
  expect((await save(sam, form)).body).toMatchObject({ ...more, ...allowed });
  expect((await save(sam, { ...form, dailyTokens: null, dailyCost: null })).body).toMatchObject({
    dailyTokens: null,
    dailyCost: null,
  });
});

test("each kind of work has its own model, otherwise that for writing", async () => {
  const sam = await person("SUPER_ADMIN");
  const models = async () => {
    const scope = scopeOf(sam);
    const of = (work: "writing" | "summarizing" | "quick") =>
      scope.tx(async (tx) => (await modelSettingsOf(tx, scope, work)).model);
    return [await of("writing"), await of("summarizing"), await of("quick")];
  };
  await save(sam, { ...form, apiKey: "sk-5", quickModel: "gpt-4o-mini" });
  expect(await models()).toEqual(["gpt-4o", "gpt-4o", "gpt-4o-mini"]);
  await save(sam, { ...form, summaryModel: "gpt-4.1" });
  expect(await models()).toEqual(["gpt-4o", "gpt-4.1", "gpt-4o-mini"]);
});

test("a super admin of the owner may use the model servers that the operator allows; nobody else can reach or look for them", async () => {
  const boss = await guarded.person("SUPER_ADMIN", { owner: true });
  const [sam, ana] = [await guarded.person("SUPER_ADMIN"), await guarded.person("ADMIN")];
  const at = (host: string) => ({ body: { ...local, provider: "ollama", baseUrl: `http://${host}/v1` } });
  const update = (who: Caller, host: string) => guarded.call(who, api.aiSettings.update, at(host));
  expect((await update(boss, "127.0.0.1:11434")).status).toBe(200);
  for (const host of ["127.0.0.1:5432", "10.0.0.1:11434", "169.254.169.254"])
    expect((await update(boss, host)).status, host).toBe(400);
  expect((await update(sam, "127.0.0.1:11434")).status).toBe(400);
  const look = (who: Caller, host?: string) =>
    guarded.call(who, api.aiSettings.findLocal, { query: host === undefined ? {} : { host } });
  expect((await look(boss)).status).toBe(200);
  expect((await look(boss, "10.0.0.1")).body.error).toBe(
    "This host is not allowed. The operator can allow it with INTELLIBOX_LOCAL_MODELS.",
  );
  expect((await look(boss, "http://10.0.0.1")).status).toBe(400);
  for (const who of [sam, ana]) expect((await look(who)).status).toBe(403);
});
