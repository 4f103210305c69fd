// Stops a rule that does harm or does not work, and tells its owner.
import { maxRuleMailsPerMinute } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import type { Tx } from "#db/fence.ts";
import { and, eq, inArray, sql } from "#db/orm.ts";
import { mailRules } from "#db/tables/mail-rules.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { addNotice } from "#features/auth/notices.ts";
import { type RuleRow, recordRule } from "../rule-rows.ts";

const maxFailures = 5;

/** Returns whether the rule has been paused, because it acts on too many mails. */
export async function pauseIfTooMany(tx: Tx, scope: Scope, rule: RuleRow): Promise<boolean> {
  const since = new Date(scope.now().getTime() - 60_000);
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(distinct mail_key)::int as n from mail_rule_runs
    where tenant_id = ${scope.tenantId} and user_id = ${scope.user.id} and rule_id = ${rule.id}
      and at > ${since.toISOString()}::timestamptz`);
  if ((rows[0]?.n ?? 0) < maxRuleMailsPerMinute) return false;
  await pauseRule(
    tx,
    scope,
    rule,
    t("It acted on more than {maxRuleMailsPerMinute} mails within a minute.", { maxRuleMailsPerMinute }),
  );
  return true;
}

/** Counts failed actions in a row. */
export async function noteOutcome(tx: Tx, scope: Scope, rule: RuleRow, outcome: string, error: string | undefined) {
  const isRule = and(eq(mailRules.tenantId, scope.tenantId), eq(mailRules.id, rule.id));
  if (outcome === "done" && rule.failures > 0) {
    await tx.update(mailRules).set({ failures: 0 }).where(isRule);
    rule.failures = 0;
  }
  if (outcome !== "failed") return;
  const [row] = await tx
    .update(mailRules)
    .set({ failures: sql`${mailRules.failures} + 1` })
    .where(isRule)
    .returning({ failures: mailRules.failures });
  rule.failures = row?.failures ?? 0;
  if (rule.failures >= maxFailures)
    await pauseRule(
      tx,
      scope,
      rule,
      t("Its actions failed {maxFailures} times in a row. The last time: {error}", {
        maxFailures,
        error: error ?? t("Unknown error"),
      }),
    );
}

/** Of two processes, the first one pauses it and tells its owner, or the administrators if it is the company's. */
export async function pauseRule(tx: Tx, scope: Scope, rule: RuleRow, reason: string) {
  const { tenantId } = scope;
  const paused = await tx
    .update(mailRules)
    .set({ state: "paused", pausedReason: reason, updatedAt: scope.now() })
    .where(and(eq(mailRules.tenantId, tenantId), eq(mailRules.id, rule.id), inArray(mailRules.state, ["on", "watch"])))
    .returning({ id: mailRules.id });
  if (paused.length === 0) return;
  rule.state = "paused";
  await recordRule(tx, scope, "mailRule.paused", rule, { reason });
  const owners = rule.userId === null ? await administratorsOf(tx, tenantId) : [rule.userId];
  for (const userId of owners)
    await addNotice(tx, scope, { tenantId, userId, kind: "rule-paused", reason: `${rule.name}: ${reason}` });
}

async function administratorsOf(tx: Tx, tenantId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.roleCode, "ADMIN"), eq(users.status, "Active")));
  return rows.map(({ id }) => id);
}
