// Shows what a rule would do with the newest mails. Nothing is changed.
import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { mailRules as calls, TriedMail } from "@intellibox/contract/endpoints/mail-rules";
import { describeAction } from "@intellibox/contract/rules/describe-mail-rule";
import type { Scope } from "#scope.ts";
import { newestIds, readRuleMails, type StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";
import { refuseForeignIds } from "./allowed-actions.ts";
import { answerQuestions } from "./assistant/answer-questions.ts";
import { compileRules } from "./matching/compile-rules.ts";
import { matchRules } from "./matching/match-rules.ts";
import { templateNames } from "./template-names.ts";
import { reasonsOf, senderText } from "./words.ts";

const batchSize = 50;
/** A trial that takes longer tells what it has found. */
const deadlineMs = 15_000;
/** Mails that the assistant judges in one trial. */
const maxJudged = 60;

type Answer = ResponseOf<typeof calls.tryOut>;

export async function tryRule(scope: Scope, { rule, limit }: BodyOf<typeof calls.tryOut>): Promise<Answer> {
  const [compiled] = compileRules([{ ...rule, id: "", state: "on" as const }]);
  if (!compiled) throw new Error("A rule was lost");
  const endsAt = performance.now() + deadlineMs;
  const ids = await scope.tx(async (tx) => {
    await refuseForeignIds(tx, scope, rule, false);
    return newestIds(tx, scope, limit);
  });
  const names = await scope.tx((tx) => templateNames(tx, scope, rule.actions));
  const actions = rule.actions.map((action) =>
    describeAction(action, action.do === "sendTemplate" ? names.get(action.templateId) : undefined),
  );
  const answer: Answer = { tried: 0, hits: [], notJudged: 0 };
  let judged = 0;
  for (let at = 0; at < ids.length && performance.now() < endsAt && !scope.signal.aborted; at += batchSize) {
    const mails = await scope.tx((tx) => readRuleMails(tx, scope, ids.slice(at, at + batchSize)));
    const results = mails.map((mail) => ({ mail, ...matchRules([compiled], mail, scope.now()) }));
    const open = results.filter(({ questions }) => questions.length > 0);
    const asked = open.slice(0, maxJudged - judged);
    judged += asked.length;
    const answered = await answerQuestions(
      scope,
      asked.map(({ mail, questions }) => ({ mail, questions })),
    );
    for (const { mail, matches, questions } of results) {
      answer.tried++;
      const answers = answered.get(mail.id);
      const isOpen = questions.length > 0 && !answers;
      if (isOpen) answer.notJudged++;
      const [match] = answers ? matchRules([compiled], { ...mail, answers }, scope.now()).matches : matches;
      if (match) answer.hits.push({ ...shownOf(mail), reasons: reasonsOf(match.hits), actions });
    }
  }
  return answer;
}

export const shownOf = (mail: StoredRuleMail): Omit<TriedMail, "reasons" | "actions"> => ({
  messageId: mail.id,
  mailboxId: mail.mailboxId,
  from: senderText(mail.from),
  subject: mail.subject,
  date: mail.date,
});
