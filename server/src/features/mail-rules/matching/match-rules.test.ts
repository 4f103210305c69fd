import type { RuleCondition } from "@intellibox/contract/endpoints/mail-rule-fields";
import { expect, test } from "vitest";
import { kindsOf } from "#features/mail-facts/mail-kinds.ts";
import { foldMail, type MatchedRuleContent, type RuleMail } from "#features/mail-facts/rule-mail.ts";
import { compileRules } from "./compile-rules.ts";
import { matchRules } from "./match-rules.ts";

const now = new Date("2026-03-10T12:00:00Z");
const plain: RuleMail = {
  mailboxId: "box-a",
  from: { name: "Zoë Müller", address: "zoe@mail.Acme.test" },
  to: [{ name: "Ana", address: "ana@example.test" }],
  cc: [{ name: "", address: "team@example.test" }],
  subject: "Re: Ｑuarterly RÉPORT",
  text: "Please read   the café\nnotes. Straße 5.",
  htmlText: "",
  headers: {},
  attachments: [],
  calendar: null,
  size: 5_000,
  unread: true,
  receivedAt: new Date("2026-03-07T12:00:00Z"),
  important: false,
  isKnownSender: false,
  answers: new Map(),
};
const file = (fileName: string, mimeType = "application/octet-stream", inline = false) => ({
  ...{ part: "2", fileName, mimeType, size: 10, contentId: null, inline },
});
let made = 0;
const rule = (parts: Partial<MatchedRuleContent>): MatchedRuleContent => ({
  ...{
    id: `rule-${++made}`,
    state: "on",
    mailboxIds: [],
    match: "all",
    when: [],
    unless: [],
    actions: [{ do: "star" }],
  },
  ...parts,
});
const hits = (condition: RuleCondition, mail: Partial<RuleMail> = {}) =>
  matchRules(compileRules([rule({ when: [condition] })]), { ...plain, ...mail }, now).matches.length === 1;
const text = (
  field: "from" | "to" | "cc" | "recipient" | "list" | "subject" | "body",
  how: string,
  ...values: string[]
) => ({ field, test: how, values }) as RuleCondition;

test.each<[string, RuleCondition, Partial<RuleMail>, boolean]>([
  ["accents and case do not matter", text("from", "contains", "MULLER"), {}, true],
  ["full-width letters are plain letters", text("subject", "contains", "quarterly report"), {}, true],
  ["line breaks are spaces", text("body", "contains", "the café notes"), {}, true],
  ["ß is ss", text("body", "contains", "strasse"), {}, true],
  ["one of several texts is enough", text("body", "contains", "nothing", "cafe"), {}, true],
  ["a whole address", text("from", "is", "zoe@mail.acme.test"), {}, true],
  ["a part is not the whole", text("from", "is", "zoe@mail"), {}, false],
  ["the beginning of a subject", text("subject", "begins", "re:"), {}, true],
  ["the end of an address", text("from", "ends", "@mail.acme.test"), {}, true],
  ["a domain with its subdomains", text("from", "domain", "acme.test"), {}, true],
  ["a domain with an at sign", text("from", "domain", "@Acme.test"), {}, true],
  ["a longer name is another domain", text("from", "domain", "me.test"), {}, false],
  [
    "a domain in a display name is not the sender's",
    text("from", "domain", "bank.test"),
    { from: { name: "x@bank.test", address: "a@evil.test" } },
    false,
  ],
  [
    "an address as a display name is not the sender's",
    text("from", "is", "boss@bank.test"),
    { from: { name: "boss@bank.test", address: "a@evil.test" } },
    false,
  ],
  ["To has no Cc", text("to", "contains", "team@"), {}, false],
  ["a recipient is To or Cc", text("recipient", "contains", "team@"), {}, true],
  ["the id of a list", text("list", "is", "dev.acme.test"), { headers: { listId: '"Dev" <dev.acme.test>' } }, true],
  ["the address of a list", text("list", "is", "dev@acme.test"), { headers: { listId: "<dev.acme.test>" } }, true],
  ["no list", text("list", "contains", "dev"), {}, false],
  ["signs of patterns are plain text", text("subject", "contains", ".*"), {}, false],
  [
    "words at the end of a long body",
    text("body", "contains", "final words"),
    { text: `${"so it goes ".repeat(8_000)}final\n  words` },
    true,
  ],
  ["a word of one letter", text("body", "contains", "5"), {}, true],
  ["words that only the HTML has", text("body", "contains", "hidden total"), { htmlText: "Hidden total" }, true],
  ["any attachment", { field: "attachment", type: "any" }, { attachments: [file("a.xyz")] }, true],
  [
    "a picture in the text is no attachment",
    { field: "attachment", type: "any" },
    { attachments: [file("a.png", "image/png", true)] },
    false,
  ],
  ["a PDF by its type", { field: "attachment", type: "pdf" }, { attachments: [file("x", "application/pdf")] }, true],
  ["a spreadsheet by its name", { field: "attachment", type: "spreadsheet" }, { attachments: [file("Jan.CSV")] }, true],
  ["larger", { field: "size", test: "over", kilobytes: 4 }, {}, true],
  ["smaller", { field: "size", test: "under", kilobytes: 4 }, {}, false],
  ["unread for three days", { field: "unreadDays", days: 3 }, {}, true],
  ["unread for four days", { field: "unreadDays", days: 4 }, {}, false],
  ["read mail is not unread", { field: "unreadDays", days: 1 }, { unread: false }, false],
  [
    "the language",
    { field: "language", languages: ["de", "en"] },
    { text: "Bitte prüfen Sie die Rechnung und melden Sie sich bei uns.", subject: "Frage zur Rechnung" },
    true,
  ],
  ["another language", { field: "language", languages: ["fr"] }, {}, false],
  [
    "marked as important by its sender",
    { field: "importance", important: true },
    { headers: { priority: "1 (Highest)" } },
    true,
  ],
  ["not important", { field: "importance", important: false }, {}, true],
  ["an unknown sender", { field: "knownSender", known: false }, {}, true],
  [
    "an answer of the assistant",
    { field: "assistant", question: "Is it a complaint?" },
    { answers: new Map([["Is it a complaint?", { isYes: true, reason: "It complains" }]]) },
    true,
  ],
  ["without an answer there is no hit", { field: "assistant", question: "Is it a complaint?" }, {}, false],
])("a condition about a mail: %s [RUL-01]", (_name, condition, mail, expected) => {
  expect(hits(condition, mail)).toBe(expected);
});

