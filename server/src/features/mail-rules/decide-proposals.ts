import type { BodyOf } from "@intellibox/contract/endpoint";
import type { mailRules as calls } from "@intellibox/contract/endpoints/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import { and, asc, eq, inArray } from "#db/orm.ts";
import { mailRuleRuns, mailRules } from "#db/tables/mail-rules.ts";
import type { Scope } from "#scope.ts";
import { readRuleMails } from "#features/mail-facts/read-rule-mails.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";
import { settingsOf } from "./allowed-actions.ts";
import { isOwnRun, type RunRow } from "./history.ts";
import { tellOfRules } from "./rule-rows.ts";
import { applyAction } from "./running/apply-action.ts";
import { lockFor, storeResult } from "./running/carry-out.ts";
import { prepareAction, type RuleRunner } from "./running/prepare-action.ts";
import { wakeOwnRules } from "./wake-own-rules.ts";

/** The most proposals that one call decides. */
const maxDecided = 500;

/** Applies or dismisses what rules propose. */
export async function decideProposals(
  scope: Scope,
  outbound: OutboundSender,
  { apply, runIds, ruleId }: BodyOf<typeof calls.decide>,
): Promise<{ decided: number }> {
  if (!runIds?.length && !ruleId) throw invalid(t("Choose at least one proposal."));
  const isChosen = and(
    isOwnRun(scope),
    eq(mailRuleRuns.outcome, "proposed"),
    runIds?.length ? inArray(mailRuleRuns.id, runIds) : undefined,
    ruleId ? eq(mailRuleRuns.ruleId, ruleId) : undefined,
  );
  if (!apply) {
    return scope.tx(async (tx) => {
      const dismissed = await tx
        .update(mailRuleRuns)
        .set({ outcome: "dismissed" })
        .where(isChosen)
        .returning({ id: mailRuleRuns.id });
      await tellOfRules(tx, scope, scope.user.id);
      return { decided: dismissed.length };
    });
  }
  const { rows, settings } = await scope.tx(async (tx) => ({
    settings: await settingsOf(tx, scope.tenantId),
    rows: await tx
      .select()
      .from(mailRuleRuns)
      .where(isChosen)
      .orderBy(asc(mailRuleRuns.at), asc(mailRuleRuns.messageId), asc(mailRuleRuns.actionIndex))
      .limit(maxDecided),
  }));
  const runner: RuleRunner = { scope, outbound, settings };
  let decided = 0;
  for (const row of rows) if (await applyProposal(runner, row)) decided++;
  if (decided > 0) {
    await outbound.drain(scope.tenantId);
    await wakeOwnRules(scope);
  }
  return { decided };
}

/** False if it was decided meanwhile. */
async function applyProposal(runner: RuleRunner, row: RunRow): Promise<boolean> {
  const { scope } = runner;
  const { mail, rule } = await scope.tx(async (tx) => {
    const [found] = await readRuleMails(tx, scope, [row.messageId]);
    const [known] = await tx
      .select({ timeZone: mailRules.timeZone })
      .from(mailRules)
      .where(and(eq(mailRules.tenantId, scope.tenantId), eq(mailRules.id, row.ruleId)));
    return { mail: found, rule: { id: row.ruleId, timeZone: known?.timeZone ?? "UTC" } };
  });
  const prepared = mail && (await prepareAction(runner, { rule, mail, action: row.action, index: row.actionIndex }));
  return scope.tx(async (tx) => {
    if (prepared) await lockFor(tx, scope, row, [{ prepared }]);
    const [open] = await tx
      .select({ id: mailRuleRuns.id })
      .from(mailRuleRuns)
      .where(and(isOwnRun(scope), eq(mailRuleRuns.id, row.id), eq(mailRuleRuns.outcome, "proposed")))
      .for("update");
    if (!open) return false;
    const result =
      mail && prepared
        ? await applyAction(tx, runner, mail, prepared)
        : { outcome: "skipped" as const, error: t("The mail is gone.") };
    await storeResult(tx, scope, row.id, result);
    await scope.publish(tx, mailboxOwner(scope), {
      kind: "messages",
      data: { action: "rules", mailbox: row.mailboxId },
    });
    return true;
  });
}
