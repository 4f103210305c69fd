/**
 * How many mails a second go through the whole path (HTTP, quota, outbox, log, SMTP, log), against nodemailer alone into the
 * same server in the same run: the same text and HTML, composed anew for each mail, as many connections as the product may
 * open, as many mails at once. The database keeps its promises: every commit is on disk.
 */
import { fork } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTransport } from "nodemailer";
import pg from "pg";
import { newId } from "#lib/ids.ts";
import { createSealer } from "#lib/seal.ts";
import { startEmbedded } from "#db/embedded.ts";
import { placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { startAppProcess } from "#test/app-process.ts";
import { startFakeSmtp } from "#test/fake-smtp.ts";
import type { BenchRow } from "./bench-row.ts";

const login = { name: "relay", password: "relay secret" };
const masterKey = Buffer.alloc(32, 9);
const words = "The samples you asked for are on their way. ".repeat(20);
const html = `<p>Dear Priya,</p><p>${words}</p>`;
const text = `Dear Priya,\n\n${words}`;
/** Callers at once; nodemailer gets as many connections as the product gives a server at most. */
const atOnce = 40;
const connections = 20;

/** Runs in a process of its own, so that the receiver takes the same from both. */
if (process.argv[2] === "receiver") {
  const server = await startFakeSmtp({ user: login });
  process.send?.({ port: server.port });
  process.on("message", () => process.send?.({ count: server.mails.splice(0).length }));
  process.on("disconnect", () => process.exit(0));
}

export async function run(mails = 1_000): Promise<BenchRow[]> {
  const receiver = await startReceiver();
  const dataDir = await mkdtemp(join(tmpdir(), "intellibox-bench-"));
  // Within the reach of the database's own user, so that it lives here and goes with the folder.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const app = await startAppProcess({
    DATABASE_URL: embedded.url,
    INTELLIBOX_DATA: dataDir,
    INTELLIBOX_SECRET: masterKey.toString("base64"),
    INTELLIBOX_DEMO: "0",
    INTELLIBOX_ADMIN_EMAIL: "owner@bench.test",
    INTELLIBOX_ADMIN_PASSWORD: "a good long bench phrase",
    INTELLIBOX_ALLOW_PRIVATE_HOSTS: "1",
  });
  try {
    const token = await signIn(app.url);
    await setServer(embedded.url, receiver.port);
    const through = () => repeat(mails, atOnce, () => sendThrough(app.url, token));
    const raw = () => sendRaw(receiver.port, mails);
    // Once each to warm up; then by turns, so that neither has the quieter half of the machine.
    await repeat(100, atOnce, () => sendThrough(app.url, token));
    await sendRaw(receiver.port, 100);
    await receiver.count();
    const rates = { through: [] as number[], raw: [] as number[] };
    for (let round = 0; round < 3; round++) {
      for (const [kind, work] of [
        ["raw", raw],
        ["through", through],
      ] as const) {
        rates[kind].push(await rateOf(mails, work));
        const arrived = await receiver.count();
        if (arrived !== mails) throw new Error(`${arrived} of ${mails} mails arrived`);
      }
    }
    return rows({ through: median(rates.through), raw: median(rates.raw) }, mails);
  } finally {
    await app.kill();
    await embedded.stop();
    receiver.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const rows = ({ through, raw }: { through: number; raw: number }, mails: number): BenchRow[] => [
  {
    name: "send.raw",
    value: raw,
    unit: "mails/s",
    note: `nodemailer alone, ${connections} connections, ${mails} mails, median of 3`,
  },
  { name: "send.through", value: through, unit: "mails/s", note: `whole path, ${atOnce} callers, durable` },
  { name: "send.ratio", value: through / raw, unit: "of raw", note: "goal: 0.5 or more" },
];

async function startReceiver() {
  const child = fork(fileURLToPath(import.meta.url), ["receiver"]);
  const next = <T>() => new Promise<T>((done) => child.once("message", (message) => done(message as T)));
  const { port } = await next<{ port: number }>();
  return {
    port,
    async count() {
      const answer = next<{ count: number }>();
      child.send("count");
      return (await answer).count;
    },
    stop: () => child.disconnect(),
  };
}

async function signIn(base: string) {
  const response = await fetch(`${base}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "owner@bench.test", password: "a good long bench phrase" }),
  });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`Signing in was answered with ${response.status}`);
  return token;
}

async function setServer(databaseUrl: string, port: number) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: found } = await client.query<{ id: string }>("select id from tenants");
  const tenantId = found[0]?.id ?? newId();
  const place = placeOf(sealedColumns.mailServerPassword, tenantId, "smtp");
  await client.query(
    "insert into mail_servers (tenant_id, protocol, host, port, secure, username, password_sealed) values ($1, 'smtp', '127.0.0.1', $2, false, $3, $4)",
    [tenantId, port, login.name, createSealer(() => [masterKey]).seal(login.password, place)],
  );
  await client.end();
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });

/** By plain `node:http`: the caller's own cost is not what is measured. */
async function sendThrough(base: string, token: string) {
  const body = JSON.stringify({ to: ["priya@example.com"], subject: "Samples", html });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await new Promise<string>((resolve, reject) => {
    const sending = request(`${base}/api/compose/send`, { method: "POST", headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve(text)).on("error", reject);
    });
    sending.on("error", reject).end(body);
  });
  const { status } = JSON.parse(answer) as { status?: string };
  if (status !== "sent") throw new Error(`A mail was answered with ${answer}`);
}

/** As a plain program would: nodemailer composes and sends. */
async function sendRaw(port: number, mails: number) {
  const transport = createTransport({
    host: "127.0.0.1",
    port,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    auth: { user: login.name, pass: login.password },
  });
  const mail = { from: "owner@bench.test", to: "priya@example.com", subject: "Samples", html, text };
  try {
    await repeat(mails, atOnce, async () => void (await transport.sendMail(mail)));
  } finally {
    transport.close();
  }
}

async function repeat(times: number, together: number, work: () => Promise<void>) {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: together }, lane));
}

async function rateOf(mails: number, work: () => Promise<void>) {
  const begin = performance.now();
  await work();
  return mails / ((performance.now() - begin) / 1000);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
