import { api } from "@intellibox/contract/api";
import { maxSignatureLength } from "@intellibox/contract/rules/limits";
import { expect, test } from "vitest";
import { cleanWritten } from "#lib/html/clean-written.ts";
import { testWorld } from "#test/test-world.ts";

const { person, call, peek, addMailbox } = await testWorld();

test("a user chooses a language, which the session carries [LNG-01]", async () => {
  const ana = await person("NORMAL_USER");
  expect((await call(ana, api.users.updateProfile, { body: { language: "hi" } })).body).toMatchObject({
    language: "hi",
  });
  expect((await call(ana, api.auth.me)).body.user.language).toBe("hi");
  const refused = await call(ana, api.users.updateProfile, { body: { language: "xx" as "hi" } });
  expect([refused.status, refused.body]).toMatchObject([400, { fields: { language: "Choose one of the languages" } }]);
  expect((await call(ana, api.users.updateProfile, { body: { language: null } })).body).toMatchObject({
    language: null,
  });
});

test("refusals are in the language of the page: fixed texts, and those with values and names of fields [LNG-02]", async () => {
  const ana = await person("NORMAL_USER");
  const save = async (body: object) =>
    (await call(ana, api.users.updateProfile, { body }, { "accept-language": "hi-IN,en;q=0.5" })).body;
  expect(await save({ language: "xx" })).toMatchObject({ error: "भाषाओं में से एक चुनें" });
  expect(await save({ undoSeconds: 31 })).toMatchObject({
    fields: { undoSeconds: "वापस लेने का समय 0 से 30 के बीच की पूर्ण संख्या होनी चाहिए" },
  });
  expect(await save({ colour: "red" })).toMatchObject({ error: "अज्ञात फ़ील्ड: colour" });
  const params = { id: "00000000-0000-7000-8000-000000000000" };
  const missing = await call(ana, api.inbox.message, { params }, { "accept-language": "hi" });
  expect([missing.status, missing.body]).toMatchObject([404, { error: "संदेश नहीं मिला" }]);
  const body = { email: ana.email, password: "not the password" };
  const stranger = await call(null, api.auth.login, { body }, { "accept-language": "hi" });
  expect([stranger.status, stranger.body]).toMatchObject([401, { error: "ईमेल या पासवर्ड गलत है" }]);
});

test("the signature belongs to the user, whichever company they act for", async () => {
  const owner = await person("SUPER_ADMIN", { owner: true });
  const [ana, bob] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const fresh = {
    ...{ signatureHtml: "", undoSeconds: 10, language: null, canSend: false, defaultMailboxId: null, signatures: [] },
    ...{ repliesToAll: false, forwardsAsFile: false, imagesPolicy: "ask", tracksMail: true, followUpDays: 3 },
    ...{ tone: "professional", offersReplies: true },
  };
  expect((await call(ana, api.users.profile)).body).toEqual(fresh);
  const signatureHtml = '<p><strong>Ana</strong> · <a href="https://acme.test">Acme</a></p>';
  expect((await call(ana, api.users.updateProfile, { body: { signatureHtml } })).body).toMatchObject({ signatureHtml });
  expect((await call(ana, api.users.updateProfile, { body: { undoSeconds: 30 } })).body).toEqual({
    ...fresh,
    signatureHtml,
    undoSeconds: 30,
  });
  expect((await call(bob, api.users.profile)).body).toEqual(fresh);
  const acting = { "x-tenant-id": ana.tenantId };
  await call(owner, api.users.updateProfile, { body: { signatureHtml: "<p>Owner</p>" } }, acting);
  expect((await call(owner, api.users.profile)).body.signatureHtml).toBe("<p>Owner</p>");
});

test("the profile says whether the company has a server to send mail", async () => {
  const [ana, ben] = [await person("ADMIN"), await person("NORMAL_USER")];
  await peek(
    "insert into mail_servers (tenant_id, protocol, host, port, secure, username) values ($1, 'smtp', 'mail.acme.test', 587, true, 'ana')",
    [ana.tenantId],
  );
  await peek(
    "insert into mail_servers (tenant_id, protocol, host, port, secure, username) values ($1, 'imap', 'mail.acme.test', 993, true, 'ben')",
    [ben.tenantId],
  );
  expect((await call(ana, api.users.profile)).body.canSend).toBe(true);
  expect((await call(ben, api.users.profile)).body.canSend).toBe(false);
});

