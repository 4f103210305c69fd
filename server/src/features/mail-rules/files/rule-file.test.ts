import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { describeRule } from "@intellibox/contract/rules/describe-mail-rule";
import { expect, test } from "vitest";
import { readRuleFile, writeRuleFile } from "./rule-file.ts";

const rule = (more: Partial<RuleContent>): RuleContent => ({
  name: "Bills",
  mailboxIds: [],
  match: "all",
  when: [{ field: "from", test: "contains", values: ["acme"] }],
  unless: [],
  actions: [{ do: "archive" }],
  ...more,
});

const rules: RuleContent[] = [
  rule({
    when: [
      { field: "from", test: "is", values: ["a@x.test", "b@x.test"] },
      { field: "subject", test: "begins", values: ['50% "off" *now*'] },
    ],
    unless: [{ field: "body", test: "contains", values: ["refund"] }],
    actions: [{ do: "star" }, { do: "move", folder: "Bills" }, { do: "stop" }],
  }),
  rule({
    name: "Two",
    match: "any",
    when: [
      { field: "from", test: "domain", values: ["x.test"] },
      { field: "list", test: "contains", values: ["dev.example.org"] },
      { field: "size", test: "over", kilobytes: 5000 },
    ],
    actions: [{ do: "markRead" }, { do: "label", folder: "Übersicht" }, { do: "forward", to: "jo@acme.test" }],
  }),
];

const fakeId = "0198c0de-0000-7000-8000-000000000001";

test("our own file has everything but the mailboxes [RUL-41]", () => {
  const all = [...rules, rule({ mailboxIds: [fakeId], when: [{ field: "assistant", question: "It is a complaint" }] })];
  const { text, fileName, problems } = writeRuleFile(all, "json");
  expect({ fileName, problems }).toEqual({ fileName: "rules.json", problems: [] });
  expect(readRuleFile(text)).toEqual({
    format: "json",
    rules: all.map((one) => ({ ...one, mailboxIds: [] })),
    problems: [],
  });
});

test("a Sieve script that we wrote is read as the same rules [RUL-42]", () => {
  const { text, problems } = writeRuleFile(rules, "sieve");
  expect(problems).toEqual([]);
  expect(text).toContain('require ["body", "copy", "fileinto", "imap4flags"];');
  expect(text).toContain('header :matches "subject" "50% \\"off\\" \\\\*now\\\\**"');
  expect(readRuleFile(text)).toEqual({ format: "sieve", rules, problems: [] });
});

test("rules that Sieve or Gmail cannot say are left out and told [RUL-42]", () => {
  const unsaid = [
    rule({ name: "A", when: [{ field: "kind", kinds: ["newsletter"] }] }),
    rule({ name: "B", actions: [{ do: "draftReply", intent: "" }] }),
  ];
  for (const format of ["sieve", "gmail"] as const) {
    const { problems } = writeRuleFile([...unsaid, rule({ name: "C" })], format);
    expect(problems).toEqual(["“A” was left out: It is a newsletter", "“B” was left out: Draft a reply"]);
  }
});

const gmail = `<?xml version='1.0' encoding='UTF-8'?>
<!DOCTYPE feed [<!ENTITY bomb "boom"><!ENTITY file SYSTEM "file:///etc/passwd">]>
<feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>
<entry><category term='filter'></category>
<apps:property name='from' value='news@acme.test OR &quot;Daily Digest&quot;'/>
<apps:property name='doesNotHaveTheWord' value='invoice'/>
<apps:property name='shouldArchive' value='true'/><apps:property name='label' value='News &amp; more'/>
<apps:property name='sizeOperator' value='s_sl'/><apps:property name='sizeUnit' value='s_smb'/>
</entry>
<entry>
<apps:property name='hasTheWord' value='list:(dev.example.org) &quot;release notes&quot; -beta &file;'/>
<apps:property name='hasAttachment' value='true'/><apps:property name='size' value='2'/>
<apps:property name='sizeOperator' value='s_ss'/><apps:property name='sizeUnit' value='s_smb'/>
<apps:property name='shouldMarkAsRead' value='true'/><apps:property name='shouldNeverSpam' value='true'/>
</entry>
<entry><apps:property name='subject' value='x'/></entry>
<entry><apps:property name='to' value='{sales@acme.test info@acme.test}'/><apps:property name='shouldTrash' value='true'/></entry>
<entry><apps:property name='to' value='x'/><apps:property name='forwardTo' value='not an address'/></entry>
</feed>`;

