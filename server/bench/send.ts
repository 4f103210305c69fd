/**
 * Measures mails per second through the whole path (HTTP, quota, outbox, log, SMTP, log), against nodemailer alone with the same
 * server in the same run: the same text and HTML, composed for each mail, the same number of connections and of parallel mails.
 * The database is durable: every commit is on disk. Also measures the CPU time of a mail, without the receiver and the client,
 * which holds on a busy machine too.
 */
import { fork } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTransport } from "nodemailer";
import pg from "pg";
import { newId } from "#lib/ids.ts";
import { createSealer } from "#lib/seal.ts";
import { startEmbedded } from "#db/embedded.ts";
import { placeOf, sealedColumns } from "#db/sealed-columns.ts";
import { startAppProcess, testMasterKey } from "#test/app-process.ts";
import { startFakeSmtp } from "#test/fake-smtp.ts";
import { type BenchRow, leastOf } from "./bench-row.ts";
import { cpuTimeOf } from "./cpu-time.ts";
import { type LeanCaller, openLeanCaller } from "./lean-http.ts";

const login = { name: "relay", password: "relay secret" };
const words = "The samples you asked for are on their way. ".repeat(20);
const html = `<p>Dear Priya,</p><p>${words}</p>`;
const text = `Dear Priya,\n\n${words}`;
/** The body of a call that sends. */
export const sampleSend = { to: ["priya@example.com"], subject: "Samples", html };
/** Parallel callers. nodemailer gets as many connections as the product opens at most. */
const parallelCallers = 40;
const connections = 20;
/** Mails before the measurement, because a server has compiled its code. */
const warmUp = 1_500;

/** Runs in a process of its own, so that the receiver costs both the same. */
if (process.argv[2] === "receiver") {
  const server = await startFakeSmtp({ user: login });
  process.send?.({ port: server.port });
  process.on("message", () => process.send?.({ count: server.mails.splice(0).length }));
  process.on("disconnect", () => process.exit(0));
}

export async function run(mails = 1_000): Promise<BenchRow[]> {
  const receiver = await startReceiver();
  const dataDir = await mkdtemp(join(tmpdir(), "intellibox-bench-"));
  // The database's own user can reach this folder, so the database is in it and is removed with it.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const settings = {
    INTELLIBOX_ADMIN_EMAIL: "owner@bench.test",
    INTELLIBOX_ADMIN_PASSWORD: "a good long bench phrase",
  };
  const app = await startAppProcess({ url: embedded.url, dataDir, settings });
  const database = new pg.Client({ connectionString: embedded.url });
  try {
    await database.connect();
    await setServer(database, receiver.port);
    const caller = await callerFor(app.url);
    const kinds = {
      raw: { work: (count: number) => sendRaw(receiver.port, count), cpu: () => ({ raw: cpuTimeOf([process.pid]) }) },
      through: {
        work: (count: number) => repeat(count, parallelCallers, () => sendThrough(caller)),
        cpu: async () => ({ app: cpuTimeOf([app.pid ?? 0]), database: cpuTimeOf(await pidsOf(database)) }),
      },
    };
    await kinds.through.work(warmUp);
    await kinds.raw.work(warmUp);
    await receiver.count();
    const measured = { raw: [] as Measured[], through: [] as Measured[] };
    // In turns, so that both see the same load of the machine.
    for (let round = 0; round < 3; round++) {
      for (const kind of ["raw", "through"] as const) {
        measured[kind].push(await measure(mails, kinds[kind]));
        const arrived = await receiver.count();
        if (arrived !== mails) throw new Error(`${arrived} of ${mails} mails arrived`);
      }
    }
    caller.close();
    return rows(measured, mails);
  } finally {
    await database.end();
    await app.kill();
    await embedded.stop();
    receiver.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Measured = { rate: number; cpu: Record<string, number | undefined> };
type Kind = { work(mails: number): Promise<void>; cpu(): Measured["cpu"] | Promise<Measured["cpu"]> };

async function measure(mails: number, { work, cpu }: Kind): Promise<Measured> {
  const before = await cpu();
  const begin = performance.now();
  await work(mails);
  const rate = mails / ((performance.now() - begin) / 1000);
  const perMail = Object.entries(await cpu()).map(([who, ms]) => [who, ms && (ms - (before[who] ?? 0)) / mails]);
  return { rate, cpu: Object.fromEntries(perMail) };
}

function rows({ raw, through }: Record<"raw" | "through", Measured[]>, mails: number): BenchRow[] {
  const rateOf = (measured: Measured[]) => median(measured.map(({ rate }) => rate));
  const cost = (name: string, measured: Measured[], note: string): BenchRow[] => {
    const value = median(measured.flatMap(({ cpu }) => cpu[name] ?? []));
    return value > 0 ? [{ name: `send.cpu.${name}`, value, unit: "ms/mail", note }] : [];
  };
  const ratio = rateOf(through) / rateOf(raw);
  const said = `nodemailer alone, ${connections} connections, ${mails} mails, median of 3`;
  return [
    { name: "send.raw", value: rateOf(raw), unit: "mails/s", note: said },
    {
      name: "send.through",
      value: rateOf(through),
      unit: "mails/s",
      note: `whole path, ${parallelCallers} callers, durable`,
    },
    { name: "send.ratio", value: ratio, unit: "of raw", ...leastOf(ratio, 0.8), note: "" },
    ...cost("raw", raw, "time of a core: nodemailer alone"),
    ...cost("app", through, "time of a core: the program"),
    ...cost("database", through, "time of a core: all of PostgreSQL"),
  ];
}

/** The server's processes, including its children. */
async function pidsOf(database: pg.Client) {
  const { rows: found } = await database.query<{ pid: number }>("select pid from pg_stat_activity");
  return found.map(({ pid }) => pid);
}

/** Takes mail in a process of its own. */
export async function startReceiver() {
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

/** Gives the only company the receiver as its mail server. */
export async function setServer(database: pg.Client, port: number) {
  const { rows: found } = await database.query<{ id: string }>("select id from tenants");
  const tenantId = found[0]?.id ?? newId();
  const place = placeOf(sealedColumns.mailServerPassword, tenantId, "smtp");
  await database.query(
    "insert into mail_servers (tenant_id, protocol, host, port, secure, username, password_sealed) values ($1, 'smtp', '127.0.0.1', $2, false, $3, $4)",
    [tenantId, port, login.name, createSealer(() => [testMasterKey]).seal(login.password, place)],
  );
}

/** A client that needs little CPU, because it is not measured and nodemailer alone has none. */
async function callerFor(base: string): Promise<LeanCaller> {
  const headers = { authorization: `Bearer ${await signIn(base)}`, "content-type": "application/json" };
  const body = JSON.stringify(sampleSend);
  return openLeanCaller({ url: `${base}/api/compose/send`, headers, body, connections: parallelCallers });
}

async function sendThrough(caller: LeanCaller) {
  const answer = await caller.call();
  const { status } = JSON.parse(answer) as { status?: string };
  if (status !== "sent") throw new Error(`A mail was answered with ${answer}`);
}

/** nodemailer composes and sends, as in a plain program. */
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
    await repeat(mails, parallelCallers, async () => void (await transport.sendMail(mail)));
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

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
