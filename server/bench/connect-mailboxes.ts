// Large mailboxes of four kinds, for `npm run bench connect`: how each is filled, read by the bare protocol, and connected.
import { ImapFlow } from "imapflow";
import { openPop3Session } from "#outside/mailboxes/pop3/session.ts";
import type { Dovecot } from "#test/dovecot.ts";
import type { Google } from "#test/stand-ins/google.ts";
import type { Microsoft } from "#test/stand-ins/microsoft.ts";
import type { Call } from "./loop.ts";

export type BenchMailbox = {
  name: string;
  fill(): Promise<void> | void;
  /** Signs in and reads the newest mails of the inbox, as few calls as the protocol allows, and stores nothing. */
  readBare(): Promise<void>;
  /** As a person does it in the browser. */
  connect(call: Call): Promise<void>;
  /** How many requests the server has got so far, if it counts them. */
  requests?(): number;
};

export const wanted = 50;
const folderCount = 20;
const user = "bench";
export const googlePerson = { email: "ana@gmail.test", name: "Ana Lima" };
const officePerson = "ana@outlook.test";

/** A tenth of the mail is in other folders, and the newest are in the inbox. */
const folderOf = (number: number) => (number % 10 === 9 ? Math.floor(number / 10) % (folderCount - 1) : undefined);
const isInInbox = (_: unknown, number: number) => folderOf(number) === undefined;
const receivedAt = (number: number, mails: Buffer[]) => new Date(Date.now() - (mails.length - number) * 60_000);

export const imapMailbox = (dovecot: Dovecot, mails: Buffer[]): BenchMailbox => ({
  name: `IMAP, ${mails.length} mails in ${folderCount} folders`,
  async fill() {
    for (const [number, raw] of mails.entries()) {
      const folder = folderOf(number);
      const place = folder === undefined ? {} : { folder: `Folder ${folder}` };
      await dovecot.deliver(user, raw, { seen: true, isSized: true, ...place });
    }
    // A server that has had the mail for some time has indexed it.
    dovecot.admin("index", "-u", user, "*");
  },
  async readBare() {
    const { host, port, username, password } = dovecot.imap(user, false);
    const client = new ImapFlow({ host, port, secure: false, auth: { user: username, pass: password }, logger: false });
    await client.connect();
    const { exists } = await client.mailboxOpen("INBOX");
    for await (const _ of client.fetch(`${exists - wanted + 1}:*`, { uid: true, flags: true, source: true }));
    await client.logout();
  },
  connect: (call) => connectServer(call, dovecot, "imap"),
});

/** POP3 has the mail of the inbox only. */
export const pop3Mailbox = (dovecot: Dovecot, mails: Buffer[]): BenchMailbox => ({
  name: `POP3, ${mails.filter(isInInbox).length} mails`,
  // The same account.
  fill: () => undefined,
  async readBare() {
    const session = await openPop3Session({ ...dovecot.pop3(user, false), allowPlain: true });
    const numbers = [...(await session.uniqueIds()).values()].slice(-wanted);
    for (const number of numbers) await session.retrieve(number, 1 << 26);
    await session.quit();
  },
  connect: (call) => connectServer(call, dovecot, "pop3"),
});

async function connectServer(call: Call, dovecot: Dovecot, kind: "imap" | "pop3") {
  const { host, port, username, password } = dovecot[kind](user, false);
  const form = { host, port, username, password, secure: false, allowPlain: true };
  const answer = await call(`/mail/connect/${kind}`, { method: "POST", body: JSON.stringify(form) });
  if (!answer.ok) throw new Error(`The mailbox was not connected: ${await answer.text()}`);
}

export const gmailMailbox = (google: Google, mails: Buffer[]): BenchMailbox => ({
  name: `Gmail, ${mails.length} mails with ${folderCount} labels`,
  async fill() {
    const labels: string[] = [];
    for (let number = 0; number < folderCount - 1; number++)
      labels.push((await google.as(googlePerson.email, "POST", "/labels", { name: `Folder ${number}` })).id);
    const labelOf = (number: number) => labels[folderOf(number) ?? -1] ?? "INBOX";
    google.fill(
      googlePerson.email,
      mails.map((raw, number) => ({ raw, labelIds: [labelOf(number)], receivedAt: receivedAt(number, mails) })),
    );
  },
  async readBare() {
    const { access_token } = await google.signIn.grant(googlePerson.email);
    const authorization = `Bearer ${access_token}`;
    const root = "/gmail/v1/users/me/messages";
    const list = await fetch(`${google.url}${root}?labelIds=INBOX&maxResults=${wanted}`, {
      headers: { authorization },
    });
    const { messages } = (await list.json()) as { messages: { id: string }[] };
    const parts = messages.map(({ id }) => `--b\r\ncontent-id: <${id}>\r\n\r\nGET ${root}/${id}?format=raw\r\n\r\n`);
    const headers = { authorization, "content-type": "multipart/mixed; boundary=b" };
    const body = `${parts.join("")}--b--\r\n`;
    await (await fetch(`${google.url}/batch/gmail/v1`, { method: "POST", headers, body })).arrayBuffer();
  },
  connect: (call) =>
    connectCloud(call, "gmail", (asked) => google.signIn.consent(googlePerson.email, Object.fromEntries(asked))),
  requests: () => google.seen.length,
});

/** Graph allows four calls at once. */
const graphCalls = 4;

export const outlookMailbox = (microsoft: Microsoft, mails: Buffer[]): BenchMailbox => ({
  name: `Outlook, ${mails.length} mails in ${folderCount} folders`,
  fill() {
    const account = microsoft.addAccount(officePerson);
    const folders = Array.from({ length: folderCount - 1 }, (_, at) => account.folders.add(`Folder ${at}`).id);
    for (const [number, raw] of mails.entries()) {
      const folder = folders[folderOf(number) ?? -1];
      account.add(raw, { receivedAt: receivedAt(number, mails), isRead: true, ...(folder && { folder }) });
    }
  },
  async readBare() {
    const headers = { authorization: `Bearer ${microsoft.signIn.grant(officePerson).access_token}` };
    const query = `$select=id&$orderby=receivedDateTime desc&$top=${wanted}`;
    const list = await fetch(`${microsoft.url}/v1.0/me/mailFolders/inbox/messages?${query}`, { headers });
    const ids = ((await list.json()) as { value: { id: string }[] }).value.map(({ id }) => id);
    const read = async () => {
      for (let id = ids.shift(); id; id = ids.shift())
        await (await fetch(`${microsoft.url}/v1.0/me/messages/${id}/$value`, { headers })).arrayBuffer();
    };
    await Promise.all(Array.from({ length: graphCalls }, read));
  },
  connect: (call) =>
    connectCloud(call, "outlook", async (asked) => {
      const form = new URLSearchParams(asked);
      form.set("account", officePerson);
      const { headers } = microsoft.signIn.decide(form);
      return new URL(headers?.location ?? "").searchParams.get("code") ?? "";
    }),
  requests: () => microsoft.seen.length,
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
