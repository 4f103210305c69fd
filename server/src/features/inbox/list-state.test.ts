import { api } from "@intellibox/contract/api";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { eq } from "#db/orm.ts";
import { mutedThreads } from "#db/tables/muted-threads.ts";
import { users } from "#db/tables/users.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";

const { world, person, call, peek, giveMail } = await mailWorld({ jobs: false });

afterEach(() => void vi.useRealTimers());

const list = (who: Caller, query: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call(who, api.inbox.threads, { query }, headers);
const tagOf = async (who: Caller, query?: Record<string, unknown>) => String((await list(who, query)).headers.etag);
const again = async (who: Caller, tag: string, query?: Record<string, unknown>) =>
  (await list(who, query, { "if-none-match": tag })).status;

async function reader() {
  const who = await person("NORMAL_USER");
  await giveMail(who, [
    mailOf({ subject: "First", messageId: "<first@x.test>", date: new Date(Date.UTC(2026, 0, 1)) }),
    mailOf({ subject: "Second", messageId: "<second@x.test>", date: new Date(Date.UTC(2026, 0, 2)) }),
  ]);
  return who;
}

test("an unchanged list is answered with 304 and without content, in each of its forms", async () => {
  const who = await reader();
  const [box] = await peek<{ id: string }>("select id from mailboxes where user_id = $1", [who.id]);
  const [folder] = await peek<{ id: string }>("select id from folders where user_id = $1 and role = 'inbox'", [who.id]);
  const forms = [
    {},
    { group: "thread" },
    { limit: "1" },
    { folder: "archive" },
    { folder: "snoozed" },
    { folder: "all", group: "thread" },
    { mailbox: box?.id },
    { folderId: folder?.id },
  ].map((form) => JSON.parse(JSON.stringify(form)) as Record<string, string>);
  const tags: string[] = [];
  for (const form of forms) {
    // The first look at a folder may begin to sync it.
    await list(who, form);
    const first = await list(who, form);
    expect(first.status, JSON.stringify(form)).toBe(200);
    const tag = String(first.headers.etag);
    tags.push(tag);
    const next = await list(who, form, { "if-none-match": `W/"other", ${tag}` });
    expect(next, JSON.stringify(form)).toMatchObject({ status: 304, body: "" });
    expect(next.headers.etag).toBe(tag);
    expect(next.headers["cache-control"]).toBe("no-store");
  }
  expect(new Set(tags).size).toBe(forms.length);
  const { nextCursor: cursor } = (await list(who, { limit: "1" })).body;
  const page = await tagOf(who, { limit: "1", cursor });
  expect(await again(who, page, { limit: "1", cursor })).toBe(304);
});

const change = (text: string) => (who: Caller) => peek(text, [who.id]);
const ofFirst = "from messages where user_id = $1 and subject = 'First'";

/** Every kind of change that a list shows, in the order in which they are made. */
const changes: Record<string, (who: Caller) => Promise<unknown>> = {
  "new mail": (who) => giveMail(who, [mailOf({ subject: "Third" })]),
  "a mail that is read": async (who) => {
    const [item] = (await list(who)).body.items;
    await call(who, api.inbox.markRead, { params: { id: item?.id ?? "" }, body: { read: item?.unread ?? true } });
  },
  "a snooze": async (who) => {
    const ids = (await list(who)).body.items.filter(({ subject }) => subject === "Third").map(({ id }) => id);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await call(who, api.snooze.snooze, { body: { ids, until } })).status).toBe(200);
  },
  "a muted conversation": async (who) => {
    const ids = (await list(who)).body.items.filter(({ subject }) => subject === "Second").map(({ id }) => id);
    expect((await call(who, api.snooze.mute, { body: { ids, muted: true } })).status).toBe(200);
  },
  "a mail that is deleted": async (who) => {
    const [item] = (await list(who)).body.items;
    expect((await call(who, api.inbox.deleteMessage, { params: { id: item?.id ?? "" } })).status).toBe(200);
  },
  "a star": change("update messages set starred = true where user_id = $1 and subject = 'First'"),
  "a mail that comes back": change(
    "update messages set folder = 'inbox', woken_at = now() where user_id = $1 and folder = 'snoozed'",
  ),
  "a snippet": change("update messages set snippet = 'Other words' where user_id = $1"),
  "a place that is hidden": change("update message_folders set is_hidden = not is_hidden where user_id = $1"),
  "a place that is left": change("delete from message_folders where user_id = $1"),
  "a conversation that is heard again": change("delete from muted_threads where user_id = $1"),
  "a draft": change(
    `insert into drafts (tenant_id, id, user_id, about, version, intent, tone, extra, "to", subject, body_html, saved_at)
     select tenant_id, gen_random_uuid(), id, '<first@x.test>', '1', '', 'formal', '', '', '', '', now() from users where id = $1`,
  ),
  "a draft that is thrown away": change("delete from drafts where user_id = $1"),
  "a prepared draft": change(
    `insert into prepared_drafts (tenant_id, id, user_id, mailbox_id, mail, written_at)
     select tenant_id, id, user_id, mailbox_id, gen_random_uuid(), now() ${ofFirst}`,
  ),
  "a prepared draft that is dropped": change("update prepared_drafts set written_at = null where user_id = $1"),
  "a thread of a Message-ID": change("update thread_links set thread_id = gen_random_uuid() where user_id = $1"),
  "another folder": change(
    `insert into folders (tenant_id, id, user_id, mailbox_id, key, name)
     select tenant_id, gen_random_uuid(), user_id, id, 'other', 'Other' from mailboxes where user_id = $1 limit 1`,
  ),
  "a folder that is followed": change("update folders set is_followed = not is_followed where user_id = $1"),
  "a folder that is removed": change("delete from folders where user_id = $1 and name = 'Other'"),
  "the address of a mailbox": change("update mailboxes set email = 'other@box.test' where user_id = $1"),
  "an alias": change(
    `update mailboxes set aliases = '[{"address": "me@alias.test", "isConfirmed": true}]' where user_id = $1`,
  ),
  "the address of the reader": change("update users set email = 'renamed-' || email where id = $1"),
  "a mailbox that is removed": change("delete from mailboxes where user_id = $1"),
};

