// Attachments that stay at Gmail and Outlook until they are opened, with stand-ins of both.
import { randomBytes } from "node:crypto";
import { api } from "@intellibox/contract/api";
import { afterAll, describe, expect, test, vi } from "vitest";
import { syncMailbox } from "#features/sync/sync.ts";
import { connectGmail, googleWith } from "#test/cloud-world.ts";
import { mailOf } from "#test/mail-of.ts";
import { connectAs } from "#test/stand-ins/microsoft/connect.ts";
import { startMicrosoft } from "#test/stand-ins/microsoft.ts";
import { type Caller, testWorld } from "#test/test-world.ts";
import { fetchLeft } from "./fetch-left.ts";

// Many small calls to the stand-ins, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const [{ google, newAccount }, microsoft] = [await googleWith(8), await startMicrosoft()];
afterAll(() => microsoft.stop());
const environment = { ...google.settings, ...microsoft.settings };
const { world, person, peek, call, app } = await testWorld({ jobs: false, environment });
const { inbox, mailboxSettings } = api;
for (const name of ["mailbox.sync", "mailbox.fetch-left"])
  await world.queue.boss.createQueue(name, { policy: "short" });

const large = randomBytes(600_000);
const second = randomBytes(250_000);
const picture = randomBytes(80_000);
const files = [
  { name: "Plan.pdf", type: "application/pdf", content: large },
  { name: "Größe 100%.bin", type: "application/octet-stream", content: second },
  { name: "logo.png", type: "image/png", content: picture, contentId: "logo@x" },
  { name: "Plan.pdf", type: "application/pdf", content: second },
];
const html = '<p>Grüße, see the plan.</p><img src="cid:logo@x">';
const planMail = (subject = "Plan") =>
  mailOf({ subject, html, files, messageId: `<${randomBytes(8).toString("hex")}@x>` });

type Box = { key: { tenantId: string; userId: string; id: string }; email: string };
let count = 0;
const kinds = [
  {
    name: "Gmail",
    sentBytes: google.sentBytes,
    async connect(who: Caller, mails: string[]): Promise<Box> {
      const email = newAccount();
      for (const raw of mails) await google.deliver(email, raw);
      return { key: await connectGmail(world, google, who, email), email };
    },
    async erase({ email }: Box) {
      for (const { id } of (await google.list(email)).messages ?? [])
        await google.as(email, "DELETE", `/messages/${id}`);
    },
  },
  {
    name: "Outlook",
    sentBytes: microsoft.sentBytes,
    async connect(who: Caller, mails: string[]): Promise<Box> {
      const email = `left${++count}@outlook.test`;
      const there = microsoft.addAccount(email);
      for (const raw of mails) there.add(raw);
      const key = await connectAs(world, who, { kind: "outlook", email, tokens: microsoft.signIn.grant(email) });
      return { key, email };
    },
    async erase({ email }: Box) {
      const there = microsoft.addAccount(email);
      for (const message of [...there.messages.values()]) there.move(message, "gone");
    },
  },
];

const read = async (who: Caller, id: string) => (await call(who, inbox.message, { params: { id } })).body;
const download = async (who: Caller, id: string, path: string) => {
  const headers = { authorization: `Bearer ${who.token}` };
  const answer = await app.inject({ method: "GET", url: `/api/mail/messages/${id}/${path}`, headers });
  return { status: answer.statusCode, bytes: answer.rawPayload, error: answer.body.slice(0, 300) };
};

