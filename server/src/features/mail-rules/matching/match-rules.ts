import type { RuleHit } from "#db/tables/mail-rules.ts";
import { type FoldedMail, foldMail, type MatchedRuleContent, type RuleMail } from "#features/mail-facts/rule-mail.ts";
import type { CompiledCondition, CompiledRule } from "./compile-rules.ts";

export type RuleMatch<Rule extends MatchedRuleContent> = { rule: Rule; hits: RuleHit[] };

export type MatchOutcome<Rule extends MatchedRuleContent> = {
  /** In the order in which the rules run. */
  matches: RuleMatch<Rule>[];
  /** Questions that the assistant has to answer before the outcome is certain. */
  questions: string[];
};

/**
 * Finds the rules that fit a mail, in their order. A rule that is on and stops ends the search; one that only proposes does not. A
 * mark as important counts for the rules after it.
 */
export function matchRules<Rule extends MatchedRuleContent>(
  compiled: CompiledRule<Rule>[],
  given: RuleMail,
  now: Date,
): MatchOutcome<Rule> {
  const mail: RuleMail = { ...given };
  const folded = foldMail(mail);
  const matches: RuleMatch<Rule>[] = [];
  const questions = new Set<string>();
  for (const one of compiled) {
    const { rule } = one;
    if (rule.mailboxIds.length > 0 && !rule.mailboxIds.includes(mail.mailboxId)) continue;
    const result = judge(one, folded, now);
    if (result === undefined) for (const question of questionsOf(one, mail)) questions.add(question);
    if (!result) continue;
    matches.push({ rule, hits: result });
    if (rule.state === "watch") continue;
    if (rule.actions.some((action) => action.do === "markImportant")) mail.important = true;
    if (rule.actions.some((action) => action.do === "stop")) break;
  }
  return { matches, questions: [...questions] };
}

/** The conditions that hit, false if the rule does not fit, undefined if that depends on the assistant. */
function judge({ rule, when, unless }: CompiledRule, mail: FoldedMail, now: Date): RuleHit[] | false | undefined {
  const hits: RuleHit[] = [];
  let isUnknown = false;
  for (const one of when) {
    const result = one.test(mail, now);
    if (result.isTrue) hits.push(hitOf(one, result));
    else if (result.isTrue === undefined) isUnknown = true;
    else if (rule.match === "all") return false;
  }
  const isFulfilled = rule.match === "any" ? hits.length > 0 : !isUnknown;
  if (!isFulfilled && !isUnknown) return false;
  let isExceptionUnknown = false;
  for (const { test } of unless) {
    const { isTrue } = test(mail, now);
    if (isTrue) return false;
    if (isTrue === undefined) isExceptionUnknown = true;
  }
  return isFulfilled && !isExceptionUnknown ? hits : undefined;
}

const hitOf = ({ condition }: CompiledCondition, { value, reason }: { value?: string; reason?: string }): RuleHit => ({
  condition,
  ...(value !== undefined && { value }),
  ...(reason && { reason }),
});

const questionsOf = ({ when, unless }: CompiledRule, { answers }: RuleMail) =>
  [...when, ...unless].flatMap(({ condition }) =>
    condition.field === "assistant" && !answers.has(condition.question) ? condition.question : [],
  );
