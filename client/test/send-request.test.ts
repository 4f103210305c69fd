// Repeating, time limits and what is refused before anything is sent.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, type ClientOptions, createClient } from "../src/index.ts";

const key = "ibx_0123456789abcdef";
const id = "0199aaaa-0000-7000-8000-000000000009";
const ok = () => Response.json({ items: [], nextCursor: null, partial: false });
const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ error: "No.", code }, { status, headers });

/** A client whose server gives these answers; the last one again and again. */
function clientWith(answers: (() => Response | Promise<Response>)[], options: Partial<ClientOptions> = {}) {
  const times: number[] = [];
  const sent: RequestInit[] = [];
  const answer: typeof fetch = async (_, init = {}) => {
    times.push(Date.now());
    sent.push(init);
    init.signal?.throwIfAborted();
    return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? ok();
  };
  const client = createClient({ url: "https://mail.example.com", key, fetch: answer, ...options });
  return { client, times, sent };
}

/** Advances the clock until the promise settles. Running all timers never ends if another file left one in this worker that repeats. */
async function settled<T>(promise: Promise<T>) {
  const outcome = promise.then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  let isPending = true;
  void outcome.finally(() => {
    isPending = false;
  });
  while (isPending) await vi.advanceTimersByTimeAsync(1000);
  return outcome;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("429 and 503 of a read are repeated after the time that the server names [CLI-04]", async () => {
  const { client, times } = clientWith([
    () => refuse(429, "rate_limited", { "retry-after": "7" }),
    () => refuse(503, "unavailable"),
    ok,
  ]);
  expect((await settled(client.inbox.threads())).value).toMatchObject({ items: [] });
  expect(times).toHaveLength(3);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(7000);
});

test("a quota that is used up, a long pause and any other refusal are not waited for [CLI-04]", async () => {
  for (const answer of [
    () => refuse(429, "quota_exceeded"),
    () => refuse(429, "rate_limited", { "retry-after": "3600" }),
    () => refuse(500, "internal"),
    () => refuse(409, "conflict"),
  ]) {
    const { client, times } = clientWith([answer]);
    expect((await settled(client.inbox.threads())).error).toBeInstanceOf(ApiError);
    expect(times).toHaveLength(1);
  }
});

test("the last refusal is thrown with its retry-after [CLI-03] [CLI-04]", async () => {
  const { client, times } = clientWith([() => refuse(503, "unavailable", { "retry-after": "2" })], { retries: 2 });
  const { error } = await settled(client.inbox.threads());
  expect(error).toMatchObject({ code: "unavailable", status: 503, retryAfter: 2 });
  expect(times).toHaveLength(3);
});

test("a change is not repeated, PUT and DELETE only if they were refused, and a send always [CLI-04]", async () => {
  const busy = () => refuse(503, "unavailable");
  const lost = () => Promise.reject(new TypeError("fetch failed"));
  const attempts = async (answer: () => Response | Promise<Response>) => {
    const counts = [];
    for (const make of [
      ({ client }: ReturnType<typeof clientWith>) => client.inbox.markRead({ params: { id }, body: {} }),
      ({ client }: ReturnType<typeof clientWith>) => client.inbox.deleteMessage({ params: { id } }),
      ({ client }: ReturnType<typeof clientWith>) => client.outbox.send({ body: { to: "a@b.test" } }),
    ]) {
      const tried = clientWith([answer]);
      const { error } = await settled<unknown>(make(tried));
      counts.push(tried.times.length);
      expect(error).toBeInstanceOf(ApiError);
    }
    return counts;
  };
  expect(await attempts(busy)).toEqual([1, 4, 4]);
  expect(await attempts(lost)).toEqual([1, 1, 4]);
});

test("an own idempotency key is kept [CLI-04]", async () => {
  const { client, sent } = clientWith([() => refuse(409, "conflict")]);
  await settled(client.outbox.send({ headers: { "idempotency-key": "night-7" }, body: { to: "a@b.test" } }));
  expect(new Headers(sent[0]?.headers).get("idempotency-key")).toBe("night-7");
});

test("a call ends with its time limit or its signal, also while it waits to be repeated [CLI-04]", async () => {
  const hanging: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
  const { client } = clientWith([], { fetch: hanging, timeoutMs: 2000 });
  const late = await settled(client.inbox.markRead({ params: { id }, body: {} }));
  expect(late.error).toMatchObject({ code: "timeout", message: "No answer within 2 seconds" });
  const stop = new AbortController();
  const stopped = settled(client.inbox.threads({}, { signal: stop.signal }));
  stop.abort(new Error("Enough"));
  expect((await stopped).error).toMatchObject({ message: "Enough" });
  const pause = new AbortController();
  const busy = clientWith([() => refuse(503, "unavailable", { "retry-after": "60" })]);
  const waiting = busy.client.inbox.threads({}, { signal: pause.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  pause.abort(new Error("Enough"));
  expect(await waiting).toMatchObject({ message: "Enough" });
  expect(busy.times).toHaveLength(1);
});

test("a redirect is not followed, and an answer of another form is an error [CLI-03]", async () => {
  const moved = clientWith([() => new Response(null, { status: 301, headers: { location: "https://evil.test/" } })]);
  expect((await settled(moved.client.inbox.threads())).error).toMatchObject({
    ...{ code: "unexpected_answer", message: expect.stringContaining("https://evil.test/") },
  });
  expect(moved.sent[0]?.redirect).toBe("manual");
  const page = clientWith([() => new Response("<html>", { status: 200 })]);
  expect((await settled(page.client.inbox.threads())).error).toMatchObject({ code: "unexpected_answer" });
  const proxy = clientWith([() => new Response("<html>", { status: 502 })]);
  expect((await settled(proxy.client.inbox.threads())).error).toMatchObject({ code: "internal", status: 502 });
});

test("a stream that breaks off or fails in the middle is an error [CLI-05]", async () => {
  const stream = (text: string) => () => new Response(text, { headers: { "content-type": "text/event-stream" } });
  const draft = ({ client }: ReturnType<typeof clientWith>) =>
    settled(client.assistant.draftEmail({ body: { intent: "hi" } }, { onText: () => undefined }));
  const half = 'event: token\ndata: {"text":"De"}\n\n';
  expect((await draft(clientWith([stream(half)]))).error).toMatchObject({ code: "unreachable" });
  const failed = `${half}event: error\ndata: {"error":"Quota used up","code":"quota_exceeded"}\n\n`;
  expect((await draft(clientWith([stream(failed)]))).error).toMatchObject({ code: "quota_exceeded", status: 429 });
});

test("an address or a key that cannot be right is refused before anything is sent [CLI-03]", () => {
  const make = (options: Partial<ClientOptions>) => () =>
    createClient({ url: "https://mail.example.com", key, ...options });
  for (const url of ["", "mail.example.com", "ftp://mail.example.com", "https://a:b@mail.example.com"])
    expect(make({ url })).toThrow("url must be");
  for (const wrong of ["", "secret", `${key}\r\nx: y`]) expect(make({ key: wrong })).toThrow("key must be");
  expect(make({ url: "http://mail.example.com" })).toThrow("allowsHttp");
  expect(make({ url: "http://mail.example.com", allowsHttp: true })).not.toThrow();
  expect(make({ url: "http://localhost:3000/api/" })).not.toThrow();
});
