import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { type ModelCall, startFakeModel } from "#test/fake-model.ts";
import { networkOver } from "./model-network.ts";
import { openModels } from "./open-models.ts";
import type { ModelFault, ProviderSettings } from "./text-model.ts";

const network = networkOver(fetch);
const request = { system: "You are brief.", prompt: "Say hello." };
const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((server) => server.close())));

type FakeAnswer = Parameters<typeof startFakeModel>[0];
async function serve(answer: FakeAnswer) {
  const server = await startFakeModel(answer);
  opened.push(server);
  return server;
}
const at = (provider: ProviderSettings["provider"], baseUrl: string): ProviderSettings => ({
  provider,
  model: "test-model",
  temperature: 0.3,
  baseUrl,
  region: provider === "bedrock" ? "eu-central-1" : "",
  apiKey: "the-key",
  chosenBy: "owner",
});
const callerOptions = () => ({ signal: new AbortController().signal });
const faultOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "none" as const,
    (error: { fault: ModelFault }) => error.fault,
  );
const quick = { firstMs: 400, windowMs: 400, totalMs: 2000, retries: 0 };

/** One of each way to stream. */
const protocols = ["compatible", "openai", "gemini", "anthropic", "mistral", "bedrock"] as const;
const bearer = (call: ModelCall) => call.headers.authorization?.replace("Bearer ", "");

test.each([
  ["gemini", "/models/test-model:streamGenerateContent", (call: ModelCall) => call.headers["x-goog-api-key"]],
  ["openai", "/chat/completions", bearer],
  ["anthropic", "/messages", (call: ModelCall) => call.headers["x-api-key"]],
  ["mistral", "/chat/completions", bearer],
  ["azure", "/openai/v1/chat/completions", (call: ModelCall) => call.headers["api-key"]],
  ["bedrock", "/model/test-model/converse-stream", bearer],
  ["openrouter", "/chat/completions", bearer],
  ["groq", "/chat/completions", bearer],
  ["ollama", "/chat/completions", bearer],
  ["lmstudio", "/chat/completions", bearer],
  ["llamacpp", "/chat/completions", bearer],
  ["compatible", "/chat/completions", bearer],
] as const)(
  "%s is called in its own protocol, streams its answer, and gets no tools [AIX-13]",
  async (provider, path, keyOf) => {
    const server = await serve(() => ({ pieces: ["Hel", "lo ", "there"] }));
    const pieces: string[] = [];
    const model = openModels({ network }).open("t1", at(provider, server.url));
    const answer = await model.answer(request, { ...callerOptions(), onText: (piece) => pieces.push(piece) });
    expect(answer).toEqual({ text: "Hello there", finish: "complete", tokensIn: 11, tokensOut: 7 });
    expect(pieces).toEqual(["Hel", "lo ", "there"]);
    const [call] = server.calls;
    expect(call).toMatchObject({ system: "You are brief.", prompt: "Say hello." });
    expect(call?.path).toContain(path);
    expect(call && keyOf(call)).toBe("the-key");
    expect(JSON.stringify(call?.body)).not.toMatch(/tool|function/i);
    expect(JSON.stringify(call?.body)).toContain('"temperature":0.3');
  },
);

test("a model is opened once for the same settings, and again for another key or temperature", async () => {
  const server = await serve(() => ({ pieces: ["Hello."] }));
  const fetchFor = vi.fn(network.fetchFor);
  const models = openModels({ network: { ...network, fetchFor } });
  const ask = (change: Partial<ProviderSettings> = {}) =>
    models.open("t1", { ...at("openai", server.url), ...change }).answer(request, callerOptions());
  await ask();
  await ask();
  expect(fetchFor).toHaveBeenCalledTimes(1);
  await ask({ apiKey: "another-key" });
  await ask({ temperature: 0.9 });
  expect(server.calls.map((call) => [bearer(call), call.body.temperature])).toEqual([
    ...[
      ["the-key", 0.3],
      ["the-key", 0.3],
    ],
    ...[
      ["another-key", 0.3],
      ["the-key", 0.9],
    ],
  ]);
});

test("Amazon Bedrock signs requests with an access key, and its secret is never sent", async () => {
  const server = await serve(() => ({ pieces: ["Hello."] }));
  const apiKey = "AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
  const models = openModels({ network });
  const settings = { ...at("bedrock", server.url), apiKey };
  expect((await models.open("t1", settings).answer(request, callerOptions())).text).toBe("Hello.");
  const [call] = server.calls;
  expect(call?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, /,
  );
  expect(JSON.stringify([call?.headers, call?.body])).not.toContain("wJalr");
});

test("429 and 5xx are retried after the server's Retry-After [AIX-07]", async () => {
  const times: number[] = [];
  const server = await serve((_call, count): ReturnType<FakeAnswer> => {
    times.push(Date.now());
    if (count === 1) return { status: 429, headers: { "retry-after": "1" } };
    if (count === 2) return { status: 503, headers: { "retry-after-ms": "10" } };
    return { pieces: ["done"] };
  });
  const answer = await openModels({ network }).open("t1", at("openai", server.url)).answer(request, callerOptions());
  expect(answer.text).toBe("done");
  expect(server.calls).toHaveLength(3);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990);
});

test("each error status has its own fault, and its message holds no key", async () => {
  const cases: [number, ModelFault][] = [
    [401, "auth"],
    [403, "auth"],
    [404, "rejected"],
    [400, "rejected"],
    [429, "throttled"],
    [500, "unreachable"],
  ];
  for (const [status, fault] of cases) {
    const server = await serve(() => ({
      status,
      body: { error: { message: "Incorrect value provided: sk-abcdefghijklmnopqrstuvwxyz012345" } },
    }));
    const model = openModels({ network, limits: quick }).open("t1", at("openai", server.url));
    const error = await model.answer(request, callerOptions()).catch((caught: Error) => caught);
    expect(error, String(status)).toMatchObject({ name: "ModelError", fault });
    expect(String(error)).not.toContain("abcdefghijklmnop");
  }
});

