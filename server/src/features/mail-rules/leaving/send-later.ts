// Sends the mail of a rule that had to wait for the hourly limit of its owner, or for the mailbox's server.
import { t } from "@intellibox/contract/text/t";
import type { Tx } from "#db/fence.ts";
import { and, eq } from "#db/orm.ts";
import { type mailRuleRuns, mailRules } from "#db/tables/mail-rules.ts";
import { readRuleMails } from "#features/mail-facts/read-rule-mails.ts";
import { applyAction } from "../running/apply-action.ts";
import { prepareAction, type RuleRunner } from "../running/prepare-action.ts";
import type { LaterResult } from "./call-webhook.ts";

type Run = typeof mailRuleRuns.$inferSelect;

export async function sendLater(
  runner: RuleRunner,
  { ruleId, messageId, action, actionIndex }: Run,
): Promise<LaterResult | ((tx: Tx) => Promise<LaterResult>)> {
  const { scope } = runner;
  const { mail, timeZone } = await scope.tx(async (tx) => {
    const [found] = await readRuleMails(tx, scope, [messageId]);
    const [rule] = await tx
      .select({ timeZone: mailRules.timeZone })
      .from(mailRules)
      .where(and(eq(mailRules.tenantId, scope.tenantId), eq(mailRules.id, ruleId)));
    return { mail: found, timeZone: rule?.timeZone ?? "UTC" };
  });
  if (!mail) return { outcome: "skipped", error: t("The mail is gone.") };
  const prepared = await prepareAction(runner, { rule: { id: ruleId, timeZone }, mail, action, index: actionIndex });
  if (prepared.kind === "later" && prepared.isTried) return { outcome: "retry", error: prepared.reason ?? "" };
  if (prepared.kind === "later")
    return { outcome: "wait", error: prepared.reason ?? "", seconds: prepared.afterSeconds ?? 60 };
  return async (tx) => {
    const { outcome, error = t("Unknown error") } = await applyAction(tx, runner, mail, prepared);
    return outcome === "done" ? { outcome } : { outcome: outcome === "skipped" ? "skipped" : "failed", error };
  };
}
