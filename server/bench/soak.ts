/**
 * Runs the product for minutes at half of its measured maximum, while mail servers, a mailbox and a model hang, trickle and cut.
 * Memory, descriptors and answers must stay flat. SOAK_SECONDS is the duration (600), SOAK_MAXIMUM_SECONDS that of the measurement
 * of the maximum (60).
 */
import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "#lib/ids.ts";
import { startEmbedded } from "#db/embedded.ts";
import { startAppProcess } from "#test/app-process.ts";
import { startFakeModel } from "#test/fake-model.ts";
import { startFakeSmtp } from "#test/fake-smtp.ts";
import { type CallCounts, callSteadily, newCounts, type SteadyCall } from "#test/steady-callers.ts";
import { startTcpServer } from "#test/tcp-server.ts";
import type { BenchRow } from "./bench-row.ts";

const seconds = Number(process.env.SOAK_SECONDS ?? 600);
const maximumSeconds = Number(process.env.SOAK_MAXIMUM_SECONDS ?? 60);
const owner = { email: "owner@bench.test", password: "a good long bench phrase" };
const relayLogin = { name: "relay", password: "relay secret" };
const parallelCallers = 16;

export async function run(): Promise<BenchRow[]> {
  const opened = new AsyncDisposableStack();
  try {
    const dataDir = await mkdtemp(join(tmpdir(), "intellibox-soak-"));
    opened.defer(() => rm(dataDir, { recursive: true, force: true }));
    // The database's own user can reach this folder, so the database is in it and is removed with it.
    await chmod(dataDir, 0o755);
    const embedded = await startEmbedded({ dataDir, log: () => undefined });
    opened.defer(() => embedded.stop());
    const settings = { INTELLIBOX_ADMIN_EMAIL: owner.email, INTELLIBOX_ADMIN_PASSWORD: owner.password };
    const app = await startAppProcess({ url: embedded.url, dataDir, settings });
    opened.defer(() => app.kill());
    const token = await signIn(app.url);
    await startBadNeighbours(app.url, token, opened);
    const mix = callsOf(token);

    const fastest = newCounts();
    const maximum = (await load(app.url, mix, fastest, { seconds: maximumSeconds })) / maximumSeconds;
    const counts = newCounts();
    const samples: Sample[] = [];
    const sampling = setInterval(() => samples.push(sampleOf(app.pid ?? 0)), 2_000);
    const made = await load(app.url, mix, counts, { seconds, perSecond: maximum / 2 });
    clearInterval(sampling);
    // The first third warms up: pools fill, and code is compiled.
    const rows = rowsOf({
      ...{ maximum, rate: made / seconds, counts },
      samples: samples.slice(Math.floor(samples.length / 3)),
    });
    const missed = rows.filter(({ name, value }) => value > (goals[name] ?? Number.POSITIVE_INFINITY));
    if (missed.length === 0) return rows;
    console.table(rows);
    throw new Error(`The soak missed its goals: ${missed.map(({ name, value }) => `${name} is ${value}`).join(", ")}`);
  } finally {
    await opened.disposeAsync();
  }
}

/** A mix of what people do. */
function callsOf(token: string): (() => SteadyCall)[] {
  const get = (path: string) => () => ({ path, token });
  let draftedAt = 0;
  const draft = () => {
    // Below the user's 60 drafts a minute.
    if (Date.now() - draftedAt < 1_100) return { path: "/auth/me", token };
    draftedAt = Date.now();
    const body = { intent: "Ask Priya for the signed contract by Friday" };
    return { method: "POST", path: "/compose/generate", token, body };
  };
  const send = () => ({
    method: "POST",
    path: "/compose/send",
    token,
    headers: { "idempotency-key": newId() },
    body: { to: ["priya@example.com"], subject: "Samples", body: "The samples are on their way." },
  });
  return [get("/auth/me"), get("/mail/threads"), send, get("/mail/threads?q=samples"), get("/mail/mailboxes"), draft];
}

type Load = { seconds: number; perSecond?: number };

/** Returns the number of calls. Without a rate, every caller calls as fast as it is answered. */
async function load(
  base: string,
  mix: (() => SteadyCall)[],
  counts: CallCounts,
  { seconds: duration, perSecond }: Load,
) {
  const begin = Date.now();
  let made = 0;
  const next = () => (mix[made++ % mix.length] as () => SteadyCall)();
  const isOver = () => Date.now() - begin >= duration * 1000;
  const isAhead = () => perSecond !== undefined && made / perSecond > (Date.now() - begin) / 1000;
  const beforeEach = async () => {
    while (isAhead() && !isOver()) await sleep(5);
  };
  await Promise.all(
    Array.from({ length: parallelCallers }, () => callSteadily(base, next, counts, { isOver, beforeEach })),
  );
  return made;
}

