import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { testWorld } from "#test/test-world.ts";
import { groupsOf } from "./insert-mail.ts";
import { claimMailbox } from "./lease.ts";
import { prepareBatch, storeBatch } from "./store-batch.ts";

const { person, peek, world } = await testWorld({ jobs: false });

async function claimed() {
  const who = await person("NORMAL_USER");
  const [box] = await peek<{ id: string }>(
    "insert into mailboxes (tenant_id, id, user_id, kind, email, cursor) values ($1, gen_random_uuid(), $2, 'pop3', 'a@b.test', 'first') returning id",
    [who.tenantId, who.id],
  );
  const key = { tenantId: who.tenantId, userId: who.id, id: box?.id ?? "" };
  const claim = await claimMailbox(world, key);
  if (!claim) throw new Error("The mailbox is taken");
  return { key, claim, box };
}

const step = { reset: [], removed: [], changed: [], arrived: [], remaining: 0, hasOlder: false };

test("a mail that PostgreSQL rejects is stored as a stub with its source, and the others are complete", async () => {
  const { key, claim } = await claimed();
  const arrived = ["One", "Two", "Three"].map((subject, at) => ({
    ...{ remoteId: `m${at}`, folders: ["inbox"], unread: true, starred: false, receivedAt: null, isPartial: false },
    raw: Buffer.from(mailOf({ subject, text: "Body" })),
  }));
  const ready = await prepareBatch(world, key, { ...step, arrived, cursor: "second" });
  const second = ready.prepared[1];
  // Longer than PostgreSQL allows for a lexeme.
  if (second) second.words = "w".repeat(5_000);
  await storeBatch(world, claim, ready);
  const rows = await peek<{ subject: string; truncated: boolean; words: number; source_key: string }>(
    `select m.subject, c.truncated, length(s.words) as words, c.source_key from messages m join message_contents c on c.id = m.id
     join message_search s on s.id = m.id where m.mailbox_id = $1 order by m.remote_id`,
    [key.id],
  );
  expect(rows.map(({ subject, truncated }) => [subject, truncated])).toEqual([
    ["One", false],
    ["Two", true],
    ["Three", false],
  ]);
  expect(rows[0]?.words).toBeGreaterThan(5);
  const source = await world.outside.objects.get(rows[1]?.source_key ?? "");
  expect(Buffer.from(source ?? []).toString()).toContain("Subject: Two");
  expect(await peek("select cursor from mailboxes where id = $1", [key.id])).toEqual([{ cursor: "second" }]);
});

test("a cursor is written only if it changed", async () => {
  const { claim, box } = await claimed();
  const cursor = async () => {
    const [row] = await peek<{ cursor: string }>("select cursor from mailboxes where id = $1", [box?.id]);
    return row?.cursor;
  };
  // A marker that only an update of the cursor would overwrite.
  await peek("update mailboxes set cursor = 'untouched' where id = $1", [box?.id]);
  await storeBatch(world, claim, { batch: { ...step, cursor: "first" }, prepared: [] });
  expect(await cursor()).toBe("untouched");
  await storeBatch(world, claim, { batch: { ...step, cursor: "second" }, prepared: [] });
  expect(await cursor()).toBe("second");
  await peek("update mailboxes set cursor = 'untouched' where id = $1", [box?.id]);
  await storeBatch(world, claim, { batch: { ...step, cursor: "second" }, prepared: [] });
  expect(await cursor()).toBe("untouched");
});

test("the texts of each mail of a batch are stored as they were read, in any script, also without HTML", async () => {
  const { key, claim } = await claimed();
  const html = "<p>Grüße 発注書 😀</p><p>Nur hier: Zürich</p>";
  const mails = [
    { text: "Grüße 発注書 😀", html },
    { text: "" },
    { text: "plain" },
    { text: "देव मेरा", html: "<b>ﬁne</b>" },
  ];
  const arrived = mails.map((mail, at) => ({
    ...{ remoteId: `m${at}`, folders: ["inbox"], unread: true, starred: false, receivedAt: null, isPartial: false },
    raw: Buffer.from(mailOf({ subject: `Mail ${at}`, ...mail })),
  }));
  const ready = await prepareBatch(world, key, { ...step, arrived, cursor: "second" });
  await storeBatch(world, claim, ready);
  const rows = await peek(
    `select c.text, c.html, c.html_text, array_length(tsvector_to_array(s.words), 1) as words from messages m
     join message_contents c using (tenant_id, id) join message_search s using (tenant_id, id) where m.mailbox_id = $1 order by m.remote_id`,
    [key.id],
  );
  // Its week, its year and its owner are words, too.
  const countOf = (words: string) =>
    new Set(
      words
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/:[\d,AB]+$/, "")),
    ).size + 3;
  expect(rows).toEqual(
    ready.prepared.map(({ mail, words }) => ({
      ...{ text: mail.text, html: mail.html, html_text: mail.htmlText, words: countOf(words) },
    })),
  );
  expect(ready.prepared[0]?.mail.htmlText).toBe("Nur hier: Zürich");
});

test("a large batch is inserted a megabyte at a time, and completely", { timeout: 120_000 }, async () => {
  const { key, claim } = await claimed();
  const arrived = [700_000, 10, 10, 700_000, 1_500_000, 10].map((length, at) => ({
    ...{ remoteId: `m${at}`, folders: ["inbox"], unread: true, starred: false, receivedAt: null, isPartial: false },
    raw: Buffer.from(mailOf({ subject: `Mail ${at}`, text: "word ".repeat(length / 5) })),
  }));
  const ready = await prepareBatch(world, key, { ...step, arrived, cursor: "second" });
  const read = ready.prepared.map(({ mail, words }) => ({ text: mail.text, html: mail.html, words }));
  expect(groupsOf(read).map(({ length }) => length)).toEqual([3, 1, 1, 1]);
  await storeBatch(world, claim, ready);
  const rows = await peek("select subject from messages where mailbox_id = $1 order by remote_id", [key.id]);
  expect(rows.map(({ subject }) => subject)).toEqual(arrived.map((_, at) => `Mail ${at}`));
});
