/**
 * Measures the time from connecting a mailbox until its newest fifty messages are listed, against the two seconds that a person should
 * wait at most: by IMAP, POP3, a simulated Google and a simulated Microsoft, each with 20,000 mails. `npm run bench connect`.
 * `BENCH_MESSAGES` makes it shorter. Other load on the machine lengthens the waits, so the processor time of the program is told as well.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#db/embedded.ts";
import { type AppProcess, startAppProcess } from "#test/app-process.ts";
import { type Dovecot, hasDovecot, startDovecot } from "#test/dovecot.ts";
import { type Google, startGoogle } from "#test/stand-ins/google.ts";
import { type Microsoft, startMicrosoft } from "#test/stand-ins/microsoft.ts";
import type { BenchRow } from "./bench-row.ts";
import { cpuTimeOf } from "./cpu-time.ts";
import { benchOwner, type Call, signIn } from "./loop.ts";
import { randomOf, sampleMail } from "./mail-bench.ts";

const limitMs = 2_000;
const wanted = 50;
const folderCount = 20;
const officePerson = "ana@outlook.test";
const person = { email: "ana@gmail.test", name: "Ana Lima" };

export async function run(messages = Number(process.env.BENCH_MESSAGES ?? 20_000)): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "intellibox-bench-"));
  await chmod(dataDir, 0o755);
  const google = await startGoogle({ people: [person] });
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
  try {
    const call = await signIn(app.url);
    const measure = (name: string, connect: () => Promise<unknown>) =>
      untilListed(call, app, google.state, name, connect);
    const rows: BenchRow[] = [];
    if (dovecot) {
      await fillImap(dovecot, messages);
      rows.push(
        await measure(`IMAP, ${messages} mails in ${folderCount} folders`, () => connectServer(call, dovecot, "imap")),
      );
      rows.push(await measure(`POP3, ${inInbox(messages)} mails`, () => connectServer(call, dovecot, "pop3")));
    }
    await fillGoogle(google, messages);
    rows.push(await measure(`Gmail, ${messages} mails with ${folderCount} labels`, () => connectGmail(call, google)));
    fillMicrosoft(microsoft, messages);
    rows.push(
      await measure(`Outlook, ${messages} mails in ${folderCount} folders`, () => connectOutlook(call, microsoft)),
    );
    return rows;
  } finally {
    await app.kill();
    await embedded.stop();
    await dovecot?.remove();
    await google.stop();
    await microsoft.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A tenth of the mail is in other folders, and the newest are in the inbox. */
const folderOf = (number: number) =>
  number % 10 === 9 ? `Folder ${Math.floor(number / 10) % (folderCount - 1)}` : undefined;

async function fillImap(dovecot: Dovecot, messages: number) {
  const random = randomOf(1);
  for (let number = 0; number < messages; number++) {
    const folder = folderOf(number);
    await dovecot.deliver("bench", sampleMail(number, random), { seen: true, ...(folder && { folder }) });
  }
}

/** POP3 has the mail of the inbox only. */
const inInbox = (messages: number) => messages - Math.floor(messages / 10);

async function connectServer(call: Call, dovecot: Dovecot, kind: "imap" | "pop3") {
  const { host, port, username, password } = dovecot[kind]("bench", false);
  const form = { host, port, username, password, secure: false, allowPlain: true };
  const answer = await call(`/mail/connect/${kind}`, { method: "POST", body: JSON.stringify(form) });
  if (!answer.ok) throw new Error(`The mailbox was not connected: ${await answer.text()}`);
}

async function fillGoogle(google: Google, messages: number) {
  const random = randomOf(2);
  const labels: string[] = [];
  for (let number = 0; number < folderCount - 1; number++)
    labels.push(String((await google.as(person.email, "POST", "/labels", { name: `Folder ${number}` })).id));
  for (let number = 0; number < messages; number++) {
    const label = folderOf(number) ? labels[Math.floor(number / 10) % labels.length] : undefined;
    const receivedAt = new Date(Date.now() - (messages - number) * 60_000);
    await google.deliver(person.email, sampleMail(number, random), [label ?? "INBOX"], receivedAt);
  }
}

