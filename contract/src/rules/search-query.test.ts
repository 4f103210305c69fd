import fc from "fast-check";
import { expect, test } from "vitest";
import { isEmptySearch, parseSearch } from "./search-query.ts";

const term = (text: string, changes = {}) => ({ field: "any", text, isPhrase: false, isExcluded: false, ...changes });

test("from:, to:, subject: and has:attachment are understood [MBX-14]", () => {
  const query = parseSearch('from:priya to:"Rohan Desai" subject:invoice has:attachment');
  expect(query.terms).toEqual([
    term("priya", { field: "from" }),
    term("Rohan Desai", { field: "to", isPhrase: true }),
    term("invoice", { field: "subject" }),
  ]);
  expect(query.hasAttachment).toBe(true);
  expect(query.chips.map(({ label }) => label)).toEqual([
    "from:priya",
    'to:"Rohan Desai"',
    "subject:invoice",
    "has:attachment",
  ]);
});

test("after:, before:, is:unread and is:read are understood [MBX-15]", () => {
  expect(parseSearch("after:2026-03-01 before:2026/4/5 is:unread")).toMatchObject({
    terms: [],
    after: "2026-03-01",
    before: "2026-04-05",
    unread: true,
  });
  expect(parseSearch("is:read").unread).toBe(false);
  expect(parseSearch("-is:read -has:attachment")).toMatchObject({ unread: true, hasAttachment: false });
});

test("quoted phrases and -word are understood, also in a field and with an unclosed quotation mark [MBX-16]", () => {
  expect(parseSearch('"purchase order" -draft -"not this" -from:bot “smart quotes”').terms).toEqual([
    term("purchase order", { isPhrase: true }),
    term("draft", { isExcluded: true }),
    term("not this", { isPhrase: true, isExcluded: true }),
    term("bot", { field: "from", isExcluded: true }),
    term("smart quotes", { isPhrase: true }),
  ]);
  expect(parseSearch('one "two three').terms).toEqual([term("one"), term("two three", { isPhrase: true })]);
});

test("text that only looks like an operator is searched for as a word", () => {
  for (const text of [
    "http://x.test/a?b=c",
    "12:30",
    "__proto__:x",
    "constructor:from",
    "Re:",
    "note:later",
    "foo:bar",
    "Size:",
    "10:30pm",
  ])
    expect(parseSearch(text), text).toEqual({
      terms: [term(text)],
      notIn: [],
      folders: [],
      chips: [],
      problems: [],
      leftOut: [],
    });
});

test.each([
  ["after:2026-99-99", "“after:2026-99-99” cannot be searched for. Write a day as after:YYYY-MM-DD."],
  ["after:2026-02-30", "“after:2026-02-30” cannot be searched for. Write a day as after:YYYY-MM-DD."],
  ["-before:soon", "“-before:soon” cannot be searched for. Write a day as before:YYYY-MM-DD."],
  ["is:here", "“is:here” cannot be searched for. Write is:unread, is:read, is:starred or is:snoozed."],
  ["has:wings", "“has:wings” cannot be searched for. Write has:attachment."],
  ["from:", "“from:” cannot be searched for. Write a word after from:, such as from:priya."],
  ['subject:""', '“subject:""” cannot be searched for. Write a word after subject:, such as subject:invoice.'],
  ["to:@", "“to:@” cannot be searched for. Write a word after to:, such as to:priya."],
  ["older_than:2d", "“older_than:2d” cannot be searched for. Write a day as before:YYYY-MM-DD."],
  ["newer:2026-01-01", "“newer:2026-01-01” cannot be searched for. Write a day as after:YYYY-MM-DD."],
  ['plan -CC:"Priya Nair"', '“-CC:"Priya Nair"” cannot be searched for. Write a word after to:, such as to:priya.'],
  [
    "filename:pdf",
    "“filename:pdf” cannot be searched for. A search knows from:, to:, subject:, has:, is:, in:, label:, after: and before:.",
  ],
  [
    "larger:5M",
    "“larger:5M” cannot be searched for. A search knows from:, to:, subject:, has:, is:, in:, label:, after: and before:.",
  ],
  ["to:me", "“to:me” cannot be searched for. Write your address after to:."],
  ["-from:Me", "“from:me” cannot be searched for. Write your address after from:."],
  ["is:read is:unread", "is:unread and its contrary find nothing together."],
  ["-has:attachment has:attachment", "has:attachment and its contrary find nothing together."],
  ["₹", "“₹” has no letters or digits to search for."],
  ["- -", "“- -” has no letters or digits to search for."],
  ["invoice -₹", "“-₹” cannot be kept out: it has no letters or digits."],
])("%s is reported as a problem", (text, problem) => {
  expect(parseSearch(text).problems).toEqual([problem]);
});