describe.each(kinds)("attachments of $name", ({ name, connect, sentBytes, erase }) => {
  async function connected(mails: string[], leavesFiles = true) {
    const who = await person("NORMAL_USER");
    const box = await connect(who, mails);
    const params = { id: box.key.id };
    if (leavesFiles) await call(who, mailboxSettings.update, { params, body: { leavesFiles } });
    const before = sentBytes();
    await syncMailbox(world, box.key);
    const bytes = sentBytes() - before;
    const rows = await peek<{ id: string }>("select id from messages where mailbox_id = $1", [box.key.id]);
    return { who, box, bytes, id: rows[0]?.id ?? "", params };
  }

  test("the text and its pictures come with the mail, files when they are opened [SYN-23] [SYN-24]", async () => {
    const raw = planMail();
    const { who, bytes, id, params } = await connected([raw]);
    expect(bytes).toBeLessThan(250_000);
    const message = await read(who, id);
    expect(message.bodyHtml).toContain("Grüße, see the plan.");
    expect(message.bodyHtml).toContain("data:image/png;base64,");
    const left = message.attachments.filter(({ isLeft }) => isLeft);
    expect(left.map(({ fileName }) => fileName).sort()).toEqual(["Größe 100%.bin", "Plan.pdf", "Plan.pdf"].sort());
    const settings = (await call(who, mailboxSettings.get, { params })).body;
    expect([settings.storageBytes < 250_000, settings.leftBytes > 1_000_000]).toEqual([true, true]);
    const wanted = left.find(({ fileName }) => fileName.startsWith("Gr"));
    const first = await download(who, id, `attachments/${wanted?.part}`);
    expect([first.status, first.bytes.equals(second)]).toEqual([200, true]);
    // A page that was loaded before still finds the others, and gets no other file.
    for (const { part, size } of left.filter(({ fileName }) => fileName === "Plan.pdf")) {
      const { bytes: got } = await download(who, id, `attachments/${part}`);
      expect(got.equals(size > 400_000 ? large : second)).toBe(true);
    }
    const now = await read(who, id);
    expect(now.attachments.some(({ isLeft }) => isLeft)).toBe(false);
    expect(now.attachments.map(({ size }) => size).sort()).toEqual(files.map(({ content }) => content.length).sort());
    expect(String((await download(who, id, "source")).bytes)).toBe(raw);
  });

  test("a text in another charset, and the header, are as in the whole mail [SYN-23]", async () => {
    const body = Buffer.from("Preis: 10 \xa3, gr\xfcn", "latin1").toString("base64");
    const raw = planMail("Charset =?utf-8?Q?gr=C3=BCn?=")
      .replace(
        /Content-Type: text\/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n[^\r]*/,
        `Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}`,
      )
      .replace("From: ", "List-Id: <news.example.com>\r\nAuthentication-Results: mx.example; dkim=pass\r\nFrom: ");
    const [one, whole] = [await connected([raw]), await connected([raw], false)];
    const [left, full] = [await read(one.who, one.id), await read(whole.who, whole.id)];
    const facts = ({ subject, from, fromName, to, messageId, automatic }: typeof left) => ({
      subject,
      from,
      fromName,
      to,
      messageId,
      automatic,
    });
    expect(facts(left)).toEqual(facts(full));
    // Graph has the HTML alone.
    if (name === "Gmail") expect(left.bodyText).toBe(full.bodyText);
  });

  test("a removed message is told in plain words, and another user gets nothing [SYN-25] [SYN-01]", async () => {
    const { who, box, id } = await connected([planMail()]);
    const part = (await read(who, id)).attachments.find(({ isLeft }) => isLeft)?.part;
    const stranger = await person("ADMIN", { tenantId: who.tenantId });
    expect((await download(stranger, id, `attachments/${part}`)).status).toBe(404);
    await erase(box);
    const gone = await download(who, id, `attachments/${part}`);
    expect([gone.status, gone.error]).toEqual([404, expect.stringContaining("no longer on the mailbox’s server")]);
  });

  test("with the mail again: what is missing is fetched [SYN-26]", async () => {
    const { who, box, params } = await connected([planMail("A"), planMail("B")]);
    await call(who, mailboxSettings.update, { params, body: { leavesFiles: false } });
    await fetchLeft(world, box.key);
    const rows = await peek<{ left: string }>("select left_bytes as left from messages where mailbox_id = $1", [
      box.key.id,
    ]);
    expect(rows.map(({ left }) => left)).toEqual(["0", "0"]);
  });
});
