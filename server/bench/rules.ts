// How long it takes to match one mail against 100 rules, without questions to the assistant.

import type { MatchedRuleContent, RuleMail } from "#features/mail-facts/rule-mail.ts";
import { compileRules } from "#features/mail-rules/matching/compile-rules.ts";
import { matchRules } from "#features/mail-rules/matching/match-rules.ts";
import { type BenchRow, goalOf } from "./bench-row.ts";

const rounds = 300;
const goalMs = 1;

const rule = (at: number): MatchedRuleContent => ({
  ...{ id: String(at), state: "on", mailboxIds: [], match: "all", unless: [], actions: [{ do: "star" }] },
  when: [
    { field: "body", test: "contains", values: [`word${at}`, `phrase number ${at}`] },
    { field: "from", test: "domain", values: [`company${at}.test`] },
    { field: "kind", kinds: ["receipt", "newsletter"] },
    { field: "language", languages: ["de"] },
  ],
});

/** No condition fails early, so that every fact of the mail is found. */
const thorough = (at: number): MatchedRuleContent => ({ ...rule(at), match: "any" });

function mailOf(length: number, accents: boolean): RuleMail {
  const sentence = accents
    ? "Wir bitten um Prüfung der Größe für das Café. "
    : "Please check the size of the order for us. ";
  return {
    ...{ mailboxId: "box", cc: [], htmlText: "", headers: {}, attachments: [], calendar: null },
    from: { name: "Zoe", address: "zoe@company7.test" },
    to: [{ name: "Ana", address: "ana@example.test" }],
    subject: "About the order",
    text: sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length),
    ...{ size: length, unread: true, important: false, isKnownSender: false },
    receivedAt: new Date("2026-01-01T00:00:00Z"),
    answers: new Map(),
  };
}

export async function run(): Promise<BenchRow[]> {
  const now = new Date("2026-01-02T00:00:00Z");
  const rules = (make: (at: number) => MatchedRuleContent) =>
    compileRules(Array.from({ length: 100 }, (_, at) => make(at)));
  const [usual, all] = [rules(rule), rules(thorough)];
  const measure = (work: () => unknown) => {
    for (let at = 0; at < 50; at++) work();
    const before = process.cpuUsage();
    for (let at = 0; at < rounds; at++) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / rounds;
  };
  const row = (name: string, compiled: typeof usual, mail: RuleMail, hasGoal = true): BenchRow => {
    const value = measure(() => matchRules(compiled, mail, now));
    return { name, value, unit: "ms CPU", note: "one mail, 100 rules", ...(hasGoal && goalOf(value, goalMs)) };
  };
  return [
    row("mail of 5,000 characters", usual, mailOf(5_000, false)),
    row("mail of 5,000 characters with accents", usual, mailOf(5_000, true)),
    row("mail of 5,000 characters, all conditions", all, mailOf(5_000, false)),
    row("mail of 100,000 characters", usual, mailOf(100_000, false)),
    row("mail of 100,000 characters, all conditions", all, mailOf(100_000, false), false),
    row("mail of 100,000 characters with accents", usual, mailOf(100_000, true), false),
    { name: "preparing the rules", value: measure(() => rules(rule)), unit: "ms CPU", note: "once for up to 20 mails" },
  ];
}
