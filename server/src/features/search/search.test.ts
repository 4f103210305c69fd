import { api } from "@intellibox/contract/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fencedTransaction, type Reach } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { threadWorkOf } from "#test/thread-work.ts";
import { flushPendingList } from "./flush-pending-list.ts";

const { person, call, giveMail, listOf, subjectsOf, world, peek } = await mailWorld();

const on = (day: string) => new Date(`${day}T12:00:00Z`);
const reader = await person("NORMAL_USER");
await giveMail(reader, [
  mailOf({
    subject: "Invoice for March",
    from: "Priya Nair <priya.nair@acme.test>",
    date: on("2026-03-05"),
    text: "Please pay the attached invoices soon.",
    files: [{ name: "invoice-march.pdf", type: "application/pdf", content: "%PDF-1.4" }],
  }),
  mailOf({
    subject: "Lunch",
    from: "Rohan <rohan@globex.test>",
    to: "Kavya Rao <kavya@acme.test>, Priya <priya.nair@acme.test>",
    date: on("2026-03-20"),
    text: "The purchase order is signed. Shall we order a pizza?",
  }),
  mailOf({
    subject: "Re: order",
    from: "Pat O'Brien <pat_obrien@globex.test>",
    date: on("2026-04-02"),
    text: "We purchase an order of things; the invoice follows.",
  }),
  mailOf({
    subject: "Grüße aus Köln",
    from: "Jürgen Müller <j.mueller@köln.example>",
    date: on("2026-05-01"),
    text: "Die Lieferung kommt am Montag. मेरा नाम. 発注書です。",
  }),
]);
await giveMail(
  reader,
  [
    mailOf({
      subject: "What I sent",
      from: `Me <${reader.email}>`,
      to: "Zoe <zoe@zebra.test>",
      date: on("2026-05-02"),
      text: "About the giraffe.",
    }),
  ],
  "sent",
);

test("from:, to:, subject: and has:attachment find matching mail [MBX-14]", async () => {
  expect(await subjectsOf(reader, "from:priya")).toEqual(["Invoice for March"]);
  expect(await subjectsOf(reader, "from:acme.test")).toEqual(["Invoice for March"]);
  expect(await subjectsOf(reader, "from:priya.nair@acme.test")).toEqual(["Invoice for March"]);
  expect(await subjectsOf(reader, 'from:"Pat O\'Brien"')).toEqual(["Re: order"]);
  expect(await subjectsOf(reader, "from:jürgen")).toEqual(["Grüße aus Köln"]);
  expect(await subjectsOf(reader, "to:kav")).toEqual(["Lunch"]);
  expect(await subjectsOf(reader, "to:priya from:globex")).toEqual(["Lunch"]);
  expect(await subjectsOf(reader, "subject:invoice")).toEqual(["Invoice for March"]);
  expect(await subjectsOf(reader, "subject:purchase")).toEqual([]);
  expect(await subjectsOf(reader, "has:attachment")).toEqual(["Invoice for March"]);
  expect(await subjectsOf(reader, "-has:attachment from:globex")).toEqual(["Re: order", "Lunch"]);
  expect(await subjectsOf(reader, "invoice-march.pdf has:attachment")).toEqual(["Invoice for March"]);
});

test("mail is found without accents, in scripts without spaces, and by words with punctuation", async () => {
  for (const q of ["grusse koln", "KÖLN", "from:jurgen", "from:j.mueller@koln", "मेरा", "発注書", "注", '"注書で"'])
    expect(await subjectsOf(reader, q), q).toEqual(["Grüße aus Köln"]);
  expect(await subjectsOf(reader, "書発")).toEqual([]);
  const who = await person("NORMAL_USER");
  await giveMail(who, [
    mailOf({
      subject: "Call",
      from: "Jean-Luc Picard <jl@uss.example>",
      text: "At 12:30, about INV-2026/77 and state-of-the-art.",
    }),
    mailOf({
      subject: "Other",
      from: "Jean Valjean <jean@montreuil.example>",
      text: "30 of 12, 77 in 2026, art of the state",
    }),
  ]);
  for (const q of ["from:jean-luc", 'from:"Jean-Luc Picard"', "from:uss", "12:30", "inv-2026/77", "state-of-the-art"])
    expect(await subjectsOf(who, q), q).toEqual(["Call"]);
  expect(await subjectsOf(who, "from:jean")).toEqual(expect.arrayContaining(["Call", "Other"]));
});

