import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "@intellibox/contract/api";
import { afterAll, expect, test } from "vitest";
import { loadConfig } from "#lib/config.ts";
import { inSpan, openTracing } from "#lib/trace.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";

type Value = { stringValue?: string; intValue?: number };
type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  attributes: { key: string; value: Value }[];
};
type Export = { resourceSpans: { resource: unknown; scopeSpans: { spans: Span[] }[] }[] };

/** A collector that keeps what it gets. */
const bodies: string[] = [];
const headers: (string | undefined)[] = [];
const collector = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    if (request.url === "/v1/traces") bodies.push(body);
    headers.push(request.headers["x-key"] as string | undefined);
    response.setHeader("content-type", "application/json").end("{}");
  });
});
await new Promise<void>((done) => collector.listen(0, "127.0.0.1", done));
afterAll(() => void collector.close());
const environment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
  OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20key",
  OTEL_SERVICE_NAME: "mail-of-acme",
};
const { world, writer, call, person } = await outboxWorld({ environment });
const trusting = await outboxWorld({ environment: { ...environment, INTELLIBOX_TRUST_PROXY: "1" } });

/** Records while the work runs, and returns what the collector got. */
async function recorded(work: () => Promise<unknown>, config = world.config) {
  bodies.length = 0;
  const close = await openTracing(config);
  await work().finally(close);
  const spans = bodies.flatMap((body) =>
    (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const attributeOf = (span: Span | undefined, key: string) => span?.attributes.find((one) => one.key === key)?.value;
  return { spans, text: bodies.join("\n"), attributeOf };
}

test("a call, its transactions, its job and its outgoing mail are one tree of spans, without mail in them", async () => {
  const marker = "zebra7q";
  const { who, send, server } = await writer();
  const { spans, text, attributeOf } = await recorded(async () => {
    const mail = { to: [`${marker}@example.com`], subject: `Subject ${marker}`, body: `Body ${marker}` };
    expect((await send(mail)).status).toBe(200);
    server.script.rcpt = `550 the person ${marker} is unknown`;
    expect((await send(mail)).status).toBe(502);
    await call(who, api.inbox.threads, { query: { q: marker } });
  });
  expect(text).toContain("mail-of-acme");
  expect(headers).toContain("a key");
  expect(text).not.toContain(marker);
  expect(text).not.toMatch(/@example|@acme|select |insert /i);

  const calls = spans.filter(({ name }) => name === "POST /api/compose/send");
  expect(calls.map((span) => attributeOf(span, "http.response.status_code"))).toEqual([
    { intValue: 200 },
    { intValue: 502 },
  ]);
  const [sent] = calls;
  expect(attributeOf(sent, "http.route")).toEqual({ stringValue: "/api/compose/send" });
  expect(attributeOf(sent, "intellibox.request_id")?.stringValue).toMatch(/^[0-9a-f-]{36}$/);
  const inside = spans.filter(({ traceId, spanId }) => traceId === sent?.traceId && spanId !== sent?.spanId);
  expect(inside.map(({ name }) => name)).toContain("transaction");
  expect(inside.map(({ name }) => name)).toContain("send by smtp");
  expect(spans.map(({ name }) => name)).toContain("GET /api/mail/threads");
  const refused = spans.filter(({ name }) => name === "send by smtp").map((span) => attributeOf(span, "error.type"));
  expect(refused).toContainEqual({ stringValue: "permanent" });
});

test("a job is a trace of its own", async () => {
  const { spans } = await recorded(async () => {
    await world.queue.boss.send("outbox.recover", {});
    await until(async () => {
      await new Promise((done) => setTimeout(done, 20));
      return (await world.queue.boss.findJobs("outbox.recover", {})).every(({ state }) => state === "completed");
    });
  });
  const job = spans.find(({ name }) => name === "job outbox.recover");
  expect(job?.parentSpanId ?? "").toBe("");
  expect(spans.some(({ name, parentSpanId }) => name === "transaction" && parentSpanId === job?.spanId)).toBe(true);
});

test("a trace of the proxy is continued, one of a stranger is not, and a malformed one starts a new trace", async () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const ask = (app: typeof trusting.app, traceparent: string) =>
    app.inject({ method: "GET", url: "/api/auth/me", headers: { traceparent } });
  const { spans } = await recorded(async () => {
    await ask(trusting.app, `00-${traceId}-b7ad6b7169203331-01`);
    await ask(trusting.app, `00-${traceId}-0000000000000000-01`);
    await ask(trusting.app, `${traceId}${"a".repeat(5000)}`);
  }, trusting.world.config);
  expect(spans.map((span) => span.traceId === traceId)).toEqual([true, false, false]);
  expect(spans[0]?.parentSpanId).toBe("b7ad6b7169203331");
  const { app } = await outboxWorld({ environment });
  const foreign = await recorded(() => ask(app, `00-${traceId}-b7ad6b7169203331-01`));
  expect(foreign.spans.map((span) => span.traceId === traceId)).toEqual([false]);
});

test("the share of traces is the installation's choice, also for traces of the proxy", async () => {
  const none = loadConfig({ ...environment, OTEL_TRACES_SAMPLER_ARG: "0", INTELLIBOX_TRUST_PROXY: "1" });
  const { spans } = await recorded(async () => {
    const headers = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    await trusting.app.inject({ method: "GET", url: "/api/auth/me", headers });
  }, none);
  expect(spans).toEqual([]);
});

test("a collector that is away fails no call, and without the setting nothing is recorded", async () => {
  const away = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  const who = await person("NORMAL_USER");
  const close = await openTracing(away);
  expect((await call(who, api.auth.me)).status).toBe(200);
  await close().catch(() => undefined);
  expect(await inSpan({ name: "x", kind: "client" }, async () => 7)).toBe(7);
  expect(loadConfig({}).tracing).toBeUndefined();
});
