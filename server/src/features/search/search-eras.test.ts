// Searches in more mail than is scanned row by row: the newest weeks, years, then everything.
import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { testWorld } from "#test/test-world.ts";

const { person, call, peek } = await testWorld({ jobs: false });

/** Count, start and interval: two weeks full of mail, some years with little, and then almost none. */
const stretches = [
  [600, "2026-11-10T12:00Z", "30 minutes"],
  [300, "2026-10-20T12:00Z", "2 days"],
  [100, "2018-06-01T12:00Z", "60 days"],
] as const;

async function fullMailbox() {
  const who = await person("NORMAL_USER");
  const [box] = await peek<{ id: string }>(
    "insert into mailboxes (tenant_id, id, user_id, kind, email) values ($1, gen_random_uuid(), $2, 'imap', 'a@b.test') returning id",
    [who.tenantId, who.id],
  );
  let at = 0;
  for (const [count, begin, step] of stretches) {
    await peek(
      `with mail as (
        select gen_random_uuid() as id, n, $4::timestamptz - (n - $5) * $6::interval as date,
          concat_ws(' ', 'everywhere', case when n % 5 = 0 then 'fifth' end, case when n % 40 = 0 then 'fortieth' end,
            case when n % 333 = 0 then 'seldom' end, case when n > 950 then 'ancient' end) as text
        from generate_series($5::int, $5::int + $7::int - 1) n
      ), listed as (
        insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject,
          from_name, from_address, participants, date, snippet, unread, has_attachment, size)
        select $1, id, $2, $3, n::text, 'inbox', id, n::text, '', '', 'a@b.test', '{}', date, '', n % 2 = 0, false, 1 from mail
      ), said as (
        insert into message_contents (tenant_id, id, user_id, recipients, "references", text, attachments, headers, truncated, source_key)
        select $1, id, $2, '{"to":[],"cc":[],"bcc":[],"replyTo":[]}', '{}', text, '[]', '{}', false, '' from mail
      )
      insert into message_search (tenant_id, id, user_id, mailbox_id, folder, date, unread, has_attachment, words)
      select $1, id, $2, $3, 'inbox', date, n % 2 = 0, false,
        array_to_tsvector(search_eras($2, date) || array(select right($2::text, 6) || w from unnest(tsvector_to_array(to_tsvector('english', text))) w)) from mail`,
      [who.tenantId, who.id, box?.id, begin, at, step, count],
    );
    at += count;
  }
  return { who, numbers: Array.from({ length: at }, (_, number) => number) };
}

const { who, numbers } = await fullMailbox();

/** Reads every page and returns the numbers of the mails, newest first. */
async function allOf(q: string): Promise<number[]> {
  const found: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await call(who, api.inbox.threads, { query: { q, limit: 40, ...(cursor && { cursor }) } });
    expect(body.partial).toBe(false);
    found.push(...body.items.map(({ subject }) => Number(subject)));
    if (!body.nextCursor) return found;
    cursor = body.nextCursor;
  }
}

const day = (number: number) => {
  const [from, days] = number < 600 ? [0, 1 / 48] : number < 900 ? [600, 2] : [900, 60];
  const [, begin] = stretches[from === 0 ? 0 : from === 600 ? 1 : 2];
  return new Date(new Date(begin).getTime() - (number - from) * days * 86_400_000).toISOString().slice(0, 10);
};

test.each<[string, (number: number) => boolean]>([
  ["everywhere", () => true],
  ["fifth", (number) => number % 5 === 0],
  ["fortieth", (number) => number % 40 === 0],
  ["seldom", (number) => number % 333 === 0],
  ["ancient", (number) => number > 950],
  ["fifth fortieth", (number) => number % 40 === 0],
  ["everywhere -fifth", (number) => number % 5 !== 0],
  ["-everywhere", () => false],
  ["nowhere", () => false],
  ["fortieth is:unread", (number) => number % 40 === 0],
  ["fifth is:read", (number) => number % 10 === 5],
  ["fifth before:2020-01-01", (number) => number % 5 === 0 && day(number) < "2020-01-01"],
  [
    "everywhere after:2025-06-01 before:2026-11-01",
    (number) => day(number) >= "2025-06-01" && day(number) < "2026-11-01",
  ],
])("%s finds all there is, newest first, in whatever years it lies [MBX-17]", async (q, isHit) => {
  expect(await allOf(q)).toEqual(numbers.filter(isHit));
});

test("a list of up to a thousand is counted, a longer one is not", async () => {
  const first = async () => (await call(who, api.inbox.threads, {})).body;
  expect((await first()).total).toBe(1000);
  await peek(
    `insert into messages (tenant_id, id, user_id, mailbox_id, remote_id, folder, thread_id, subject, base_subject, from_name, from_address,
      participants, date, snippet, unread, has_attachment, size)
    select tenant_id, gen_random_uuid(), user_id, mailbox_id, 'one more', folder, thread_id, 'x', '', '', '', '{}', date, '', false, false, 1
    from messages where user_id = $1 limit 1`,
    [who.id],
  );
  expect((await first()).total).toBeUndefined();
});