test("each kind of change alters the tags of all lists, also of conversations", async () => {
  const who = await reader();
  const other = await reader();
  const otherTag = await tagOf(other);
  const seen = new Set<string>();
  for (const [kind, make] of Object.entries(changes)) {
    const before = [await tagOf(who), await tagOf(who, { group: "thread" })] as const;
    await make(who);
    expect(await again(who, before[0]), kind).toBe(200);
    expect(await again(who, before[1], { group: "thread" }), kind).toBe(200);
    const now = await tagOf(who);
    expect(seen, kind).not.toContain(now);
    seen.add(now);
    expect(await again(who, now), kind).toBe(304);
  }
  expect(await again(other, otherTag)).toBe(304);
});

test("a tag is of one person, one address and one language", async () => {
  const [ana, ben] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  const tag = await tagOf(ana);
  // Neither has mail, so their lists are alike.
  expect(await again(ana, tag)).toBe(304);
  expect(await again(ben, tag)).toBe(200);
  expect(await again(await person("NORMAL_USER", { tenantId: ana.tenantId }), tag)).toBe(200);
  expect(await again(ana, tag, { limit: "3" })).toBe(200);
  expect((await list(ana, {}, { "if-none-match": tag, "accept-language": "hi" })).status).toBe(200);
  expect((await list(ana, {}, { "if-none-match": tag, "accept-language": "en-GB, *" })).status).toBe(304);
});

test("a search, Important and lists with bodies have no tag", async () => {
  const who = await reader();
  for (const query of [{ q: "First" }, { priority: "important" }, { include: "body" }]) {
    const answer = await list(who, query);
    expect(answer.status).toBe(200);
    expect(answer.headers.etag, JSON.stringify(query)).toBeUndefined();
  }
});

test("a session that ended, or whose mail was closed, is refused at once, whatever it knows [SES-31]", async () => {
  const ends = {
    401: ["delete from sessions where user_id = $1", "update users set status = 'Inactive' where id = $1"],
    403: ["update users set mail_closed_at = now() where id = $1"],
  };
  for (const [status, texts] of Object.entries(ends))
    for (const text of texts) {
      const who = await person("NORMAL_USER");
      const tag = await tagOf(who);
      expect(await again(who, tag)).toBe(304);
      await peek(text, [who.id]);
      const answer = await list(who, {}, { "if-none-match": tag });
      expect(String(answer.status), text).toBe(status);
      expect(answer.headers.etag, text).toBeUndefined();
    }
});