test.each([
  [{ undoSeconds: 31 }],
  [{ undoSeconds: -1 }],
  [{ undoSeconds: 1.5 }],
  [{ signatureHtml: "x".repeat(maxSignatureLength + 1) }],
  [{ roleCode: "ADMIN" }],
  [{ imagesPolicy: "sometimes" }],
  [{ followUpDays: 2 }],
  [{ repliesToAll: "yes" }],
  [{ forwardsAsFile: 1 }],
  [{ tracksMail: null }],
  [{ tone: "rude" }],
  [{ offersReplies: "no" }],
  [{ defaultMailboxId: "mine" }],
])("a profile with %j is refused", async (body) => {
  expect((await call(await person("NORMAL_USER"), api.users.updateProfile, { body })).status).toBe(400);
});

test.each([
  ["<script>alert(1)</script><p>A</p>", "<p>A</p>"],
  ['<p onclick="x()">A</p>', "<p>A</p>"],
  ['<a href="javascript:alert(1)">A</a>', "<a>A</a>"],
  ['<a href="java\nscript:alert(1)">A</a>', "<a>A</a>"],
  [
    '<img src="http://tracker.test/p.gif" /><img src="//x.test/a" /><img src="data:image/svg+xml,<svg/onload=x>" />',
    "<img /><img /><img />",
  ],
  ['<p style="position:fixed;color:#ff0000;background:url(https://x.test)">A</p>', '<p style="color:#ff0000">A</p>'],
  ["<iframe src=x></iframe><form><input></form><style>p{}</style><meta>A", "A"],
  ["<svg><script>1</script></svg><math><mi>x</mi></math>", "x"],
])("a signature loses what could run, load or hide: %s", (given, clean) => {
  expect(cleanWritten(given)).toBe(clean);
});

test("reply to all, images, tracking, follow-up, tone and one-click replies are kept for each user [SYN-15] [SYN-28] [SYN-16] [SYN-17] [SYN-30]", async () => {
  const [ana, bob] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const habits = {
    repliesToAll: true,
    forwardsAsFile: true,
    imagesPolicy: "never",
    tracksMail: false,
    followUpDays: null,
    tone: "friendly",
    offersReplies: false,
  } as const;
  expect((await call(ana, api.users.updateProfile, { body: habits })).body).toMatchObject(habits);
  expect((await call(ana, api.users.profile)).body).toMatchObject(habits);
  expect((await call(bob, api.users.profile)).body).toMatchObject({
    ...{ imagesPolicy: "ask", followUpDays: 3, tone: "professional", offersReplies: true },
  });
});

test("new mail starts from one own mailbox that may send, and none after it is removed [SYN-14]", async () => {
  const [ana, bob] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const [first, second] = [await addMailbox(ana, ana.email, "imap"), await addMailbox(ana, "shop@x.test", "imap")];
  const theirs = await addMailbox(bob, bob.email, "imap");
  const choose = (defaultMailboxId: string | null) =>
    call(ana, api.users.updateProfile, { body: { defaultMailboxId } });
  const chosen = async () => (await call(ana, api.users.profile)).body.defaultMailboxId;
  expect((await choose(first)).body.defaultMailboxId).toBe(first);
  expect((await choose(theirs)).status).toBe(404);
  expect((await choose(second)).body).toMatchObject({
    error: "shop@x.test is not proved to be yours, so mail cannot leave as it.",
  });
  expect(await chosen()).toBe(first);
  await peek("update mailboxes set address_proof = 'code' where id = $1", [second]);
  const answers = await Promise.all([choose(second), choose(first), choose(second), choose(first)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await peek("select 1 from mailboxes where user_id = $1 and is_default_sender", [ana.id])).toHaveLength(1);
  await choose(second);
  await call(ana, api.mailboxes.remove, { params: { id: second } });
  expect(await chosen()).toBeNull();
  await choose(first);
  await choose(null);
  expect(await chosen()).toBeNull();
});
