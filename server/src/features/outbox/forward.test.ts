import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { attachmentContents, parseMail } from "#outside/mime/parse.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { outboxWorld } from "#test/outbox-world.ts";

const { writer, person, peek, call, send, world, addMailbox } = await outboxWorld();

const lines = (...all: string[]) => Buffer.from(`${all.join("\r\n")}\r\n`);
const picture = "iVBORw0KGgo=";
const offer = lines(
  'From: "Priya <Nair>" <priya@meridian.test>',
  "To: ana@shop.test",
  "Cc: legal@meridian.test",
  "Date: Sat, 14 Nov 2026 09:46:00 +0530",
  "Subject: Terms <b>",
  "Message-ID: <offer@meridian.test>",
  "MIME-Version: 1.0",
  'Content-Type: multipart/related; boundary="b"',
  "",
  "--b",
  "Content-Type: text/html",
  "",
  "<style>p { color: teal } @import url(http://evil.test/x.css);</style>",
  '<table bgcolor="#eeeeee"><tr><td onclick="x()"><p>Our offer</p></td></tr></table><script>alert(1)</script>',
  '<img src="cid:logo@x"><img src="https://meridian.test/banner.png"><a href="https://meridian.test/buy">Buy</a>',
  "--b",
  "Content-Type: image/png",
  "Content-ID: <logo@x>",
  "Content-Transfer-Encoding: base64",
  "",
  picture,
  "--b--",
);

/** A user whose local inbox has one message. */
async function withMessage(raw = offer) {
  const user = await writer("NORMAL_USER", { name: "Ana" });
  const { who } = user;
  const mailbox = await addMailbox(who, who.email, "local");
  await deliverLocally({ folder: localMailFolder(world.config.dataDir, who.id) }, raw, "inbox");
  await syncMailbox(world, { tenantId: who.tenantId, userId: who.id, id: mailbox });
  const { body } = await call(who, api.inbox.threads, { query: { folder: "inbox" } });
  return { ...user, id: body.items[0]?.id ?? "" };
}

const tracked = { "x-track-engagement": "1" };
const mailOf = (raw: Buffer | undefined) => parseMail(raw ?? Buffer.alloc(0));

test("a forwarded message keeps its look and pictures below the note, and nothing of it runs or is tracked", async () => {
  const { server, id, send: sendAs } = await withMessage();
  const { status } = await sendAs(
    { html: '<p>Please <a href="https://acme.test/see">see</a>.</p>', forward: id },
    tracked,
  );
  expect(status).toBe(200);
  const raw = server.mails[0]?.raw ?? Buffer.alloc(0);
  const { html, text, attachments } = await mailOf(raw);
  const [note, original] = (html ?? "").split('<div data-intellibox="forwarded">');
  expect(note).toMatch(/\/t\/c\/.*\/t\/o\//s);
  expect(original).toContain("From: Priya &lt;Nair&gt; &lt;priya@meridian.test&gt;<br>Date: Saturday");
  expect(original).toContain(
    "04:16 UTC<br>Subject: Terms &lt;b&gt;<br>To: ana@shop.test<br>Cc: legal@meridian.test</p>",
  );
  expect(original).toMatch(/color: ?teal/);
  expect(original).toContain('<table bgcolor="#eeeeee">');
  expect(original).toContain('src="https://meridian.test/banner.png"');
  expect(original).toContain('href="https://meridian.test/buy"');
  expect(original).not.toMatch(/script|onclick|@import|evil\.test|\/t\/c\//);
  const [logo] = attachments;
  expect(original).toContain(`src="cid:${logo?.contentId}"`);
  const [bytes] = await attachmentContents(raw, [logo?.part ?? ""]);
  expect(Buffer.from(bytes ?? []).toString("base64")).toBe(picture);
  expect(text).toMatch(
    /^Please see.*---------- Forwarded message ----------\r?\nFrom: Priya <Nair> <priya@meridian\.test>/s,
  );
  expect(text).toContain("Our offer");
});

test("a message is forwarded without a note, once for each key, and not if it is gone or another user's", async () => {
  const { who, server, id, send: sendAs } = await withMessage();
  const mail = { body: "", html: "<p></p>", forward: id };
  expect((await sendAs({ ...mail, forward: undefined })).status).toBe(400);
  const first = await sendAs(mail, { "idempotency-key": "forward-1" });
  expect(first.status).toBe(200);
  const colleague = await person("ADMIN", { tenantId: who.tenantId });
  expect((await send(colleague, mail)).status).toBe(404);
  await peek("update messages set remove_at = now() where id = $1", [id]);
  expect((await sendAs(mail)).status).toBe(404);
  const again = await sendAs(mail, { "idempotency-key": "forward-1" });
  expect(again.body.messageId).toBe(first.body.messageId);
  expect(server.mails).toHaveLength(1);
  expect((await mailOf(server.mails[0]?.raw)).html).toContain("Our offer");
});

test("a waiting mail is edited without the forwarded message, which is appended again; a gone one stays in the text", async () => {
  const { who, id, send: sendAs } = await withMessage();
  const { body } = await sendAs({ html: "<p>See below.</p>", forward: id }, { "x-undo-seconds": "30", ...tracked });
  const edited = async () => (await call(who, api.ownMail.read, { params: { id: body.id } })).body;
  const { html, files, forward } = await edited();
  expect([files, forward]).toEqual([[], id]);
  expect(html).toContain("See below.");
  expect(html).not.toContain("Our offer");
  await peek("update messages set gone_at = now() where id = $1", [id]);
  const kept = await edited();
  expect(kept.forward).toBeNull();
  expect(kept.html).toContain("Our offer");
});

test("a plain message is forwarded as text, and one without sender or recipients has no such lines", async () => {
  const bare = lines(
    "Subject: Bare",
    "Date: Sat, 14 Nov 2026 09:46:00 +0530",
    "",
    "1 < 2 & see https://x.test/a",
    "Bye",
  );
  const { server, id, send: sendAs } = await withMessage(bare);
  expect((await sendAs({ html: "<p>Note</p>", forward: id })).status).toBe(200);
  const { html, text } = await mailOf(server.mails[0]?.raw);
  expect(html).toContain('<p>1 &lt; 2 &amp; see <a href="https://x.test/a"');
  expect(html).not.toMatch(/(?:From|To|Cc):/);
  expect(text).toContain("1 < 2 & see https://x.test/a\nBye");
});

test.each([
  ["Asia/Kolkata", "Saturday, 14 November 2026 at 09:46 GMT+5:30"],
  ["America/New_York", "Friday, 13 November 2026 at 23:16 GMT-5"],
  ["Nowhere/Land", "Saturday, 14 November 2026 at 04:16 UTC"],
])("the date of a forwarded message is in the writer's time zone, %s", async (timeZone, date) => {
  const { server, id, send: sendAs } = await withMessage();
  expect((await sendAs({ html: "<p>Note</p>", forward: id, timeZone })).status).toBe(200);
  expect((await mailOf(server.mails[0]?.raw)).text).toContain(`Date: ${date}\n`);
});

test("a draft keeps which message it forwards", async () => {
  const { who, id } = await withMessage();
  const about = "forward:<offer@meridian.test>";
  const draft = { intent: "", tone: "professional", extra: "", to: "", subject: "Fwd: Terms", bodyHtml: "<p>Note</p>" };
  const body = { ...draft, forward: id, version: "a".repeat(32), basedOn: null };
  expect((await call(who, api.drafts.keep, { params: { about }, body } as never)).status).toBe(200);
  expect((await call(who, api.drafts.get, { params: { about } })).body.draft).toMatchObject({ forward: id });
});
