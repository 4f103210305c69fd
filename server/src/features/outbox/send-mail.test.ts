import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { parseMail } from "#outside/mime/parse.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import { threadWorkOf } from "#test/thread-work.ts";

const { writer, person, call, app, peek, logsOf, rowsOf, pointAt, smtp } = await outboxWorld();

test("a mail goes out through the company's server, and the log says so [API-11] [SND-11]", async () => {
  const { who, server, send } = await writer("NORMAL_USER", { name: "Priya Nair" });
  const { status, body } = await send({
    to: ["a@example.com", "b@example.com"],
    subject: "Offer",
    html: "<p>See <b>you</b></p>",
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.any(String),
    messageId: expect.stringMatching(/^<[\w-]+@example\.test>$/),
    status: "sent",
  });
  expect(server.mails).toHaveLength(1);
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(mail).toMatchObject({
    messageId: body.messageId,
    subject: "Offer",
    from: { name: "Priya Nair", address: who.email },
    to: [{ address: "a@example.com" }, { address: "b@example.com" }],
    html: "<p>See <b>you</b></p>",
    text: "See you",
  });
  expect(await logsOf(who)).toMatchObject([
    {
      status: "sent",
      message_id: body.messageId,
      subject: "Offer",
      kind: "mail",
      recipients: ["a@example.com", "b@example.com"],
    },
  ]);
});

test("a long mail is written in a worker thread, however deep its HTML is nested; a short one is not", async () => {
  const { server, send } = await writer();
  const html = `<a href="https://acme.test/offer">The offer</a>${"<div>".repeat(20_000)}Deep words`;
  const long = await threadWorkOf(() => send({ html }, { "x-track-engagement": "1" }));
  expect(long.result.status).toBe(200);
  expect(long.done).toEqual({ readBody: 1, writeContent: 1, buildMail: 1 });
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(mail.text.trim()).toBe("The offer [https://acme.test/offer]\nDeep words");
  expect(mail.html).toMatch(/<a href="http[^"]+\/t\/c\/[\w-]{68}">The offer/);
  expect(mail.html).toMatch(/<img src="http[^"]+\/t\/o\/[\w-]{68}"/);
  const short = await threadWorkOf(() => send({ html: "<p>Hello</p>" }));
  expect(short).toMatchObject({ result: { status: 200 }, done: {} });
});

test("the From name and Reply-To follow the settings: the SMTP account's address, with Reply-To the user", async () => {
  const { who, server, send } = await writer("NORMAL_USER", { name: "Rohan Desai" });
  const relay = await smtp({ user: { name: "office@acme.test", password: "relay secret" } });
  await pointAt(who.tenantId, relay, { username: "office@acme.test", fromName: "Acme Sales" });
  await send();
  expect(server.mails).toEqual([]);
  const mail = await parseMail(relay.mails[0]?.raw ?? Buffer.alloc(0));
  expect(mail.from).toEqual({ name: "Acme Sales", address: "office@acme.test" });
  expect(mail.replyTo).toEqual([{ name: "Rohan Desai", address: who.email }]);
  expect(relay.mails[0]?.from).toBe("office@acme.test");
});

test("before it is sent a mail is queued in the outbox with its final Message-ID [SND-02]", async () => {
  const { who, server, send } = await writer();
  server.script.connect = "hang";
  const answer = send();
  const [row] = await until(async () => (server.connections() > 0 ? await rowsOf(who) : undefined));
  expect(row).toMatchObject({ phase: "connecting", attempts: 1 });
  expect(await logsOf(who)).toMatchObject([{ status: "queued", message_id: row?.message_id }]);
  const [content] = await peek<{ raw: Buffer }>("select raw from outbox_contents where tenant_id = $1", [who.tenantId]);
  expect((await parseMail(content?.raw ?? Buffer.alloc(0))).messageId).toBe(row?.message_id);
  expect(server.mails).toEqual([]);
  await server.stop();
  expect((await answer).body).toMatchObject({ messageId: row?.message_id, status: "queued" });
});

test("files arrive with their names, byte for byte [API-12] [LIM-02]", async () => {
  const { who, server } = await writer();
  const answer = await sendForm(who, { to: "a@example.com, b@example.com" }, [
    { name: "Angebot für Höfe.pdf", type: "application/pdf", bytes: Buffer.from([0, 1, 2, 255]) },
    { name: "b.txt", type: "text/plain", bytes: Buffer.from("Grüße €") },
  ]);
  expect(answer.statusCode).toBe(200);
  expect(server.mails[0]?.to).toEqual(["a@example.com", "b@example.com"]);
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(mail.attachments).toMatchObject([
    { fileName: "Angebot für Höfe.pdf", mimeType: "application/pdf", size: 4 },
    { fileName: "b.txt", mimeType: "text/plain", size: 11 },
  ]);
});