test("a change counts when it is committed, and two changes of one person do not wait for each other", async () => {
  const who = await reader();
  const owner = { tenantId: who.tenantId, userId: who.id };
  const first = await tagOf(who);
  const changed = (meanwhile: () => Promise<void>) =>
    fencedTransaction(world.db, owner, async (tx) => {
      await tx.insert(mutedThreads).values({ ...owner, threadId: newId() });
      await meanwhile();
    });
  const open = Promise.withResolvers<void>();
  const isChanged = Promise.withResolvers<void>();
  const slow = changed(async () => {
    isChanged.resolve();
    await open.promise;
  });
  await isChanged.promise;
  expect(await again(who, first)).toBe(304);
  await changed(async () => undefined);
  const second = await tagOf(who);
  expect(second).not.toBe(first);
  open.resolve();
  await slow;
  expect(await again(who, second)).toBe(200);
  const third = await tagOf(who);
  const undone = changed(() => Promise.reject(new Error("undone")));
  await expect(undone).rejects.toThrow("undone");
  expect(await again(who, third)).toBe(304);
});

test("few rows are kept for a person, and no tag comes back", async () => {
  const who = await reader();
  const tags = new Set<string>();
  for (let at = 0; at < 140; at++) {
    await peek("update messages set snippet = $2 where user_id = $1", [who.id, String(at)]);
    tags.add(await tagOf(who, { limit: "1" }));
  }
  expect(tags.size).toBe(140);
  const [{ count } = {}] = await peek<{ count: number }>("select count(*)::int from mail_changes where user_id = $1", [
    who.id,
  ]);
  expect(count).toBeLessThanOrEqual(17);
});

test("a change of mail does not wait for a change of the account", async () => {
  const who = await reader();
  const tag = await tagOf(who);
  await fencedTransaction(world.db, "platform", async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, who.id)).for("update");
    await peek("update messages set starred = true where user_id = $1", [who.id]);
  });
  expect(await again(who, tag)).toBe(200);
});

test("the notes of a person go with the account, also those of a transaction that its removal waits for", async () => {
  const who = await reader();
  const owner = { tenantId: who.tenantId, userId: who.id };
  const isLocked = "select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')";
  const removal = await fencedTransaction(world.db, owner, async (tx) => {
    await tx.insert(mutedThreads).values({ ...owner, threadId: newId() });
    const removing = peek("delete from users where id = $1", [who.id]);
    await expect.poll(() => peek(isLocked)).not.toEqual([]);
    return { removing };
  });
  await removal.removing;
  expect(await peek("select 1 from mail_changes where user_id = $1", [who.id])).toEqual([]);
});

async function longReader() {
  const who = await person("NORMAL_USER");
  const boxId = newId();
  await peek(
    "insert into mailboxes (tenant_id, id, user_id, kind, email) values ($1, $2, $3, 'imap', 'long@box.test')",
    [who.tenantId, boxId, who.id],
  );
  await peek(
    `insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name, from_address, participants, date, snippet, unread, has_attachment, size)
     select $1::uuid, gen_random_uuid(), $3::uuid, $2::uuid, n::text, 'inbox', gen_random_uuid(), '', '', '', '', '{}', now(), '', false, false, 1
     from generate_series(1, 1001) n`,
    [who.tenantId, boxId, who.id],
  );
  return who;
}

test("a list that is too long for a total is known for as long as it does not change", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const who = await longReader();
  const long = await list(who);
  expect(long.body.total).toBeUndefined();
  const tag = String(long.headers.etag);
  expect(await again(who, tag)).toBe(304);
  // By then it is not remembered as long any more, and is counted again by the next who reads it.
  vi.setSystemTime(Date.now() + 20_000);
  expect(await again(who, tag)).toBe(304);
  expect(await tagOf(who)).toBe(tag);
});

test("a list that became short is known without a total only while it is remembered as long", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const who = await longReader();
  const long = await tagOf(who);
  await peek("delete from messages where user_id = $1 and remote_id::int > 10", [who.id]);
  expect(await again(who, long)).toBe(200);
  const short = await list(who);
  expect(short.body.total).toBeUndefined();
  const tag = String(short.headers.etag);
  expect(await again(who, tag)).toBe(304);
  vi.setSystemTime(Date.now() + 20_000);
  const counted = await list(who, {}, { "if-none-match": tag });
  expect(counted).toMatchObject({ status: 200, body: { total: 10 } });
  expect(await again(who, String(counted.headers.etag))).toBe(304);
});

test("the list of a folder that was just opened is not known when the folder is gone", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const who = await reader();
  const [folder] = await peek<{ id: string }>("select id from folders where user_id = $1 and role = 'inbox'", [who.id]);
  const query = { folderId: folder?.id };
  const tags = [await tagOf(who, query), await tagOf(who, query)];
  await peek("delete from folders where user_id = $1", [who.id]);
  tags.push(String((await list(who, query)).headers.etag));
  for (const wait of [0, 10_000]) {
    vi.setSystemTime(Date.now() + wait);
    for (const tag of tags) expect(await again(who, tag, query)).toBe(404);
  }
});
