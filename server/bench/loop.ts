/**
 * Measures the effect of the most expensive input of each call on others: the duration of /api/health, and the longest time for
 * which the event loop was blocked, from the product's metrics. Each call runs six times in parallel, repeatedly.
 */
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { startEmbedded } from "#db/embedded.ts";
import { startAppProcess } from "#test/app-process.ts";
import type { BenchRow } from "./bench-row.ts";
import { mailAttempts } from "./loop-mail.ts";

export const benchOwner = { email: "owner@bench.test", password: "a good long bench phrase" };
const limitMs = 100;
const parallelCalls = 6;
const seconds = 4;
/** `BENCH_LOOP="send:" npm run bench loop` measures only calls whose name begins with it. */
const only = process.env.BENCH_LOOP ?? "";

export type Call = (path: string, init?: RequestInit) => Promise<Response>;

export async function run(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "intellibox-bench-"));
  // The database's own user can reach this folder, so the database is in it and is removed with it.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const settings = {
    INTELLIBOX_ADMIN_EMAIL: benchOwner.email,
    INTELLIBOX_ADMIN_PASSWORD: benchOwner.password,
  };
  const app = await startAppProcess({ url: embedded.url, dataDir, settings });
  try {
    const call = await signIn(app.url);
    const rows: BenchRow[] = [];
    const mail = await mailAttempts(call).catch((error: unknown) => {
      console.warn("Measured without a mailbox:", error);
      return { attempts: {}, close: async () => undefined };
    });
    try {
      for (const [name, attempt] of Object.entries({ ...(await attempts(call)), ...mail.attempts }))
        if (name.startsWith(only)) rows.push(await measure(app.url, name, attempt));
    } finally {
      await mail.close();
    }
    return rows;
  } finally {
    await app.kill();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function signIn(base: string): Promise<Call> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${base}/api/auth/login`, { method: "POST", headers, body: JSON.stringify(benchOwner) });
  const { token } = (await response.json()) as { token: string };
  return (path, init = {}) => {
    const type = typeof init.body === "string" ? headers : {};
    return fetch(`${base}/api${path}`, {
      ...init,
      headers: { ...type, authorization: `Bearer ${token}`, ...init.headers },
    });
  };
}

type Attempt = () => Promise<Response>;

/** Each call with its largest input. */
async function attempts(call: Call): Promise<Record<string, Attempt>> {
  const post = (path: string, body: unknown, headers = {}) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return () => call(path, { method: "POST", body: text, headers });
  };
  const server = { host: "127.0.0.1", port: 2525, secure: true, username: "relay", password: "relay secret" };
  const saved = await post("/tenants/smtp", server)();
  if (!saved.ok) throw new Error(`The mail server was not saved: ${await saved.text()}`);
  // Scheduled for later, so that no mail server is involved.
  const later = { "x-send-at": new Date(Date.now() + 86_400_000).toISOString(), "x-track-engagement": "1" };
  const mail = { to: ["priya@example.com"], subject: "Samples" };
  const sending = (html: string) => post("/compose/send", { ...mail, html }, later);
  const uploading =
    (path: string, field: string, files: [name: string, content: string | Buffer<ArrayBuffer>][], fields = {}) =>
    () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
      for (const [name, content] of files) form.append(field, new Blob([content]), name);
      return call(path, { method: "POST", body: form, headers: path === "/compose/send" ? later : {} });
    };
  const words = "Please send the signed contract to Priya by Friday, and call me about it. ";
  const thread = Array.from({ length: 2000 }, (_, n) => ({
    from: `Person ${n} <p${n}@acme.test>`,
    to: "ana@acme.test",
    at: "2026-11-15T10:00:00Z",
    body: words.repeat(4).slice(0, 250),
  }));
  const long = words.repeat(5_500).slice(0, 400_000);
  const action = {
    action: "x".repeat(300),
    owner: "y".repeat(100),
    due: "",
    source: "z".repeat(100),
    sourceIndex: 0,
  };
  const plan = {
    title: "Plan",
    thread,
    summary: [],
    summarySources: [],
    actions: Array(500).fill(action),
    written: null,
  };
  const kept = (await (await post("/summaries", plan)()).json()) as { id: string };
  const parts = Array.from({ length: 100_000 }, (_, n) => `--b\r\n\r\npart ${n}\r\n`).join("");
  const manyPictures = `<img src="data:image/png;base64,${"A".repeat(6_500)}">`.repeat(2_000);
  const picture = `<img src="data:image/png;base64,${"A".repeat(13_000_000)}">`;
  const planned = (await (await sending(`<p>word</p>${manyPictures}`)()).json()) as { id: string };
  const version = "0".repeat(32);
  const draft = {
    ...{ intent: words, tone: "professional", extra: long, to: "", subject: "", bodyHtml: '"\n'.repeat(333_000) },
    ...{ version, basedOn: version },
  };
  const keepDraft = JSON.stringify(draft);
  return {
    nothing: () => call("/health"),
    "send: nested elements": sending(`word${"<div>".repeat(199_000)}`),
    "send: nested tables": sending(`word${"<table><tr><td>".repeat(66_000)}`),
    "send: links": sending('<a href="https://acme.test/a">link</a>'.repeat(25_000)),
    "send: pasted pictures": sending(`<p>word</p>${picture}`),
    "send: ten files": uploading(
      "/compose/send",
      "files",
      Array.from({ length: 10 }, (_, n) => [`f${n}.bin`, Buffer.alloc(1_000_000, n)]),
      { to: "priya@example.com", subject: "Samples", html: "<p>word</p>" },
    ),
    "send: 8 million values": post("/compose/send", `{"to":[${"[],".repeat(5_000_000)}[]]}`),
    "summarize: 2,000 messages": post("/summarize/generate", { thread }),
    "summarize: nested elements": post("/summarize/generate", { thread: [{ body: `word${"<div>".repeat(79_000)}` }] }),
    "draft: long context": post("/compose/generate", { intent: words, context: long }),
    "reply: long mail": post("/reply/generate", { emailBody: long }),
    "subject: long mail": post("/reply/suggest-subject", { emailBody: long }),
    "intents: long mail": post("/reply/intents", { emailBody: long }),
    "extract: nested elements": uploading("/summarize/extract", "file", [
      ["deep.html", `<html>word${"<div>".repeat(200_000)}`],
    ]),
    "extract: 100,000 parts": uploading("/summarize/extract", "file", [
      ["parts.eml", `Message-ID: <a@b>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}`],
    ]),
    "summary: keep": post("/summaries", plan),
    "summary: workbook": () => call(`/summaries/${kept.id}/actions.xlsx`),
    "search: many words": () => call(`/mail/threads?q=${encodeURIComponent("a-b ".repeat(125))}`),
    "summary: read": () => call(`/summaries/${kept.id}`),
    "draft: keep": () => call("/compose/drafts/compose", { method: "PUT", body: keepDraft }),
    "draft: read": () => call("/compose/drafts/compose"),
    "outbox: read": () => call(`/outbox/${planned.id}`),
    "outbox: edit": post("/compose/send", { ...mail, html: `<p>word</p>${manyPictures}` }, later),
    "outbox: another hour": post(`/outbox/${planned.id}/reschedule`, { sendAt: later["x-send-at"] }),
    "outbox: list": () => call("/outbox?limit=200"),
    "logs: patterns": () => call(`/t/email-logs?limit=1000&q=${encodeURIComponent("%_".repeat(100))}`),
    "logs: all": () => call("/t/email-logs?limit=1000"),
    "sign in: 1 MB": post("/auth/login", { email: "x".repeat(1_000_000) }),
    "audit: patterns": () => call(`/audit?q=${encodeURIComponent("%_".repeat(100))}`),
  };
}

async function measure(base: string, name: string, attempt: Attempt): Promise<BenchRow> {
  await attempt().then((response) => response.arrayBuffer());
  await longestTurn(base);
  const outcomes: Record<string, number> = {};
  const probe = new Worker(new URL("./health-probe.ts", import.meta.url), { workerData: { base } });
  const end = performance.now() + seconds * 1000;
  const lanes = Array.from({ length: parallelCalls }, async () => {
    do {
      const response = await attempt();
      await response.arrayBuffer();
      outcomes[response.status] = (outcomes[response.status] ?? 0) + 1;
    } while (performance.now() < end);
  });
  await Promise.all(lanes);
  probe.postMessage("stop");
  const [times] = (await once(probe, "message")) as [number[]];
  const turn = await longestTurn(base);
  const answers = Object.entries(outcomes).map(([status, count]) => `${count}× ${status}`);
  const note = `limit ${limitMs}; max ${Math.round(Math.max(...times))} ms, longest turn ${Math.round(turn)} ms; ${answers.join(", ")}`;
  return { name, value: percentile(times, 0.99), unit: "ms p99", note };
}

/** In ms since the last reading, which resets the metric. */
async function longestTurn(base: string): Promise<number> {
  const figures = await (await fetch(`${base}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(figures)?.[1] ?? 0) * 1000;
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