test.each<[string, Partial<RuleMail>, string]>([
  ["newsletter", { headers: { listUnsubscribe: "<https://l.test/u>" } }, "newsletter"],
  ["bulk mail", { headers: { precedence: "bulk" } }, "newsletter"],
  ["receipt", { subject: "Your receipt from Shop", text: "Total: $12.00" }, "receipt"],
  [
    "a receipt with the currency before its sum",
    { subject: "Receipt 4711", text: "Order total: EUR 45.10." },
    "receipt",
  ],
  [
    "a receipt with a way to unsubscribe",
    { subject: "Rechnung 17", text: "Summe 20,00 €", headers: { listUnsubscribe: "<x>" } },
    "receipt",
  ],
  [
    "words about an invoice without a price",
    { subject: "About the invoice meeting", text: "Let us talk." },
    "personal",
  ],
  ["invitation", { calendar: "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\n" }, "invitation"],
  ["answer to an invitation", { calendar: "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n" }, "calendar"],
  ["notification", { from: { name: "", address: "no-reply@tool.test" } }, "notification"],
  ["automatic reply", { headers: { autoSubmitted: "auto-replied" } }, "autoReply"],
  ["an old mark of automatic replies", { headers: { autoReply: "yes" } }, "autoReply"],
  [
    "cold mail",
    { text: "Just reaching out: book a demo? Reply and I will remove me from your list. Unsubscribe here." },
    "cold",
  ],
  [
    "cold mail without a way out",
    {
      subject: "Quick question about your pipeline",
      text: "I came across your company. We help companies like yours to book 30% more demos. Do you have 15 minutes?",
    },
    "cold",
  ],
  [
    "a buyer who wants a call",
    {
      subject: "Quick question",
      text: "I came across your company and wanted to reach out. Would you be open to a quick call about 500 boxes?",
    },
    "personal",
  ],
  [
    "the same from somebody known",
    { isKnownSender: true, text: "Just reaching out: book a demo? Unsubscribe" },
    "personal",
  ],
  ["written by a person", {}, "personal"],
])("the kind of a mail: %s [RUL-02]", (_name, mail, kind) => {
  expect([...kindsOf(foldMail({ ...plain, ...mail }))]).toEqual([kind]);
});

const isFrom = text("from", "contains", "acme");
const never = text("from", "contains", "nobody");

test("all or one of the conditions are needed, and one exception is enough to leave the mail alone [RUL-03]", () => {
  const match = (parts: Partial<MatchedRuleContent>) => matchRules(compileRules([rule(parts)]), plain, now).matches;
  expect(match({ when: [isFrom, never] })).toEqual([]);
  expect(match({ when: [isFrom, never], match: "any" })[0]?.hits).toEqual([{ condition: isFrom, value: "acme" }]);
  expect(match({ when: [isFrom], unless: [never] })).toHaveLength(1);
  expect(match({ when: [isFrom], unless: [never, isFrom] })).toEqual([]);
  expect(match({ when: [isFrom], mailboxIds: ["box-b"] })).toEqual([]);
});

test("rules run in their order, a rule that is on ends it with stop, and a mark counts for the rules after it [RUL-04]", () => {
  const important: RuleCondition = { field: "importance", important: true };
  const rules = [
    rule({ id: "1", when: [important] }),
    rule({ id: "2", when: [isFrom], actions: [{ do: "markImportant" }] }),
    rule({ id: "3", when: [important] }),
    rule({ id: "4", when: [isFrom], actions: [{ do: "stop" }], state: "watch" }),
    rule({ id: "5", when: [isFrom], actions: [{ do: "stop" }] }),
    rule({ id: "6", when: [isFrom] }),
  ];
  const { matches } = matchRules(compileRules(rules), plain, now);
  expect(matches.map((one) => one.rule.id)).toEqual(["2", "3", "4", "5"]);
});

test("the assistant is asked only if the other conditions leave it open [RUL-50]", () => {
  const question: RuleCondition = { field: "assistant", question: "Is it urgent?" };
  const ask = (parts: Partial<MatchedRuleContent>) => matchRules(compileRules([rule(parts)]), plain, now).questions;
  expect(ask({ when: [never, question] })).toEqual([]);
  expect(ask({ when: [isFrom, question] })).toEqual(["Is it urgent?"]);
  expect(ask({ when: [isFrom, question], match: "any" })).toEqual([]);
  expect(ask({ when: [isFrom], unless: [question] })).toEqual(["Is it urgent?"]);
  expect(ask({ when: [question], unless: [isFrom] })).toEqual([]);
});