test("after:, before:, is:unread and is:read find matching mail [MBX-15]", async () => {
  expect(await subjectsOf(reader, "after:2026-03-20 before:2026-04-03")).toEqual(["Re: order", "Lunch"]);
  expect(await subjectsOf(reader, "order after:2026-03-21")).toEqual(["Re: order"]);
  expect(await subjectsOf(reader, "order before:2026-04-02")).toEqual(["Lunch"]);
  const [lunch] = (await listOf(reader, { q: "pizza" })).items;
  await call(reader, api.inbox.markRead, { params: { id: lunch?.id ?? "" }, body: { read: true } });
  expect(await subjectsOf(reader, "order is:read")).toEqual(["Lunch"]);
  expect(await subjectsOf(reader, "order is:unread")).toEqual(["Re: order"]);
  expect(await subjectsOf(reader, "is:read")).toEqual(["What I sent", "Lunch"]);
});

test("the days of after: and before: begin in the reader's time zone [MBX-15]", async () => {
  const traveller = await person("NORMAL_USER");
  const at = (subject: string, moment: string) => mailOf({ subject, text: "Noted.", date: new Date(moment) });
  await giveMail(traveller, [
    at("Monday evening in New York", "2026-03-10T02:30:00Z"),
    at("Tuesday morning in New York", "2026-03-10T04:30:00Z"),
    at("Wednesday in Kolkata", "2026-03-10T18:45:00Z"),
  ]);
  const found = async (q: string, timeZone?: string) =>
    (await listOf(traveller, { q, ...(timeZone && { timeZone }) })).items.map(({ subject }) => subject.split(" ")[0]);
  for (const word of ["", "noted "]) {
    expect(await found(`${word}before:2026-03-10`, "America/New_York")).toEqual(["Monday"]);
    expect(await found(`${word}before:2026-03-10`)).toEqual([]);
    expect(await found(`${word}after:2026-03-11`, "Asia/Kolkata")).toEqual(["Wednesday"]);
    expect(await found(`${word}after:2026-03-10 before:2026-03-11`)).toHaveLength(3);
    expect(await found(`${word}before:0000-01-01 after:0050-01-01`, "America/New_York")).toEqual([]);
  }
});

test("words of a phrase must be adjacent, and -word excludes [MBX-16]", async () => {
  expect(await subjectsOf(reader, "purchase order")).toEqual(["Re: order", "Lunch"]);
  expect(await subjectsOf(reader, '"purchase order"')).toEqual(["Lunch"]);
  expect(await subjectsOf(reader, "order -pizza")).toEqual(["Re: order"]);
  expect(await subjectsOf(reader, 'order -"purchase order"')).toEqual(["Re: order"]);
  expect(await subjectsOf(reader, "invoice -from:priya")).toEqual(["Re: order"]);
});

test("all mail of the user is searched, newest first, in pages that neither skip nor repeat a hit [MBX-17]", async () => {
  expect(await subjectsOf(reader, "giraffe")).toEqual(["What I sent"]);
  expect(await subjectsOf(reader, "to:zebra")).toEqual(["What I sent"]);
  expect(await subjectsOf(reader, "Lieferung Montag")).toEqual(["Grüße aus Köln"]);
  const writer = await person("NORMAL_USER");
  const same = on("2026-01-01");
  const mails = Array.from({ length: 90 }, (_, at) =>
    mailOf({ subject: `Pelican ${at}`, date: at < 40 ? same : undefined, text: "pelican" }),
  );
  await giveMail(writer, mails.slice(0, 45));
  await giveMail(writer, mails.slice(45));
  const seen: string[] = [];
  for (let cursor: string | null | undefined; ; ) {
    const page = await listOf(writer, { q: "pelican", limit: 7, ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ id }) => id));
    expect(page.total).toBeUndefined();
    cursor = page.nextCursor;
    if (!cursor) break;
  }
  expect(new Set(seen).size).toBe(90);
  expect(seen).toHaveLength(90);
  const dates = (await listOf(writer, { q: "pelican", limit: 100 })).items.map(({ date }) => String(date));
  expect(dates).toEqual(dates.toSorted().reverse());
});

