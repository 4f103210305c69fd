import { expect, test } from "vitest";
import { threaded } from "#lib/threads.ts";
import { outboxWorld } from "#test/outbox-world.ts";
import { hashRequest } from "./hash-request.ts";
import type { SendRequest } from "./request.ts";

const { writer, app } = await outboxWorld();
const inThread = threaded<typeof import("./hash-request.ts")>(new URL("./hash-request.ts", import.meta.url));
const patience = { timeout: 120_000 };

const request: SendRequest = {
  kind: "mail",
  to: ["priya@example.com"],
  subject: "Samples ₹ 😀",
  body: "",
  html: "<p>Grüße ₹</p>".repeat(30_000),
  inReplyTo: undefined,
  references: [],
  files: [{ name: "a.bin", mimeType: "application/octet-stream", bytes: Buffer.from("abc"), sha256: "h1" }],
  tracked: true,
  followUpDays: undefined,
  followUpId: undefined,
  replaces: undefined,
  mailboxId: undefined,
  fromAccount: undefined,
  key: "k1",
  undoSeconds: 0,
  sendAt: new Date("2026-11-20T10:00:00Z"),
};

test("a mail has the same hash in a worker thread and on the main thread [SND-01]", patience, async () => {
  expect(await inThread("hashRequest", [request])).toBe(hashRequest(request));
  expect(hashRequest({ ...request, html: `${request.html} ` })).not.toBe(hashRequest(request));
  const files = request.files.map((file) => ({ ...file, sha256: "h2" }));
  expect(hashRequest({ ...request, files })).not.toBe(hashRequest(request));
  expect(hashRequest({ ...request, key: "k2" })).toBe(hashRequest(request));
});

test(
  "a large mail is the same mail as JSON and as a form; another one with its key is refused [SND-01]",
  patience,
  async () => {
    const { who, server } = await writer();
    const html = "<p>Grüße ₹</p>".repeat(30_000);
    const fields = { to: "priya@example.com", subject: "Samples", html };
    const form = async (changes = {}) => {
      const data = new FormData();
      for (const [name, value] of Object.entries({ ...fields, ...changes })) data.set(name, value);
      const { headers, body } = await encoded(data);
      return ask(headers, body);
    };
    const ask = async (headers: Record<string, string>, payload: Buffer) => {
      const all = { ...headers, authorization: `Bearer ${who.token}`, "idempotency-key": "k1" };
      const answer = await app.inject({ method: "POST", url: "/api/compose/send", headers: all, payload });
      return { status: answer.statusCode, body: answer.json() };
    };
    const first = await ask({ "content-type": "application/json" }, Buffer.from(JSON.stringify(fields)));
    expect(first).toMatchObject({ status: 200, body: { status: "sent" } });
    expect(await form()).toEqual(first);
    expect((await form({ html: `${html}<p>More</p>` })).status).toBe(409);
    expect(server.mails).toHaveLength(1);
  },
);

async function encoded(data: FormData) {
  const response = new Response(data);
  const headers = { "content-type": response.headers.get("content-type") ?? "" };
  return { headers, body: Buffer.from(await response.arrayBuffer()) };
}