function fillMicrosoft(microsoft: Microsoft, messages: number) {
  const random = randomOf(3);
  const account = microsoft.addAccount(officePerson);
  const folders = Array.from({ length: folderCount - 1 }, (_, at) => account.folders.add(`Folder ${at}`).id);
  for (let number = 0; number < messages; number++) {
    const folder = folderOf(number) ? folders[Math.floor(number / 10) % folders.length] : undefined;
    const receivedAt = new Date(Date.now() - (messages - number) * 60_000);
    account.add(sampleMail(number, random), { receivedAt, isRead: true, ...(folder && { folder }) });
  }
}

const connectGmail = (call: Call, google: Google) =>
  connectCloud(call, "gmail", (asked) => google.signIn.consent(person.email, Object.fromEntries(asked)));

const connectOutlook = (call: Call, microsoft: Microsoft) =>
  connectCloud(call, "outlook", async (asked) => {
    const form = new URLSearchParams(asked);
    form.set("account", officePerson);
    const { headers } = microsoft.signIn.decide(form);
    return new URL(headers?.location ?? "").searchParams.get("code") ?? "";
  });

/** The calls of a browser that chooses its account on the provider's page. */
async function connectCloud(
  call: Call,
  kind: "gmail" | "outlook",
  consent: (asked: URLSearchParams) => Promise<string>,
) {
  const start = await call(`/mail/connect/${kind}/start`);
  const { searchParams } = new URL(((await start.json()) as { url: string }).url);
  const query = new URLSearchParams({ code: await consent(searchParams), state: searchParams.get("state") ?? "" });
  const cookie = start.headers.get("set-cookie")?.split(";")[0] ?? "";
  await call(`/mail/connect/${kind}/callback?${query}`, { headers: { cookie }, redirect: "manual" });
}

async function untilListed(
  call: Call,
  app: AppProcess,
  standIn: { busyMs: number },
  name: string,
  connect: () => Promise<unknown>,
): Promise<BenchRow> {
  const known = new Set((await mailboxesOf(call)).map(({ id }) => id));
  const cpuBefore = cpuTimeOf([app.pid ?? 0]) ?? 0;
  const [began, busyBefore] = [performance.now(), standIn.busyMs];
  await connect();
  const connectedMs = performance.now() - began;
  const mailbox = (await mailboxesOf(call)).find(({ id }) => !known.has(id));
  if (!mailbox) throw new Error(`${name} was not connected`);
  while ((await listed(call, mailbox.id)) < wanted) {
    if (performance.now() - began > 300_000) throw new Error(`${name}: fewer than ${wanted} messages came`);
    await sleep(20);
  }
  // The simulated Google filters and sorts all mail for each call, which the real one does not.
  const standInMs = standIn.busyMs - busyBefore;
  const tookMs = performance.now() - began - standInMs;
  const cpuMs = (cpuTimeOf([app.pid ?? 0]) ?? 0) - cpuBefore;
  // Its older mail would slow down the next one.
  await call(`/mail/mailboxes/${mailbox.id}`, { method: "DELETE" });
  return {
    name: `connect.${name}`,
    value: tookMs / limitMs,
    unit: "of limit",
    note: `${tookMs.toFixed(0)} ms until ${wanted} are listed, ${connectedMs.toFixed(0)} of them until it is connected${standInMs > 0 ? `, without ${standInMs.toFixed(0)} ms in the simulated Google` : ""}; ${cpuMs.toFixed(0)} ms of processor in the program`,
  };
}

const mailboxesOf = async (call: Call) =>
  ((await (await call("/mail/mailboxes")).json()) as { items: { id: string }[] }).items;
const listed = async (call: Call, mailbox: string) => {
  const answer = await call(`/mail/threads?limit=${wanted}&mailbox=${mailbox}`);
  return ((await answer.json()) as { items: unknown[] }).items.length;
};