test("hits are highlighted, also other forms of a word [MBX-18]", async () => {
  const [first] = (await listOf(reader, { q: "invoice from:priya" })).items;
  const cut = (text: string, spans: [number, number][] = []) => spans.map(([from, to]) => text.slice(from, to));
  expect(cut(first?.subject ?? "", first?.marks?.subject)).toEqual(["Invoice"]);
  expect(cut(first?.snippet ?? "", first?.marks?.snippet)).toEqual(["invoices"]);
  expect(cut(first?.fromName ?? "", first?.marks?.from)).toEqual(["Priya"]);
  const long = await person("NORMAL_USER");
  await giveMail(long, [mailOf({ text: `${"word ".repeat(500)} needle \u0001 in \u0002 hay ${"word ".repeat(100)}` })]);
  const [hit] = (await listOf(long, { q: "needle" })).items;
  expect(hit?.snippet.length).toBeLessThanOrEqual(180);
  expect(cut(hit?.snippet ?? "", hit?.marks?.snippet)).toEqual(["needle"]);
  expect(hit?.snippet).toMatch(/^… (?:word )+needle/);
  expect(hit?.snippet.indexOf("needle")).toBeLessThan(30);
});

test("deleted mail is not found, and restored mail is found again", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mailOf({ subject: "Walrus" })]);
  const id = (await listOf(who, { q: "walrus" })).items[0]?.id ?? "";
  await call(who, api.inbox.deleteMessage, { params: { id } });
  expect(await subjectsOf(who, "walrus")).toEqual([]);
  await call(who, api.inbox.restoreMessage, { params: { id } });
  expect(await subjectsOf(who, "walrus")).toEqual(["Walrus"]);
});

const strange = [
  "'; drop table messages; --",
  "a' | b",
  "!!",
  "& | ! ( ) < > <-> :*",
  "foo:*",
  "\\",
  "'",
  '"',
  "\u0001\u0002",
  "\ud800",
  "%_%",
  "((((((((",
  "a".repeat(6000),
  "x ".repeat(500),
  '"a b c d e f g h i j" '.repeat(40),
  "from:'\\:*|",
  'subject:"\'\\"',
  "to:%",
  "-",
  "- - -",
  "-a -b -c",
  "the",
  '"the of and"',
  "from:@",
  "👩‍👩‍👧 😀",
  "after:9999-12-31 x",
  "before:0001-01-01 x",
  "null",
  "NaN:1",
  "1::tsquery",
];

test("no search string causes an error", async () => {
  for (const q of strange) {
    const { status, body } = await call(reader, api.inbox.threads, { query: { q } });
    expect([q.slice(0, 40), status, body.error]).toEqual([q.slice(0, 40), 200, undefined]);
  }
  await fc.assert(
    fc.asyncProperty(
      fc.string({ maxLength: 80, unit: "binary" }),
      fc.constantFrom("", "from:", "subject:", '"', "-"),
      async (text, mark) => {
        const { status } = await call(reader, api.inbox.threads, { query: { q: `${mark}${text}` } });
        expect(status).toBe(200);
      },
    ),
    { numRuns: 60 },
  );
});

test("mail of colleagues and of other companies is never found [SES-40]", async () => {
  const secretive = await person("NORMAL_USER");
  await giveMail(secretive, [
    mailOf({
      subject: "Okapi",
      from: "Quokka <quokka@okapi.test>",
      text: "okapi",
      files: [{ name: "okapi.txt", type: "text/plain", content: "x" }],
    }),
  ]);
  const [colleague, admin, stranger] = [
    await person("NORMAL_USER", { tenantId: secretive.tenantId }),
    await person("ADMIN", { tenantId: secretive.tenantId }),
    await person("SUPER_ADMIN", { owner: true }),
  ];
  const box = (await call(secretive, api.mailboxes.list)).body.items[0]?.id ?? "";
  for (const other of [colleague, admin, stranger]) {
    for (const q of [
      "okapi",
      "from:quokka",
      "to:rohan",
      "subject:okapi",
      '"okapi"',
      "-giraffe",
      "has:attachment",
      "is:unread",
      "after:2000-01-01",
      "",
    ])
      for (const query of [{ q }, { q, mailbox: box }]) expect((await listOf(other, query)).items, q).toEqual([]);
  }
  expect(await subjectsOf(secretive, "okapi")).toEqual(["Okapi"]);
});

