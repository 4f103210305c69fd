// Runs a rule when its owner asks for it, on chosen mails or on the newest.
import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { mailRules as calls } from "@intellibox/contract/endpoints/mail-rules";
import { maxTriedMails } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import { and, desc, inArray } from "#db/orm.ts";
import { mailRuleRuns } from "#db/tables/mail-rules.ts";
import type { Scope } from "#scope.ts";
import { newestIds, readRuleMails } from "#features/mail-facts/read-rule-mails.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";
import { refuseForbiddenActions, settingsOf } from "./allowed-actions.ts";
import { answerQuestions } from "./assistant/answer-questions.ts";
import { isOwnRun, presentRuns } from "./history.ts";
import { compileRules } from "./matching/compile-rules.ts";
import { matchRules } from "./matching/match-rules.ts";
import { findRule } from "./rule-rows.ts";
import { carryOut } from "./running/carry-out.ts";
import { asMatched } from "./running/matched-row.ts";
import type { RuleRunner } from "./running/prepare-action.ts";
import { wakeOwnRules } from "./wake-own-rules.ts";

const batchSize = 50;
/** A run that takes longer ends with what it has done. */
const deadlineMs = 25_000;
const maxShown = 100;

type Answer = ResponseOf<typeof calls.run>;

export async function runNow(
  scope: Scope,
  outbound: OutboundSender,
  id: string,
  { messageIds, newest }: BodyOf<typeof calls.run>,
): Promise<Answer> {
  const endsAt = performance.now() + deadlineMs;
  const { rule, settings, ids } = await scope.tx(async (tx) => {
    const row = await findRule(tx, scope, id);
    await refuseForbiddenActions(tx, scope, row.actions);
    return {
      rule: row,
      settings: await settingsOf(tx, scope.tenantId),
      ids: messageIds ? [...new Set(messageIds)] : await newestIds(tx, scope, newest ?? maxTriedMails),
    };
  });
  const runner: RuleRunner = { scope, outbound, settings };
  // The rule is run as if it were on, in any state.
  const compiled = compileRules([asMatched({ ...rule, state: "on" })]);
  const answer: Answer = { tried: 0, hits: 0, runs: [] };
  const runIds: string[] = [];
  const asked = { sent: false, later: false };
  for (let at = 0; at < ids.length && performance.now() < endsAt && !scope.signal.aborted; at += batchSize) {
    const mails = await scope.tx((tx) => readRuleMails(tx, scope, ids.slice(at, at + batchSize)));
    if (messageIds && mails.length < Math.min(batchSize, ids.length - at)) throw notFound(t("Message not found"));
    const open = mails.flatMap((mail) => {
      const { questions } = matchRules(compiled, mail, scope.now());
      return questions.length > 0 ? [{ mail, questions }] : [];
    });
    const answers = await answerQuestions(scope, open);
    for (const mail of mails) {
      answer.tried++;
      const known = { ...mail, answers: answers.get(mail.id) ?? new Map() };
      const [match] = matchRules(compiled, known, scope.now()).matches;
      if (!match) continue;
      answer.hits++;
      const work = [{ rule: { ...rule }, hits: match.hits }];
      const done = await carryOut(runner, mail, work, { isOurs: async () => true, isAsked: true });
      runIds.push(...done.runIds);
      asked.sent ||= done.sent;
      asked.later ||= done.hasLater;
    }
  }
  if (asked.sent) await outbound.drain(scope.tenantId);
  if (asked.later) await wakeOwnRules(scope);
  answer.runs = await scope.tx(async (tx) => {
    const shown = runIds.slice(0, maxShown);
    if (shown.length === 0) return [];
    const rows = await tx
      .select()
      .from(mailRuleRuns)
      .where(and(isOwnRun(scope), inArray(mailRuleRuns.id, shown)))
      .orderBy(desc(mailRuleRuns.at), desc(mailRuleRuns.id));
    return presentRuns(tx, scope, rows);
  });
  return answer;
}