test("filters of Gmail are read, and what cannot be said is told [RUL-40]", () => {
  const { format, rules: read, problems } = readRuleFile(gmail);
  expect(format).toBe("gmail");
  expect(read.map(describeRule)).toEqual([
    "When the sender contains “news@acme.test” or “Daily Digest”: move to “News & more”. Not if the text contains “invoice”.",
    "When a recipient contains “sales@acme.test” or “info@acme.test”: move to Trash.",
  ]);
  expect(problems).toEqual([
    "Filter 2: “-beta” cannot be said as a condition.",
    "Filter 2: “Never send it to Spam” cannot be said as a rule.",
    "Filter 2: It was left out, because it would act on more mail without that.",
    "Filter 3: It does nothing that a rule can do.",
    "Rule 3: Enter a valid email address",
  ]);
});

const entry = (properties: Record<string, string>) =>
  `<entry>${Object.entries(properties)
    .map(([name, value]) => `<apps:property name='${name}' value='${value}'/>`)
    .join("")}</entry>`;

test("a filter of Gmail never acts on more mail than before [RUL-40]", () => {
  for (const [properties, reason] of [
    [{ from: "a@x.test", hasTheWord: "is:starred" }, "“is:starred” cannot be said as a condition."],
    [{ from: "a@x.test", doesNotHaveTheWord: "older_than:2d" }, "“older_than:2d” cannot be said as a condition."],
    [{ from: "x.test -boss@x.test" }, "“x.test -boss@x.test” cannot be said as a condition."],
    [{ from: "a@x.test", size: "900", sizeUnit: "s_smb" }, "Its size cannot be said as a condition."],
  ] as const) {
    const { rules: read, problems } = readRuleFile(`<feed>${entry({ ...properties, shouldTrash: "true" })}</feed>`);
    expect([read, problems], reason).toEqual([
      [],
      [`Filter 1: ${reason}`, "Filter 1: It was left out, because it would act on more mail without that."],
    ]);
  }
  const { rules: read, problems } = readRuleFile(
    `<feed>${entry({ from: "a-b@x.test", shouldStar: "true", cannedResponse: "tmpl" })}</feed>`,
  );
  expect([read.map(describeRule), problems]).toEqual([
    ["When the sender contains “a-b@x.test”: star."],
    ["Filter 1: “cannedResponse” is not known."],
  ]);
});

test("“me” in a filter of Gmail is the addresses of its reader [RUL-77]", () => {
  const toMe = `<feed>${entry({ to: "me", from: "me OR jo@x.test", hasTheWord: "cc:me", shouldStar: "true" })}</feed>`;
  expect(readRuleFile(toMe, ["ana@x.test", "sales@x.test"]).rules.map(describeRule)).toEqual([
    "When the sender contains “ana@x.test”, “sales@x.test” or “jo@x.test”, a recipient contains “ana@x.test” or “sales@x.test” and Cc contains “ana@x.test” or “sales@x.test”: star.",
  ]);
  expect(readRuleFile(toMe).rules).toEqual([]);
});

const roundcube = `require ["fileinto","imap4flags","copy"];
# rule:[Boss & co]
if anyof (header :comparator "i;ascii-casemap" :contains "from" "boss@acme.test", address :domain :is "from" "acme.test")
{ addflag ["\\\\Seen", "\\\\Flagged"]; fileinto "INBOX.Work.2026"; stop; }
# rule:[Lists]
if header :contains "list-id" "dev.example.org" { fileinto :copy "Lists/Dev"; }
# rule:[Out]
if header :is "subject" "Report" { redirect "jo@acme.test"; }
# rule:[Odd flag]
if header :is "subject" "X" { addflag ["\\\\Seen", "$Label1"]; }
# rule:[Deep]
if allof (anyof (header :is "subject" "a", header :is "subject" "b"), allof (size :over 1K, header :is "to" "x@y.test")) { discard; }
`;

test("scripts of other mail programs lose no flag and no copy [RUL-42]", () => {
  const { rules: read, problems } = readRuleFile(roundcube);
  expect(read.map((one) => `${one.name}: ${describeRule(one)}`)).toEqual([
    "Boss & co: When the sender contains “boss@acme.test” or the sender is of the domain “acme.test”: mark as read, star, move to “Work/2026” and skip the rules below.",
    "Lists: When the mailing list contains “dev.example.org”: add the label “Lists/Dev”.",
    "Out: When the subject is “Report”: forward to jo@acme.test.",
  ]);
  expect(problems).toEqual([
    "Line 8: Here the mail stays in the inbox after it was forwarded.",
    "Line 10: “addflag” cannot be said as a rule.",
    "Line 12: “anyof” cannot be said as a rule.",
  ]);
});