test.each([
  "has:attachment",
  "is:unread -has:attachment",
  "is:read is:read",
  "-is:unread is:read",
  "from:a -to:b after:2026-01-01",
  'from:mehta to:"me" subject:me "larger:5M"',
])("%s is no problem [MBX-14]", (text) => {
  expect(parseSearch(text).problems).toEqual([]);
});

test("a sign beside words is ignored and reported; a dash is ignored silently", () => {
  expect(parseSearch("₹ invoice - march")).toMatchObject({ problems: [], leftOut: ["₹"] });
});

test("of two days the narrower one applies", () => {
  expect(parseSearch("after:2026-03-01 after:2026-02-01 before:2026-05-01 before:2026-04-01")).toMatchObject({
    after: "2026-03-01",
    before: "2026-04-01",
  });
});

test("a query of punctuation alone is empty", () => {
  for (const text of ["", "   ", "-", '"', '""', "- - :", "***", "'; --"])
    expect(isEmptySearch(parseSearch(text)), text).toBe(true);
  expect(parseSearch("  ").problems).toEqual([]);
});

test("characters that PostgreSQL does not accept are removed", () => {
  expect(parseSearch("a\0b \ud800x").terms.map(({ text }) => text)).toEqual(["a", "b", "\ufffdx"]);
});

test("any text parses, and a query that is too long is refused", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: "binary" }), (text) => {
      const { terms, chips } = parseSearch(text);
      expect(terms.length).toBeLessThanOrEqual(24);
      for (const { start, end } of chips) expect(text.slice(start, end)).not.toBe("");
      return terms.every(({ text: word }) => word.length > 0);
    }),
  );
  expect(parseSearch("x ".repeat(100_000)).terms).toHaveLength(24);
  // The ignored rest could contain an exclusion.
  expect(parseSearch(`${"x ".repeat(24)}-pizza`).problems).toEqual(["A search has at most 24 words."]);
  expect(parseSearch("x".repeat(1001)).problems).toEqual(["A search has at most 1000 characters."]);
  expect(parseSearch("x ".repeat(24)).problems).toEqual([]);
});

test("in:, label:, is:starred and is:snoozed are understood, with quotes, paths and a minus", () => {
  expect(parseSearch("in:Spam")).toMatchObject({ terms: [], view: "junk", folders: [] });
  expect(parseSearch("in:anywhere plan")).toMatchObject({ terms: [term("plan")], view: "anywhere" });
  expect(parseSearch('in:"Old projects" -label:Work/Clients')).toMatchObject({
    folders: [
      { name: "Old projects", isExcluded: false },
      { name: "Work/Clients", isExcluded: true },
    ],
  });
  // In quotation marks it is the name of a folder.
  expect(parseSearch('in:"inbox"')).toMatchObject({ folders: [{ name: "inbox", isExcluded: false }] });
  expect(parseSearch("is:starred -in:sent is:snoozed")).toMatchObject({
    starred: true,
    notIn: ["sent"],
    view: "snoozed",
    problems: [],
  });
  expect(parseSearch("-is:starred").starred).toBe(false);
  for (const typed of ["in:inbox", "label:x", "-in:sent", "is:starred"])
    expect(isEmptySearch(parseSearch(typed))).toBe(false);
  for (const typed of [
    "in:inbox in:sent",
    "-in:anywhere",
    "label:",
    'in:"/"',
    "label:a label:b label:c",
    "is:starred -is:starred",
  ])
    expect(parseSearch(typed).problems, typed).toHaveLength(1);
});
