/**
 * Measures the time from connecting a mailbox until its newest fifty messages are listed, against the two seconds that a person should
 * wait at most, and then how fast the rest follows: by IMAP, POP3, a simulated Google and a simulated Microsoft, each with 20,000
 * mails. `BENCH_MESSAGES=2500 BENCH_CONNECT=imap npm run bench connect` is shorter. Other load on the machine lengthens the waits, so
 * the notes have the processor time, and how long the bare protocol takes for the same mails in the same run.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbedded } from "#db/embedded.ts";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { hasDovecot, startDovecot } from "#test/dovecot.ts";
import { startGoogle } from "#test/stand-ins/google.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { type BenchRow, goalOf } from "./bench-row.ts";
import * as kinds from "./connect-mailboxes.ts";
import { cpuTimeOf } from "./cpu-time.ts";
import { benchOwner, type Call, signIn } from "./loop.ts";
import { randomOf, sampleMail } from "./mail-bench.ts";
import { at, msOf } from "./search.ts";

const limitSeconds = 2;
/** So many messages show that the rest follows by itself. */
const followed = 500;
const only = process.env.BENCH_CONNECT ?? "";

export async function run(messages = Number(process.env.BENCH_MESSAGES ?? 20_000)): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "intellibox-bench-"));
  await chmod(dataDir, 0o755);
  const google = await startGoogle({ people: [kinds.googlePerson] });
  const microsoft = await startMicrosoft();
  const dovecot = hasDovecot ? await startDovecot({ config: "ssl = no" }) : undefined;
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const settings = {
    INTELLIBOX_ADMIN_EMAIL: benchOwner.email,
    INTELLIBOX_ADMIN_PASSWORD: benchOwner.password,
    ...google.settings,
    ...microsoft.settings,
  };
  const app = await startAppProcess({ url: embedded.url, dataDir, settings });
  const database = new pg.Client({ connectionString: embedded.url });
  try {
    await database.connect();
    const call = await signIn(app.url);
    const random = randomOf(1);
    const mails = Array.from({ length: messages }, (_, number) => Buffer.from(sampleMail(number, random)));
    const all = [
      ...(dovecot ? [kinds.imapMailbox(dovecot, mails), kinds.pop3Mailbox(dovecot, mails)] : []),
      kinds.gmailMailbox(google, mails),
      kinds.outlookMailbox(microsoft, mails),
    ];
    const rows: BenchRow[] = [];
    for (const one of all) {
      await one.fill();
      if (one.name.toLowerCase().startsWith(only)) rows.push(...(await measure(call, app, database, one)));
    }
    return rows;
  } finally {
    await app.kill();
    await database.end();
    await embedded.stop();
    await dovecot?.remove();
    await google.stop();
    await microsoft.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(call: Call, app: AppProcess, database: pg.Client, one: kinds.BenchMailbox): Promise<BenchRow[]> {
  const bare: number[] = [];
  for (let times = 0; times < 5; times++) bare.push(await msOf(one.readBare));
  const bareMs = at(bare, 0.5);
  const known = new Set((await mailboxesOf(call)).map(({ id }) => id));
  const cpu = () => ({ program: cpuTimeOf([app.pid ?? 0]) ?? 0, here: process.cpuUsage().user / 1000 });
  const [began, before, requests] = [performance.now(), cpu(), one.requests?.() ?? 0];
  const passed = () => performance.now() - began;

  await one.connect(call);
  const connectedMs = passed();
  const mailbox = (await mailboxesOf(call)).find(({ id }) => !known.has(id));
  if (!mailbox) throw new Error(`${one.name} was not connected`);
  // Asked of the database, because asking the program would cost it time.
  const stored = async () => {
    const { rows } = await database.query("select count(*)::int from messages where mailbox_id = $1", [mailbox.id]);
    return (rows[0] as { count: number }).count;
  };
  const untilStored = async (most: number) => {
    while ((await stored()) < most) {
      if (passed() > 300_000) throw new Error(`${one.name}: the messages did not come`);
      await sleep(20);
    }
  };
  await untilStored(kinds.wanted);
  const list = await call(`/mail/threads?limit=${kinds.wanted}&mailbox=${mailbox.id}`);
  const { items } = (await list.json()) as { items: unknown[] };
  if (items.length < kinds.wanted) throw new Error(`${one.name}: only ${items.length} messages are listed`);
  const [tookMs, after, asked] = [passed(), cpu(), (one.requests?.() ?? 0) - requests];
  const [first, firstAt] = [await stored(), passed()];
  await untilStored(followed);
  const rate = ((await stored()) - first) / ((passed() - firstAt) / 1000);
  // Its older mail would slow down the next one.
  await call(`/mail/mailboxes/${mailbox.id}`, { method: "DELETE" });

  const notes = [
    `${connectedMs.toFixed(0)} ms until it is connected`,
    `${(tookMs / bareMs).toFixed(0)} times the bare protocol (${bareMs.toFixed(0)} ms)`,
    `processor: ${(after.program - before.program).toFixed(0)} ms in the program, ${(after.here - before.here).toFixed(0)} in the bench`,
    ...(one.requests ? [`${asked} requests`] : []),
  ];
  return [
    {
      name: `connect.${one.name}, newest ${kinds.wanted}`,
      value: tookMs / 1000,
      unit: "s",
      ...goalOf(tookMs / 1000, limitSeconds),
      note: notes.join("; "),
    },
    { name: "  then", value: rate, unit: "mails/s", note: `until ${followed} are there, by themselves` },
  ];
}

const mailboxesOf = async (call: Call) =>
  ((await (await call("/mail/mailboxes")).json()) as { items: { id: string }[] }).items;