test("filters that we wrote for Gmail are read as the same rules [RUL-40]", () => {
  const written = [
    rule({
      name: "The sender contains “a <b>&'c” → Star",
      when: [{ field: "from", test: "contains", values: ["a <b>&'c"] }],
      actions: [{ do: "star" }, { do: "move", folder: "A'B" }],
    }),
    rule({
      when: [
        { field: "subject", test: "contains", values: ["one", "two words"] },
        { field: "size", test: "over", kilobytes: 900 },
        { field: "attachment", type: "any" },
      ],
      unless: [{ field: "body", test: "contains", values: ["x"] }],
      actions: [{ do: "markImportant" }, { do: "forward", to: "jo@acme.test" }, { do: "trash" }],
    }),
  ];
  const { text, problems } = writeRuleFile(written, "gmail");
  expect(problems).toEqual([]);
  const read = readRuleFile(text);
  expect(read.problems).toEqual([]);
  expect(
    read.rules.map(({ name: _, when, ...more }) => ({
      ...more,
      when: when.map((one) => JSON.stringify(one)).toSorted(),
    })),
  ).toEqual(
    written.map(({ name: _, when, ...more }) => ({ ...more, when: when.map((one) => JSON.stringify(one)).toSorted() })),
  );
});

const script = `
require ["fileinto", "reject"]; # a comment
/* Bills of the company */
if allof (header :contains "subject" ["bill", "invoice"], not address :is "from" "boss@acme.test") {
  fileinto "INBOX.Bills"; keep; stop;
}
if header :regex "subject" "^x" { discard; }
if header :contains "x-spam" "yes" { discard; }
if address :domain "from" "acme.test" { reject text:
go away
..
.
; }
if anyof (header :matches "subject" "*a*b*", true) { stop; }
if size :over 10M { discard; } elsif true { keep; }
vacation "I am away";
`;

test("of a foreign Sieve script the rest is told with its line [RUL-42]", () => {
  const { rules: read, problems } = readRuleFile(script);
  expect(read.map((one) => `${one.name}: ${describeRule(one)}`)).toEqual([
    "Bills of the company: When the subject contains “bill” or “invoice”: add the label “Bills” and skip the rules below. Not if the sender is “boss@acme.test”.",
    "Line 15: When it is larger than 10,486 kB: move to Trash.",
  ]);
  expect(problems).toEqual([
    "Line 7: “header” cannot be said as a rule.",
    "Line 8: “header” cannot be said as a rule.",
    "Line 9: “reject” cannot be said as a rule.",
    "Line 14: “header” cannot be said as a rule.",
    "Line 14: It spared its mail the rules after it. Without it they act on that mail, too.",
    "Line 15: A rule has no “else”. The parts after it were left out, and the rule acts on its own.",
    "Line 15: “elsif” cannot be said as a rule.",
    "Line 16: “vacation” cannot be said as a rule.",
  ]);
});

test("files that are no rules are refused with the reason [RUL-43]", () => {
  for (const [text, error] of [
    ["", "The file is empty."],
    ["{", "The file is not valid JSON."],
    ['{"rules":[]}', "This JSON file has no rules of Intellibox."],
    ["<html><body>Hi</body></html>", "The file has no filters of Gmail."],
    ["Dear Jo,\nhow are you?", "This is no Sieve script: line 2 cannot be read at “?”."],
    ["if true {", "This is no Sieve script: it ends too early."],
    [`if ${"not ".repeat(10_000)}true { stop; }`, "This is no Sieve script: line 1 cannot be read at “not”."],
    [`if ${"anyof (".repeat(10_000)}`, "This is no Sieve script: line 1 cannot be read at “anyof”."],
  ] as const)
    expect(() => readRuleFile(text), text.slice(0, 40)).toThrow(error);
});

test("a hostile file costs little and gives no more rules than a person can have [RUL-43]", () => {
  const many = JSON.stringify({
    format: "intellibox-rules",
    version: 1,
    rules: Array.from({ length: 900 }, () => rule({})),
  });
  expect(readRuleFile(many).rules).toHaveLength(100);
  expect(readRuleFile(many).problems).toEqual(["The file has more than 100 rules. The rest was left out."]);
  const bad = JSON.stringify({
    format: "intellibox-rules",
    version: 1,
    rules: [{ ...rule({}), state: "on" }, 7, null],
  });
  expect(readRuleFile(bad)).toMatchObject({
    rules: [],
    problems: [expect.stringMatching(/^Rule 1: /), expect.anything(), expect.anything()],
  });
  for (const piece of ["<entry>", "<!--", '<a b="', "&a;", "/*", '"\\', "text:\n", "[", "#\n"])
    try {
      readRuleFile(piece.repeat(100_000));
    } catch (error) {
      expect(error).toMatchObject({ code: expect.any(String) });
    }
});
