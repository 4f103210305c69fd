import { api } from "@intellibox/contract/api";
import { maxMessageLength } from "@intellibox/contract/endpoints/outbox";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { type Caller, testWorld } from "#test/test-world.ts";

const { person, call, advance, peek, addMailbox } = await testWorld();
const version = () => newId().replaceAll("-", "");
const content = {
  intent: "Thank the team",
  tone: "empathetic" as const,
  extra: "They worked late.",
  to: "a@example.com, b@exam",
  cc: "c@example.com",
  bcc: "d@exam",
  mailboxId: newId(),
  alias: "sales@acme.test",
  subject: "Thank you",
  bodyHtml: "<p>Dear team</p>",
  followsUp: { followUpId: newId(), inReplyTo: "<1@example.com>", references: ["<1@example.com>"], subject: "Late" },
  forward: null,
};
type Changes = Partial<typeof content> & { version?: string; basedOn?: string | null };

const keep = (who: Caller, changes: Changes = {}, about = "compose") =>
  call(who, api.drafts.keep, {
    params: { about },
    body: { ...content, version: version(), basedOn: null, ...changes },
  });
const get = async (who: Caller, about = "compose") =>
  (await call(who, api.drafts.get, { params: { about } })).body.draft;
const forget = (who: Caller, basedOn?: string, about = "compose") =>
  call(who, api.drafts.forget, { params: { about }, query: basedOn ? { basedOn } : {} });

test("a draft saved on one device is complete on another, and each reply has its own", async () => {
  const who = await person("NORMAL_USER");
  expect(await get(who)).toBeNull();
  const first = await keep(who);
  expect(first.status).toBe(200);
  expect(await get(who)).toEqual({ ...content, version: first.body.version, savedAt: first.body.savedAt });
  await keep(who, { bodyHtml: "<p>Gladly.</p>" }, "<mail-1@example.com>");
  expect((await get(who))?.bodyHtml).toBe("<p>Dear team</p>");
  expect((await get(who, "<mail-1@example.com>"))?.bodyHtml).toBe("<p>Gladly.</p>");
});

test("a device that did not see the newest draft can neither overwrite nor delete it", async () => {
  const who = await person("NORMAL_USER");
  const { version: seen } = (await keep(who)).body;
  const { version: newest } = (await keep(who, { subject: "Newer", basedOn: seen })).body;
  for (const basedOn of [seen, null, version()]) {
    const late = await keep(who, { subject: "Older", basedOn });
    expect(late).toMatchObject({ status: 409, body: { error: "A newer draft was kept on another device." } });
  }
  for (const basedOn of [seen, undefined]) expect((await forget(who, basedOn)).status).toBe(409);
  expect((await get(who))?.subject).toBe("Newer");
  expect((await forget(who, newest)).body).toEqual({ ok: true });
  expect(await get(who)).toBeNull();
  expect((await forget(who, newest)).status).toBe(200);
});

test("of two devices that save at the same time one succeeds and the other is refused", async () => {
  const who = await person("NORMAL_USER");
  const { version: basedOn } = (await keep(who)).body;
  const both = await Promise.all([keep(who, { subject: "One", basedOn }), keep(who, { subject: "Two", basedOn })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a repeated save after a lost answer succeeds", async () => {
  const who = await person("NORMAL_USER");
  const mine = version();
  await keep(who, { version: mine });
  expect((await keep(who, { version: mine })).body.version).toBe(mine);
  // A draft that was deleted elsewhere does not conflict with a later save.
  await forget(who, mine);
  expect((await keep(who, { basedOn: mine })).status).toBe(200);
});

test("only its writer reads or changes a draft, not even an administrator of the company", async () => {
  const who = await person("NORMAL_USER");
  const { version: kept } = (await keep(who)).body;
  for (const other of [
    await person("ADMIN", { tenantId: who.tenantId }),
    await person("SUPER_ADMIN", { owner: true }),
    await person("NORMAL_USER"),
  ]) {
    expect(await get(other)).toBeNull();
    expect((await forget(other, kept)).status).toBe(200);
    expect((await keep(other, { subject: "Theirs", basedOn: kept })).status).toBe(200);
  }
  expect((await get(who))?.subject).toBe("Thank you");
});

test("drafts are limited in size and form, and to the fifty newest", async () => {
  const who = await person("NORMAL_USER");
  const longest = "x".repeat(maxMessageLength);
  expect((await keep(who, { bodyHtml: longest })).status).toBe(200);
  expect((await get(who))?.bodyHtml).toHaveLength(maxMessageLength);
  expect((await keep(who, { bodyHtml: `${longest}x` }, "other")).status).toBe(400);
  expect((await keep(who, { intent: "x".repeat(20_001) }, "other")).status).toBe(400);
  expect((await keep(who, { subject: "a\0b" }, "other")).status).toBe(400);
  expect((await keep(who, { version: "1" }, "other")).status).toBe(400);
  expect((await keep(who, {}, "two words")).status).toBe(404);
  expect((await keep(who, {}, "x".repeat(251))).status).toBe(404);
  for (let at = 0; at < 50; at++) {
    advance(1000);
    expect((await keep(who, {}, `<${at}@example.com>`)).status).toBe(200);
  }
  expect(await get(who)).toBeNull();
  expect(await get(who, "<0@example.com>")).not.toBeNull();
});

test("drafts that were begun here are listed for their writer, newest first, with the mail that they answer", async () => {
  const who = await person("NORMAL_USER");
  const other = await person("NORMAL_USER", { tenantId: who.tenantId });
  const list = async (reader: Caller) => (await call(reader, api.drafts.list)).body.items;
  const mailbox = await addMailbox(who, who.email, "local");
  const answered = newId();
  await peek(
    `insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, unread, date, received_at, message_id, thread_id,
       subject, base_subject, snippet, from_name, from_address, participants, has_attachment, size)
     values ($1, $2, $3, $4, 'inbox/1', 'inbox', false, now(), now(), '<asked@example.com>', $2, 'Asked', 'asked', '', '', 'a@example.com', '{}', false, 1)`,
    [who.tenantId, answered, who.id, mailbox],
  );
  await keep(who, { bodyHtml: "<p>Dear <b>team</b></p><p>More</p>" });
  const names = [
    "<asked@example.com>",
    "forward:<asked@example.com>",
    "<gone@example.com>",
    answered,
    `forward:${answered}`,
  ];
  for (const about of names) {
    advance(1000);
    const quoted =
      '<blockquote data-quoted="original" type="cite"><p>Their <blockquote>older</blockquote> words</p></blockquote>';
    await keep(who, { subject: "", bodyHtml: `<p>Gladly.</p>${quoted}` }, about);
  }
  advance(1000);
  await keep(who, { to: "", subject: " ", bodyHtml: "<p></p>" }, "reply");
  expect(await list(who)).toMatchObject([
    { about: `forward:${answered}`, answeredId: answered },
    { about: answered, answeredId: answered },
    { about: "<gone@example.com>", answeredId: null },
    { about: "forward:<asked@example.com>", answeredId: answered },
    { about: "<asked@example.com>", answeredId: answered, snippet: "Gladly." },
    { about: "compose", answeredId: null, to: content.to, subject: "Thank you", snippet: "Dear team More" },
  ]);
  await keep(other, {}, "<asked@example.com>");
  await keep(other, {}, answered);
  expect(await list(other)).toMatchObject([{ answeredId: null }, { answeredId: null }]);
});
