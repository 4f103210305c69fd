// Starts simulated Google and Microsoft services with some mail, and a product that is set up for them.
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { arrivingMail, demoMail } from "./demo-mail.ts";
import { startGoogle } from "./google.ts";
import { startMicrosoft } from "./microsoft.ts";

const person = { gmail: "ana.lima@gmail.test", outlook: "ana.lima@outlook.test", name: "Ana Lima" };
const everyMs = 60_000;

const port = process.env.PORT ?? "3000";
const publicUrl = `http://localhost:${port}`;
const redirect = (provider: string) => `${publicUrl}/api/mail/connect/${provider}/callback`;

const google = await startGoogle({
  people: [{ email: person.gmail, name: person.name }],
  redirectUris: [redirect("gmail")],
});
const newLabel = async (name: string) => (await google.as(person.gmail, "POST", "/labels", { name })).id;
await newLabel("Customers");
const labelOf = {
  Contract: await newLabel("Customers/Contracts"),
  Invoice: await newLabel("Invoices"),
  Workshop: "STARRED",
};
for (const { raw, receivedAt, isRead } of demoMail(person.gmail)) {
  const labels = Object.entries(labelOf).flatMap(([word, id]) =>
    new RegExp(`^Subject: .*${word}`, "m").test(raw) ? id : [],
  );
  await google.deliver(person.gmail, raw, ["INBOX", ...(isRead ? [] : ["UNREAD"]), ...labels], receivedAt);
}

const microsoft = await startMicrosoft();
const outlook = microsoft.addAccount(person.outlook, person.name);
for (const { raw, ...marks } of demoMail(person.outlook)) outlook.add(raw, marks);
const projects = outlook.folders.add("Projects");
outlook.folders.add("2026", { under: projects.name });
outlook.folders.add("Receipts", { under: "inbox" });

let arrived = 0;
const arriving = setInterval(() => {
  arrived++;
  outlook.add(arrivingMail(person.outlook, arrived), { receivedAt: new Date(Math.floor(Date.now() / 1000) * 1000) });
  google.deliver(person.gmail, arrivingMail(person.gmail, arrived)).catch(() => undefined);
}, everyMs);

// A new database, because its accounts are useless after the simulated services have ended.
const data = await mkdtemp(join(tmpdir(), "intellibox-cloud-demo-"));
// If root runs this, the database belongs to another user, who has to reach its folder. The data is not secret.
await chmod(data, 0o755);
const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const product = spawn(process.execPath, [main], {
  stdio: "inherit",
  // Not in the root, which may have the .env file of a real installation.
  cwd: data,
  env: {
    ...process.env,
    DATABASE_URL: "",
    INTELLIBOX_DATA: data,
    PORT: port,
    PUBLIC_URL: publicUrl,
    INTELLIBOX_ALLOW_PRIVATE_HOSTS: "1",
    INTELLIBOX_ALLOW_PRIVATE_LINKS: "1",
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_ISSUER: google.url,
    GMAIL_BASE: google.url,
    ...microsoft.settings,
  },
});

let isOver = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => product.kill(signal));
product.once("exit", async (code) => {
  isOver = true;
  clearInterval(arriving);
  await Promise.all([google.stop(), microsoft.stop(), rm(data, { recursive: true, force: true, maxRetries: 5 })]);
  process.exit(code ?? 1);
});

while (!isOver && !(await fetch(`${publicUrl}/api/ready`).catch(() => undefined))?.ok) await sleep(200);
if (!isOver)
  process.stdout.write(`
Simulated Gmail and Outlook services are running (${google.url}, ${microsoft.url}).

  1  Open ${publicUrl}, sign in as user@acme.test with intellibox-demo
  2  Inbox, tab Connections: Connect Gmail, or Connect Outlook
  3  Choose ${person.name} and allow the access: the mail is in the inbox
  4  Answer one. Another mail arrives every minute, and Outlook pushes it at once

No mail leaves this machine, and Ctrl-C removes all data.

`);
