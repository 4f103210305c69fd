import { endpoint } from "@intellibox/contract/endpoint";
import type { ServerEvent } from "@intellibox/contract/rules/event-reader";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { saveSession } from "../session/session.ts";
import { eventsOf, listen, streamCall } from "./events.ts";

const draft = endpoint({
  method: "POST",
  path: "/draft",
  access: "signed-in",
  tenancy: "personal",
  summary: "A draft, for these tests",
  body: z.object({ intent: z.string() }),
  response: z.object({ body: z.string(), tokens: z.number() }),
  streams: true,
});

/** An event stream in exactly these chunks. */
function streamed(...pieces: string[]) {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  return streamedBytes(bytes);
}
function streamedBytes(pieces: Uint8Array<ArrayBuffer>[]) {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}
async function all(answer: Response) {
  const events: ServerEvent[] = [];
  for await (const event of eventsOf(answer)) events.push(event);
  return events;
}
const ignore = () => undefined;

test("events are read however the stream is chunked", async () => {
  const text = 'event: token\ndata: {"text":"Dear"}\n\n: still here\n\ndata: one\ndata: two\nid: 7\n\n';
  const whole = await all(streamed(text));
  expect(whole).toEqual([
    { event: "token", data: '{"text":"Dear"}', id: undefined },
    { event: "message", data: "one\ntwo", id: "7" },
  ]);
  expect(await all(streamed(...text))).toEqual(whole);
  expect(await all(streamed(...text.replaceAll("\n", "\r\n")))).toEqual(whole);
});

test("a character that is split between two chunks is read whole", async () => {
  const bytes = new TextEncoder().encode("data: ₹412\n\n");
  expect(await all(streamedBytes([bytes.slice(0, 8), bytes.slice(8)]))).toMatchObject([{ data: "₹412" }]);
});

test("a stream reports each token and ends with the whole response", async () => {
  const api = fakeApi();
  api.on(draft, () =>
    streamed(
      'event: progress\ndata: {"text":"Reading part 1 of 2"}\n\nevent: token\ndata: {"text":"Dear "}\n\n',
      'event: token\ndata: {"text":"Priya"}\n\n',
      'event: done\ndata: {"body":"Dear Priya","tokens":2}\n\n',
    ),
  );
  const shown: string[] = [];
  const show = { onText: (text: string) => shown.push(text), onProgress: (what: string) => shown.push(`(${what})`) };
  const answer = await streamCall(draft, { body: { intent: "hi" } }, show);
  expect(shown).toEqual(["(Reading part 1 of 2)", "Dear ", "Dear Priya"]);
  expect(answer).toEqual({ body: "Dear Priya", tokens: 2 });
  expect(api.calls[0]?.headers.get("accept")).toBe("text/event-stream");
});

test("an error in the middle of a stream keeps the server's message", async () => {
  const api = fakeApi();
  api.on(draft, () =>
    streamed('event: token\ndata: {"text":"De"}\n\nevent: error\ndata: {"error":"The model gave up"}\n\n'),
  );
  const call = streamCall(draft, { body: { intent: "hi" } }, { onText: ignore, fallback: "Failed to generate" });
  await expect(call).rejects.toThrow("The model gave up");
});

test("a reset takes the text so far back, and the next answer begins from nothing", async () => {
  const api = fakeApi();
  api.on(draft, () =>
    streamed(
      'event: token\ndata: {"text":"Dear Pri"}\n\nevent: reset\ndata: {}\n\nevent: token\ndata: {"text":"Hello"}\n\n',
      'event: done\ndata: {"body":"Hello","tokens":2}\n\n',
    ),
  );
  const shown: string[] = [];
  await streamCall(draft, { body: { intent: "hi" } }, { onText: (text) => shown.push(text) });
  expect(shown).toEqual(["Dear Pri", "", "Hello"]);
});

test("a stream that breaks off is an error, not half a response", async () => {
  const api = fakeApi();
  api.on(draft, () => streamed('event: token\ndata: {"text":"De"}\n\n'));
  const call = streamCall(draft, { body: { intent: "hi" } }, { onText: ignore, fallback: "Failed to generate" });
  await expect(call).rejects.toThrow("Failed to generate");
});

test("a response that is not a stream is returned as it is", async () => {
  const api = fakeApi();
  api.on(draft, () => ({ body: "Whole", tokens: 1 }));
  expect(await streamCall(draft, { body: { intent: "hi" } }, { onText: ignore })).toEqual({
    body: "Whole",
    tokens: 1,
  });
});

test("live events are followed over a broken connection, and the gap is reported", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const stop = new AbortController();
  let connections = 0;
  vi.stubGlobal("fetch", async () => {
    connections += 1;
    if (connections === 2) throw new TypeError("Failed to fetch");
    return streamed(`event: mail\ndata: ${connections}\n\n`);
  });
  const heard: string[] = [];
  const onOpen = vi.fn();
  await listen({
    signal: stop.signal,
    onEvent: ({ event, data }) => {
      heard.push(`${event} ${data}`);
      if (heard.length === 2) stop.abort();
    },
    onOpen,
  });
  vi.unstubAllGlobals();
  expect(heard).toEqual(["mail 1", "mail 3"]);
  expect(onOpen.mock.calls).toEqual([[true], [false]]);
});

test("a signed-out user is not reconnected", async () => {
  const answer = vi.fn(async () => refusal(401, {}));
  vi.stubGlobal("fetch", answer);
  await listen({ signal: new AbortController().signal, onEvent: ignore });
  vi.unstubAllGlobals();
  expect(answer).toHaveBeenCalledOnce();
});

test("a connection that falls silent is replaced, and heartbeats keep one that is alive", async () => {
  vi.useFakeTimers();
  saveSession(sessionOf("NORMAL_USER"));
  const connections: { beat: () => void }[] = [];
  vi.stubGlobal("fetch", async (_: unknown, init: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const beat = () => controller.enqueue(new TextEncoder().encode(": still here\n\n"));
        connections.push({ beat });
        init.signal?.addEventListener("abort", () => controller.error(new DOMException("", "AbortError")));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const stop = new AbortController();
  const onOpen = vi.fn();
  const listening = listen({ signal: stop.signal, onEvent: ignore, onOpen });
  for (let beats = 0; beats < 5; beats++) {
    await vi.advanceTimersByTimeAsync(20_000);
    connections[0]?.beat();
  }
  expect(connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connections).toHaveLength(2);
  expect(onOpen.mock.calls).toEqual([[true], [false]]);
  stop.abort();
  await listening;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a lost connection is tried again at once when the browser is back online", async () => {
  vi.useFakeTimers();
  saveSession(sessionOf("NORMAL_USER"));
  const fetching = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("fetch", fetching);
  const stop = new AbortController();
  const listening = listen({ signal: stop.signal, onEvent: ignore });
  await vi.advanceTimersByTimeAsync(0);
  expect(fetching).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetching).toHaveBeenCalledTimes(2);
  stop.abort();
  await listening;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
