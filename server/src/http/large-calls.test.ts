import { api } from "@intellibox/contract/api";
import { expect, test, vi } from "vitest";
import { noOwner } from "#lib/fair-queue.ts";
import { WorkerLostError, WorkerPool } from "#lib/worker-pool.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { threadWorkOf } from "#test/thread-work.ts";
import { isLarge, largeBytes, writeLargeAnswer } from "./large-calls.ts";

const { person, call, app } = await testWorld();
const patience = { timeout: 120_000 };

async function post(who: Caller | null, path: string, payload: string) {
  const response = await app.inject({
    method: "POST",
    url: `/api${path}`,
    headers: { "content-type": "application/json", ...(who && { authorization: `Bearer ${who.token}` }) },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}

const summary = {
  title: "Plan",
  thread: Array.from({ length: 300 }, (_, n) => ({ from: `P${n} ₹`, to: "", at: null, body: "x".repeat(400) })),
  summary: [],
  summarySources: [],
  actions: [],
  written: null,
};

const padding = " ".repeat(largeBytes);
const mail = { to: ["priya@example.com"], subject: "Hello", html: "<p>Good day.</p>" };

test("a large body is parsed in a thread, and refused with the same messages as a small one", patience, async () => {
  const who = await person("NORMAL_USER");
  for (const body of [
    '{"to":',
    "nothing",
    "[]",
    '"text"',
    "null",
    '{"__proto__":{"admin":true},"to":"a@b.test"}',
    '{"\\u005f_proto__":{"admin":true},"to":"a@b.test"}',
    '{"to":{"constructor":{"prototype":{"admin":true}}}}',
    JSON.stringify({ ...mail, copyTo: ["copy@example.com"] }),
    JSON.stringify({ ...mail, subject: "a\0b" }),
    JSON.stringify({ ...mail, subject: "" }),
    JSON.stringify({ ...mail, to: ["nobody"] }),
    JSON.stringify({ ...mail, to: 7 }),
    `{"to":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
  ]) {
    const small = await threadWorkOf(() => post(who, api.outbox.send.path, body));
    const large = await threadWorkOf(() => post(who, api.outbox.send.path, body + padding));
    expect([small.done, large.done], body.slice(0, 100)).toEqual([{}, { readBody: 1 }]);
    expect(small.result.status, body.slice(0, 100)).toBe(400);
    expect(large.result).toEqual(small.result);
  }
});

test("a large body is parsed without a session, too", patience, async () => {
  const body = '{"email":"nobody@example.test"}';
  const large = await threadWorkOf(() => post(null, api.auth.login.path, body + padding));
  expect(large).toEqual({ result: await post(null, api.auth.login.path, body), done: { readBody: 1 } });
});

test("too many bytes and too many values are refused", patience, async () => {
  const who = await person("NORMAL_USER");
  const long = await post(who, api.outbox.cancel.path.replace("{messageId}", "a"), " ".repeat(1024 * 1024 + 1));
  expect(long).toMatchObject({ status: 413, body: { error: "The body is too large" } });
  const many = await post(who, api.outbox.send.path, `{"to":[${"[],".repeat(200_001)}[]]}`);
  expect(many).toMatchObject({ status: 413, body: { error: "The body has too many values: at most 200,000" } });
});

test("of thousands of invalid values only the first ones are reported", patience, async () => {
  const who = await person("NORMAL_USER");
  const { status, body } = await post(who, api.assistant.summarize.path, `{"thread":[${"{},".repeat(50_000)}{}]}`);
  expect(status).toBe(400);
  expect(Object.keys(body.fields).length).toBeLessThanOrEqual(100);
});

test("a lost thread is reported, and the next call is answered", patience, async () => {
  const who = await person("NORMAL_USER");
  const body = JSON.stringify({ ...mail, subject: "" }) + padding;
  vi.spyOn(WorkerPool.prototype, "run").mockRejectedValueOnce(new WorkerLostError("timeout"));
  expect(await post(who, api.outbox.send.path, body)).toMatchObject({
    status: 413,
    body: { code: "too_large", error: "The request takes too long to read. Please send less at once." },
  });
  expect((await post(who, api.outbox.send.path, body)).body.error).toBe("To, Subject, and Body are required.");
});

test("a large answer is serialized in a thread, with the same result as a small one", patience, async () => {
  const who = await person("NORMAL_USER");
  const kept = await threadWorkOf(() => call(who, api.summaries.keep, { body: summary }));
  expect(kept.done).toEqual({ readBody: 1, writeAnswer: 1 });
  expect(kept.result.status).toBe(201);
  const { id, createdAt } = kept.result.body;
  const got = await threadWorkOf(() => call(who, api.summaries.get, { params: { id } }));
  expect(got.done).toEqual({ writeAnswer: 1 });
  expect(got.result.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(got.result.body).toEqual({ ...summary, id, createdAt });
  expect((await threadWorkOf(() => call(who, api.summaries.list))).done).toEqual({});
});

test("if the thread of an answer is lost, a GET fails, and a change is answered all the same", patience, async () => {
  const who = await person("NORMAL_USER");
  const body = { ...summary, thread: summary.thread.slice(0, 200) };
  const run = vi.spyOn(WorkerPool.prototype, "run");
  const { id } = (await call(who, api.summaries.keep, { body })).body;
  run.mockRejectedValueOnce(new WorkerLostError("crashed"));
  expect(await call(who, api.summaries.get, { params: { id } })).toMatchObject({
    status: 503,
    body: { error: "The answer takes too long to prepare. Please try again in a few seconds." },
  });
  expect((await call(who, api.summaries.get, { params: { id } })).body.thread).toHaveLength(200);
  const value = { ...body, id, createdAt: new Date() };
  run.mockRejectedValueOnce(new WorkerLostError("crashed"));
  const written = await writeLargeAnswer(api.summaries.keep, value, noOwner);
  expect(JSON.parse(written.toString())).toEqual({ ...value, createdAt: value.createdAt.toISOString() });
});

test("long texts, long lists and many fields count as large", () => {
  const half = "x".repeat(largeBytes / 2);
  expect(isLarge({ one: [half], more: null })).toBe(false);
  expect(isLarge({ one: [half], more: { text: half } })).toBe(true);
  expect(isLarge(Array(largeBytes + 1).fill(0))).toBe(true);
  expect(isLarge(Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [n, 0])))).toBe(true);
  expect(isLarge(undefined)).toBe(false);
});