test("ten files and ten megabytes pass; one more of either does not, and nothing is sent or logged [VAL-04] [VAL-05] [VAL-08] [VAL-09] [LIM-02] [LIM-03]", async () => {
  const { who, server } = await writer();
  const files = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, at) => ({
      name: `${at}.bin`,
      type: "application/octet-stream",
      bytes: Buffer.alloc(bytes),
    }));
  const eleven = await sendForm(who, {}, files(11, 1));
  expect(eleven.json()).toMatchObject({ error: "At most 10 files can be attached." });
  const tooLarge = await sendForm(who, {}, [
    ...files(9, 1024 * 1024),
    { name: "x", type: "text/plain", bytes: Buffer.alloc(1024 * 1024 + 1) },
  ]);
  expect(tooLarge.json()).toMatchObject({ error: "Attachments exceed 10MB total." });
  expect([eleven.statusCode, tooLarge.statusCode]).toEqual([400, 413]);
  expect(server.mails).toEqual([]);
  expect(await logsOf(who)).toEqual([]);
  const largest = await sendForm(who, {}, files(10, 1024 * 1024));
  expect(largest.statusCode).toBe(200);
  expect(server.mails).toHaveLength(1);
});

test("To, Subject and Body are required, with the specified messages [VAL-03]", async () => {
  const { who, server, send } = await writer();
  const answers = [
    await send({ to: [] }),
    await send({ to: " , " }),
    await send({ subject: " " }),
    await send({ body: "", html: " " }),
    await send({ body: "", html: "<p></p>" }),
    await send({ body: " \u200b", html: "<p><br></p>" }),
    await send({ body: "", html: "<p>&nbsp;</p>" }),
    await send({ body: "", html: "<table><tr><td></td></tr></table>" }),
    await call(who, api.outbox.send, { body: {} }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(body.error).toBe("To, Subject, and Body are required.");
  }
  expect((await sendForm(who, { to: "" }, [])).json().error).toBe("To, Subject, and Body are required.");
  expect(server.mails).toEqual([]);
});

test("a picture counts as a body, and so does plain text beside empty HTML", async () => {
  const { server, send } = await writer();
  const picture = '<p><img src="https://acme.test/a.png"></p>';
  expect((await send({ body: "", html: picture })).status).toBe(200);
  expect((await send({ body: "In words.", html: "<p></p>" })).status).toBe(200);
  const texts = await Promise.all(server.mails.map(async ({ raw }) => (await parseMail(raw)).text.trim()));
  expect(texts).toEqual(["", "In words."]);
});

test("the rate limit per minute holds for one user and not for others", async () => {
  const slow = await outboxWorld({ environment: { INTELLIBOX_SENDS_PER_MINUTE: "2" } });
  const { who, send } = await slow.writer();
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  expect(await send()).toMatchObject({ status: 429, body: { error: expect.stringMatching(/^Too many requests/) } });
  const colleague = await slow.person("NORMAL_USER", { tenantId: who.tenantId });
  expect((await slow.send(colleague)).status).toBe(200);
});

test("recipients per hour are limited for each user; a mail that is not accepted does not count", async () => {
  // The limit counts in steps of five minutes.
  let clock = Math.ceil(Date.now() / 300_000) * 300_000;
  const slow = await outboxWorld({
    environment: { INTELLIBOX_RECIPIENTS_PER_HOUR: "5" },
    outside: { now: () => new Date(clock) },
  });
  const { who, send } = await slow.writer();
  const to = (count: number) => ({ to: Array.from({ length: count }, (_, n) => `p${n}@example.com`) });
  expect((await send(to(3), { "idempotency-key": "one" })).status).toBe(200);
  // A repeated request does not count again.
  expect((await send(to(3), { "idempotency-key": "one" })).status).toBe(200);
  expect((await send({ ...to(1), replaces: newId() })).status).toBe(404);
  expect(await send(to(3))).toMatchObject({
    status: 429,
    headers: { "retry-after": "3600" },
    body: {
      code: "rate_limited",
      error: "You may send to 5 recipients an hour, and 2 are left. This mail has 3. Try again in 60 minutes.",
    },
  });
  expect((await send(to(2))).status).toBe(200);
  const colleague = await slow.person("NORMAL_USER", { tenantId: who.tenantId });
  expect((await slow.send(colleague)).status).toBe(200);
  clock += 3600_000;
  expect((await send(to(5))).status).toBe(200);
});

test("bad input is refused with a clear message, and nothing is sent or logged", async () => {
  const { who, server, send } = await writer();
  const refusals = [
    [await send({ to: ["a@b.co\r\nBcc: evil@evil.test"] }), /^Not a valid email address/],
    [await send({ to: ["good@example.com", "bad", "worse@"] }), /^Not valid email addresses: bad and 1 more$/],
    [await send({ to: Array.from({ length: 10_000 }, (_, at) => `p${at}@example.com`) }), /^At most 100 recipients/],
    [await send({ subject: "Hi\r\nBcc: evil@evil.test" }), /^Subject has characters/],
    [await send({ html: `<p>${"x".repeat(5_000_000)}</p>` }), /^The message is too long/],
    [await send({ copyTo: ["b@example.com"] }), /^Unknown field: copyTo$/],
    [await send({ bcc: "good@example.com, bad" }), /^Not a valid email address: bad$/],
    [await send({ inReplyTo: "<a@b>\r\nX: y" }), /Not a valid message id/],
    [await send({}, { "x-followup-days": "2" }), /^Follow-up days must be/],
    [await send({}, { "x-track-engagement": "yes" }), /^Tracking must be/],
    [await send({}, { "x-undo-seconds": "31" }), /^Undo time must be a whole number from 0 to 30$/],
    [await send({}, { "x-send-at": "tomorrow" }), /^Send time is not a valid date and time$/],
    [await send({}, { "x-send-at": "2020-01-01T00:00:00Z" }), /^Choose a time in the future/],
    [await send({}, { "idempotency-key": "k".repeat(201) }), /^Idempotency key is too long/],
    [await sendForm(who, {}, [{ name: "a\u0001b.txt", type: "text/plain", bytes: Buffer.from("x") }]), /file's name/],
  ] as const;
  for (const [answer, words] of refusals) {
    const status = "statusCode" in answer ? answer.statusCode : answer.status;
    const body = "statusCode" in answer ? answer.json() : answer.body;
    expect(body.error).toMatch(words);
    expect(status).toBe(400);
  }
  const path = await sendForm(who, {}, [{ name: "../../etc/passwd", type: "text/plain", bytes: Buffer.from("x") }]);
  expect(path.statusCode).toBe(200);
  expect(server.mails[0]?.raw.toString()).toContain("filename=passwd");
  expect(server.mails).toHaveLength(1);
  expect(await logsOf(who)).toHaveLength(1);
});

test("a reply carries In-Reply-To and References in order [SND-10]", async () => {
  const { server, who, send } = await writer();
  await send({ inReplyTo: "<two@example.com>", references: ["<one@example.com>"] });
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(mail).toMatchObject({
    inReplyTo: "<two@example.com>",
    references: ["<one@example.com>", "<two@example.com>"],
  });
  expect(await logsOf(who)).toMatchObject([{ kind: "reply" }]);
});

test("the signature is appended once, in both parts, also if the page inserted it already [SET-14]", async () => {
  const { who, server, send } = await writer();
  await peek("update users set signature_html = $2 where id = $1", [who.id, "<p>Best,<br>Ana &amp; team</p>"]);
  await send({ html: "<p>Hi</p>" });
  await send({ html: "<p>Hi</p><p>Best,<br>Ana &amp; team</p>" });
  await send({ html: "", body: "Hi" });
  for (const { raw } of server.mails) {
    const { html, text } = await parseMail(raw);
    expect(html?.match(/Ana/g)).toHaveLength(1);
    expect(text.match(/Best,\s+Ana & team/g)).toHaveLength(1);
  }
  expect(server.mails).toHaveLength(3);
});

test("a pasted picture travels as a part of the mail", async () => {
  const { server, send } = await writer();
  const picture = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  await send({ html: `<p>Look: <img src="data:image/gif;base64,${picture.toString("base64")}"></p>` });
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(mail.attachments).toMatchObject([{ inline: true, mimeType: "image/gif", size: picture.length }]);
  expect(mail.html).toContain(`cid:${mail.attachments[0]?.contentId}`);
});

test("sending without a mail server is refused with a message", async () => {
  const { status, body } = await call(await person("NORMAL_USER"), api.outbox.send, {
    body: { to: ["a@b.co"], subject: "x", body: "x" },
  });
  expect(status).toBe(409);
  expect(body.error).toBe("No mail server is set up for sending. An admin can add one in Mail Configuration.");
});

test("refused recipients are named in the log, and the others get the mail", async () => {
  const { who, server, send } = await writer();
  server.script.rcpt = (address) => (address.startsWith("no") ? "550 5.1.1 No such user" : undefined);
  const { body } = await send({ to: ["yes@example.com", "no@example.com"] });
  expect(body).toMatchObject({ status: "sent", detail: "Not delivered to no@example.com (550 5.1.1 No such user)" });
  expect(server.mails[0]?.to).toEqual(["yes@example.com"]);
  expect(await logsOf(who)).toMatchObject([
    { status: "sent", note: "Not delivered to no@example.com (550 5.1.1 No such user)" },
  ]);
});

test("the content of a mail is deleted from the outbox once it is sent", async () => {
  const { who, send } = await writer();
  await send();
  expect(await peek("select 1 from outbox_contents where tenant_id = $1", [who.tenantId])).toEqual([]);
});

type File = { name: string; type: string; bytes: Buffer };

async function sendForm(who: { token: string }, fields: Record<string, string>, files: File[]) {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    to: "priya@example.com",
    subject: "Hello",
    body: "Good day.",
    ...fields,
  }))
    form.append(name, value);
  for (const { name, type, bytes } of files) form.append("files", new Blob([new Uint8Array(bytes)], { type }), name);
  const encoded = new Response(form);
  return app.inject({
    method: "POST",
    url: "/api/compose/send",
    headers: { authorization: `Bearer ${who.token}`, "content-type": encoded.headers.get("content-type") ?? "" },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}