test("the search function takes the reader from the transaction, and the words cannot be read", async () => {
  const owner = { tenantId: reader.tenantId, userId: reader.id };
  const other = await person("NORMAL_USER");
  const search = (reach: Reach, before?: string) =>
    fencedTransaction(world.db, reach, async (tx) => {
      if (before) await tx.execute(sql.raw(before));
      return (
        await tx.execute(
          sql`select id from search_messages(''::tsquery, null, array['inbox', 'sent'], null, null, null, null, null, null, 100, false)`,
        )
      ).rows.length;
    });
  const refusal = (attempt: Promise<unknown>) =>
    attempt.then(
      (rows) => `no refusal: ${rows}`,
      (error: Error) => String((error.cause as Error)?.message),
    );
  expect(await search(owner)).toBe(5);
  expect(await search({ tenantId: other.tenantId, userId: other.id })).toBe(0);
  // Another tenant with the reader's own id, and the reverse.
  expect(await search({ tenantId: other.tenantId, userId: reader.id })).toBe(0);
  expect(await search({ tenantId: reader.tenantId, userId: other.id })).toBe(0);
  expect(await refusal(search("platform"))).toContain("permission denied");
  expect(await refusal(search(owner, "select set_config('app.user_id', '', true)"))).toContain("outside of a fence");
  // A table of the same name earlier in the search path is not used.
  expect(await refusal(search(owner, "create temp table message_search (id uuid) on commit drop"))).toMatch(
    /^(?:5|no refusal: 5|permission denied.*)$/,
  );
  for (const statement of ["select words from message_search", "select * from message_search"])
    expect(
      await refusal(fencedTransaction(world.db, owner, (tx) => tx.execute(sql.raw(statement)))),
      statement,
    ).toContain("permission denied");
});

test("the search function's role uses the GIN index despite row-level security", async () => {
  const rows = await peek<{ "QUERY PLAN": string }>(
    "explain select id from message_search where words @@ 'giraff'::tsquery",
    [],
    [`set role ${world.db.roles.definer}`, "set enable_seqscan = off"],
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Bitmap Index Scan on message_search_tagged[\s\S]*Index Cond: .*words @@/);
});

test("words in the pending list are found, before and after it is flushed", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mailOf({ subject: "Capybara" })]);
  expect(await subjectsOf(who, "capybara")).toEqual(["Capybara"]);
  const waiting = async () => {
    await peek("create extension if not exists pgstattuple");
    return (
      await peek<{ pages: number }>("select pending_pages as pages from pgstatginindex('message_search_tagged')")
    )[0]?.pages;
  };
  await flushPendingList(world);
  expect(await waiting()).toBe(0);
  expect(await subjectsOf(who, "capybara")).toEqual(["Capybara"]);
});

test("hits in long mail of any script are highlighted in a thread, with the same result as in short mail", {
  timeout: 120_000,
}, async () => {
  const who = await person("NORMAL_USER");
  const filler = "यहाँ कुछ खास नहीं कहा गया। ".repeat(600);
  await giveMail(who, [
    mailOf({ subject: "Short", date: on("2026-06-01"), text: "Then a giraffe came by." }),
    mailOf({ subject: "Long", date: on("2026-06-02"), text: `${filler}Then a giraffe came by.` }),
  ]);
  const { result, done } = await threadWorkOf(() => listOf(who, { q: "giraffe" }));
  expect(done).toMatchObject({ markHits: 1 });
  const { items } = result;
  const marked = items.map(({ subject, snippet, marks }) => [
    subject,
    ...(marks?.snippet ?? []).map(([start, end]) => snippet.slice(start, end)),
  ]);
  expect(marked).toEqual([
    ["Long", "giraffe"],
    ["Short", "giraffe"],
  ]);
  const phrase = await threadWorkOf(() => subjectsOf(who, '"a giraffe came"'));
  expect(phrase).toMatchObject({ result: ["Long", "Short"], done: { passing: 1, markHits: 1 } });
});