/** One SMTP server whose every tenth mail hangs or is cut, a mailbox that trickles, and a model that hangs or cuts. */
async function startBadNeighbours(base: string, token: string, opened: AsyncDisposableStack) {
  const smtp = await startFakeSmtp({ user: relayLogin });
  opened.defer(() => smtp.stop());
  let mails = 0;
  smtp.script.rcpt = () => {
    mails++;
    if (mails % 100 === 0) return "hang";
    if (mails % 10 === 0) return "drop";
    return mails % 10 === 5 ? "450 4.2.1 Busy" : undefined;
  };
  // The receiver keeps every mail, which would grow here and not in the product.
  const emptied = setInterval(() => void smtp.mails.splice(0), 1_000);
  opened.defer(() => clearInterval(emptied));
  const imap = await startTcpServer((socket) => {
    const greeting = "* OK ready\r\n";
    let at = 0;
    const trickle = setInterval(
      () => void (socket.destroyed ? clearInterval(trickle) : socket.write(greeting[at++ % greeting.length] ?? "")),
      1_000,
    );
    socket.on("close", () => clearInterval(trickle));
  });
  opened.defer(() => imap.stop());
  const model = await startFakeModel((_call, count) => {
    if (count % 20 === 0) return { pieces: ["Dear"], hang: true };
    return count % 5 === 0 ? { drop: true } : { pieces: ["Subject: Samples\n\nDear Priya, good day."] };
  });
  opened.defer(() => model.close());

  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const tell = (method: string, path: string, body: object) =>
    fetch(`${base}/api${path}`, { method, headers, body: JSON.stringify(body) });
  const { name: username, password } = relayLogin;
  const save = async (...setting: Parameters<typeof tell>) => {
    const answer = await tell(...setting);
    if (!answer.ok) throw new Error(`${setting[1]} was answered with ${answer.status}: ${await answer.text()}`);
  };
  await save("POST", "/tenants/smtp", { host: "127.0.0.1", port: smtp.port, secure: false, username, password });
  await save("PUT", "/ai", {
    ...{ provider: "compatible", model: "test", temperature: 0, systemPrompt: "" },
    ...{ apiKey: "a key", baseUrl: `${model.url}/v1` },
  });
  // Repeats the attempt to connect a mailbox whose server sends one byte a second.
  const connecting = new AbortController();
  opened.defer(() => connecting.abort());
  void (async () => {
    while (!connecting.signal.aborted) {
      await tell("POST", "/mail/connect/imap", {
        ...{
          email: "ana@slow.test",
          host: "127.0.0.1",
          port: imap.port,
          secure: false,
          username: "ana",
          password: "x",
        },
      }).catch(() => undefined);
      await sleep(1_000);
    }
  })();
}

/** The most that is allowed. Garbage collection alone moves the memory by some megabytes in a short run. */
const goals: Record<string, number> = {
  "soak.failed": 0,
  "soak.memory.slope": 2 + 600 / seconds,
  "soak.descriptors.slope": 1 + 600 / seconds,
};

type Sample = { at: number; megabytes: number; descriptors: number };

function sampleOf(pid: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  return { at: Date.now() / 60_000, megabytes, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** By least squares, in units a minute. */
function slopeOf(samples: Sample[], measureOf: (sample: Sample) => number): number {
  const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanAt, mean] = [meanOf(samples.map(({ at }) => at)), meanOf(samples.map(measureOf))];
  const above = samples.reduce((sum, sample) => sum + (sample.at - meanAt) * (measureOf(sample) - mean), 0);
  return above / samples.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0);
}

type Soaked = { maximum: number; rate: number; counts: CallCounts; samples: Sample[] };

function rowsOf({ maximum, rate, counts, samples }: Soaked): BenchRow[] {
  const failed = [...counts.answered].filter(([status]) => status >= 500 && status !== 502);
  const lost = [...failed, ...counts.cut].reduce((sum, [, count]) => sum + count, 0);
  const last = samples.at(-1);
  const shown = [...counts.answered].map(([status, count]) => `${status}: ${count}`).join(", ");
  return [
    { name: "soak.maximum", value: maximum, unit: "calls/s", note: `${parallelCallers} callers, ${maximumSeconds} s` },
    { name: "soak.rate", value: rate, unit: "calls/s", note: `for ${seconds} s (${shown})` },
    {
      name: "soak.failed",
      value: lost,
      unit: "calls",
      note: `goal: 0 (5xx but for the mail server's 502, or cut) ${[...counts.cut].join(" ")}`,
    },
    {
      name: "soak.longest",
      value: counts.longestMs,
      unit: "ms",
      note: "sends wait for their server, drafts for the model that hangs",
    },
    { name: "soak.memory", value: last?.megabytes ?? 0, unit: "MB", note: "at the end" },
    {
      name: "soak.memory.slope",
      value: slopeOf(samples, ({ megabytes }) => megabytes),
      unit: "MB/min",
      note: "after the first third",
    },
    { name: "soak.descriptors", value: last?.descriptors ?? 0, unit: "open", note: "at the end" },
    {
      name: "soak.descriptors.slope",
      value: slopeOf(samples, ({ descriptors }) => descriptors),
      unit: "per min",
      note: "after the first third",
    },
  ];
}

async function signIn(base: string) {
  const response = await fetch(`${base}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(owner),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`Signing in was answered with ${response.status}`);
  return token;
}