test("a provider that hangs, drops the connection or is down fails within the limit [AIX-06]", async () => {
  const open = (url: string) => openModels({ network, limits: quick }).open("t1", at("compatible", url));
  const hanging = await serve(() => ({ pieces: ["a"], hang: true }));
  expect(await faultOf(open(hanging.url).answer(request, callerOptions()))).toBe("timeout");
  const dropping = await serve(() => ({ drop: true }));
  expect(await faultOf(open(dropping.url).answer(request, callerOptions()))).toBe("unreachable");
  const gone = await startFakeModel(() => ({ pieces: [] }));
  await gone.close();
  expect(await faultOf(open(gone.url).answer(request, callerOptions()))).toBe("unreachable");
});

test.each(protocols)(
  "an answer of %s that is plain JSON is named as not streamed, not as unreachable",
  async (provider) => {
    const whole = { choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }] };
    const server = await serve(() => ({ status: 200, body: whole }));
    const model = openModels({ network, limits: quick }).open("t1", at(provider, server.url));
    await expect(model.answer(request, callerOptions())).rejects.toMatchObject({
      fault: "bad_answer",
      message:
        "The AI provider answered, but did not stream. Check the base URL, and that the server supports streaming.",
    });
  },
);

test.each(protocols)(
  "a stream of %s that ends before its finish reason, or loses its connection, is named as broken off",
  async (provider) => {
    for (const end of [{ unfinished: true }, { cut: true }]) {
      const server = await serve(() => ({ pieces: ["Hel"], pauseMs: 20, ...end }));
      const model = openModels({ network, limits: quick }).open("t1", at(provider, server.url));
      await expect(model.answer(request, callerOptions())).rejects.toMatchObject({
        fault: "broken",
        message: "The AI provider's answer broke off before its end.",
      });
    }
  },
);

// Mistral has no reason for a filtered answer.
test.each(protocols.filter((provider) => provider !== "mistral"))(
  "an answer of %s says whether it is complete, cut off or filtered",
  async (provider) => {
    for (const [finish, end] of [
      ["stop", "complete"],
      ["length", "length"],
      ["content_filter", "filtered"],
    ] as const) {
      const server = await serve(() => ({ pieces: ["Hel"], finish }));
      const model = openModels({ network, limits: quick }).open("t1", at(provider, server.url));
      expect((await model.answer(request, callerOptions())).finish).toBe(end);
    }
  },
);

test("an answer that trickles is ended, though pieces keep coming; empty pieces are no progress", async () => {
  const trickle = await serve(() => ({ pieces: Array.from({ length: 200 }, () => "a"), pauseMs: 25 }));
  const open = (url: string) => openModels({ network, limits: quick }).open("t1", at("compatible", url));
  await expect(open(trickle.url).answer(request, callerOptions())).rejects.toMatchObject({
    fault: "timeout",
    message: "The AI provider's answer came too slowly and was ended.",
  });
  const empty = await serve(() => ({ pieces: Array.from({ length: 200 }, () => ""), pauseMs: 25 }));
  await expect(open(empty.url).answer(request, callerOptions())).rejects.toMatchObject({
    fault: "timeout",
    message: "The AI provider did not begin to answer in time.",
  });
});

test("reasoning is no part of the answer, but it is progress", async () => {
  const server = await serve(() => ({ reasoning: "They want a greeting.", pieces: ["Hello"] }));
  const answer = await openModels({ network, limits: quick })
    .open("t1", at("compatible", server.url))
    .answer(request, callerOptions());
  expect(answer.text).toBe("Hello");
});

test("an answer that never ends is cut off", async () => {
  const server = await serve(() => ({ pieces: Array.from({ length: 50 }, () => "x".repeat(100)) }));
  const model = openModels({ network, limits: { ...quick, maxChars: 1000 } }).open("t1", at("openai", server.url));
  expect(await faultOf(model.answer(request, callerOptions()))).toBe("bad_answer");
});

test("the call to the provider is cancelled when the caller disconnects", async () => {
  const server = await serve(() => ({ pieces: ["a"], hang: true }));
  const caller = new AbortController();
  const model = openModels({ network }).open("t1", at("gemini", server.url));
  const answer = faultOf(model.answer(request, { signal: caller.signal, onText: () => caller.abort() }));
  expect(await answer).toBe("cancelled");
  for (let tries = 0; tries < 100 && server.closedEarly.length === 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.closedEarly).toHaveLength(1);
});

test("a provider that keeps failing is not called for a while, for that tenant only [AIX-08]", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  let up = false;
  const server = await serve(() => (up ? { pieces: ["back"] } : { status: 500 }));
  const models = openModels({ network, failures: 3, restMs: 60_000, limits: quick });
  const ask = (tenant: string) => models.open(tenant, at("openai", server.url)).answer(request, callerOptions());
  for (let times = 0; times < 3; times++) expect(await faultOf(ask("t1"))).toBe("unreachable");
  const asked = server.calls.length;
  expect(await faultOf(ask("t1"))).toBe("resting");
  expect(server.calls).toHaveLength(asked);
  up = true;
  expect((await ask("t2")).text).toBe("back");
  vi.setSystemTime(Date.now() + 61_000);
  expect((await ask("t1")).text).toBe("back");
});
