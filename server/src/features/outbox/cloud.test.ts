import { expect, test, vi } from "vitest";
import { newId } from "#lib/ids.ts";
import { connectGmail, googleWith } from "#test/cloud-world.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { recover } from "./recovery.ts";

// Many small calls to the stand-in, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const { google, newAccount } = await googleWith(12);
const { smtp, pointAt, person, send, peek, logsOf, rowsOf, world } = await outboxWorld({
  environment: google.settings,
});

/** A user with a Gmail account, in a company without a mail server. */
async function gmailWriter() {
  const [who, email] = [await person("NORMAL_USER", { name: "Ana Lima" }), newAccount()];
  const { id } = await connectGmail(world, google, who, email);
  const reply = (body: object = {}) => send(who, body, { "x-mailbox-id": id, "x-from-account": email });
  return { who, email, id, reply };
}
const sentBy = async (email: string) => {
  const { messages = [] } = await google.list(email, "labelIds=SENT");
  return Promise.all(messages.map(({ id }) => google.as(email, "GET", `/messages/${id}?format=raw`)));
};

test("a reply from a Gmail mailbox leaves by the Gmail API, in its thread, and no SMTP server is needed [SND-08]", async () => {
  const { who, email, id, reply } = await gmailWriter();
  await peek("update mailboxes set next_sync_at = now() + interval '1 day' where id = $1", [id]);
  const asked = await google.deliver(
    email,
    "From: b@x.test\r\nSubject: Plans\r\nMessage-ID: <plans@x.test>\r\n\r\nWhen?\r\n",
  );
  const { status, body } = await reply({ subject: "Re: Plans", inReplyTo: "<plans@x.test>" });
  expect([status, body.status]).toEqual([200, "sent"]);
  const sent = await sentBy(email);
  expect(sent).toMatchObject([{ threadId: asked.threadId }]);
  const raw = Buffer.from(String(sent[0]?.raw), "base64url").toString();
  expect(raw).toContain(`From: Ana Lima <${email}>`);
  expect(raw).toContain("In-Reply-To: <plans@x.test>");
  expect(raw).toContain(`Message-ID: ${body.messageId}`);
  expect(await logsOf(who)).toMatchObject([{ status: "sent", kind: "reply", provider: "gmail" }]);
  // Its owner sees it without waiting for the next poll, and the copy that Gmail files itself becomes the same message.
  const inSent = () =>
    peek<{ id: string; thread_id: string; remote_id: string }>(
      `select m.id, m.thread_id, p.remote_id from messages m join message_folders p on p.message_id = m.id
       where m.user_id = $1 and m.folder = 'sent' and m.message_id = $2`,
      [who.id, body.messageId],
    );
  const [first] = await until(async () => ((await inSent()).length > 0 ? inSent() : undefined));
  await until(async () => (await inSent())[0]?.remote_id === sent[0]?.id);
  const stored = await inSent();
  expect(stored).toMatchObject([{ id: first?.id }]);
  const [answered] = await peek<{ thread_id: string }>(
    "select thread_id from messages where user_id = $1 and message_id = '<plans@x.test>'",
    [who.id],
  );
  expect(stored[0]?.thread_id).toBe(answered?.thread_id);
  expect(await sentBy(email)).toHaveLength(1);
  expect(await peek("select id from outbox_contents where user_id = $1", [who.id])).toEqual([]);
});

test("a mail from another address leaves by the company's server, and its copy is filed in the account's Sent", async () => {
  const [who, email] = [await person("NORMAL_USER"), newAccount()];
  const server = await smtp({ user: { name: email, password: "relay secret" } });
  await pointAt(who.tenantId, server, { username: email });
  await connectGmail(world, google, who, email);
  expect((await send(who)).body.status).toBe("sent");
  expect(server.mails).toHaveLength(1);
  expect(await logsOf(who)).toMatchObject([{ provider: "smtp" }]);
  const [copy] = await until(async () => {
    const copies = await sentBy(email);
    return copies.length > 0 && copies;
  });
  expect(Buffer.from(String(copy?.raw), "base64url")).toEqual(server.mails[0]?.raw);
});

test("if the connection drops after the handover, the mail is found in Sent and not sent again", async () => {
  const { who, email, reply } = await gmailWriter();
  google.trouble({ status: 500, drop: true, afterwards: true, matches: /messages\/send/ });
  expect((await reply()).body.status).toBe("sent");
  expect(await sentBy(email)).toHaveLength(1);
  expect(await logsOf(who)).toMatchObject([{ status: "sent" }]);
});

test("a mail with an unknown outcome is unconfirmed and never sent again automatically", async () => {
  const { who, email, reply } = await gmailWriter();
  google.trouble({ status: 500, drop: true, matches: /messages\/send/ });
  expect((await reply()).body.error).toMatch(/^Delivery unconfirmed/);
  expect(await rowsOf(who)).toMatchObject([{ phase: "failed", attempts: 1 }]);
  expect(await sentBy(email)).toEqual([]);
});

test("a rate limit delays the mail; a revoked grant fails it with a message that says what to do", async () => {
  const { who, email, reply } = await gmailWriter();
  google.trouble({ status: 429, reason: "userRateLimitExceeded", matches: /messages\/send/ });
  expect((await reply()).body.status).toBe("queued");
  expect(await rowsOf(who)).toMatchObject([{ phase: "queued" }]);
  const other = await gmailWriter();
  google.signIn.revoke(other.email);
  expect((await other.reply()).body.error).toMatch(/Reconnect/);
  expect(await logsOf(other.who)).toMatchObject([{ status: "failed", provider: "gmail" }]);
  expect(await sentBy(email)).toEqual([]);
});

test("after a kill following the handover, the next process finds the mail in Sent", async () => {
  const { who, email, id } = await gmailWriter();
  const messageId = `<${newId()}@x.test>`;
  await google.deliver(email, `From: ${email}\r\nSubject: Gone\r\nMessage-ID: ${messageId}\r\n\r\nHi\r\n`, ["SENT"]);
  const mail = newId();
  await peek(
    `insert into outbox (tenant_id, id, user_id, message_id, phase, sender, recipients, mailbox_id, route, request_hash,
       quota_month, next_at, attempts, lease_by, lease_until)
     values ($1, $2, $3, $4, 'data_sent', $5, '{b@x.test}', $6, 'gmail', '', '2026-01', now(), 1, $2, now() - interval '1 s')`,
    [who.tenantId, mail, who.id, messageId, email, id],
  );
  await recover(world);
  await until(async () => (await rowsOf(who))[0]?.phase === "sent");
});

test("a mail whose mailbox was disconnected fails with a message", async () => {
  const { who, id, reply } = await gmailWriter();
  google.trouble({ status: 429, retryAfter: 0, matches: /messages\/send/ });
  await reply();
  await peek("delete from mailboxes where id = $1", [id]);
  await peek("update outbox set next_at = now() where tenant_id = $1", [who.tenantId]);
  await recover(world);
  const [row] = await until(async () => {
    const rows = await rowsOf(who);
    return rows[0]?.phase === "failed" && rows;
  });
  expect(row?.error).toContain("not connected any more");
});
