import type { MailRule } from "@intellibox/contract/endpoints/mail-rules";
import { may } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { conflict, forbidden, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq, isNull, or, sql } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { mailRules } from "#db/tables/mail-rules.ts";
import type { Scope } from "#scope.ts";
import { refuseKey } from "#features/api-keys/refuse-key.ts";
import { audit } from "#features/audit/audit.ts";

export type RuleRow = typeof mailRules.$inferSelect;

/** Row-level security has the same condition. Repeated here so that PostgreSQL uses the index. */
export const isVisible = ({ tenantId, user }: Scope) =>
  and(eq(mailRules.tenantId, tenantId), or(isNull(mailRules.userId), eq(mailRules.userId, user.id)));
export const isRule = (scope: Scope, id: string) => and(isVisible(scope), eq(mailRules.id, id));

/** All rules of the company and of the user, in the order in which they run. */
export const rulesInOrder = (tx: Tx, scope: Scope): Promise<RuleRow[]> =>
  tx
    .select()
    .from(mailRules)
    .where(and(isVisible(scope), isNull(mailRules.removedAt)))
    .orderBy(
      sql`${mailRules.userId} is not null`,
      asc(mailRules.position),
      asc(mailRules.createdAt),
      asc(mailRules.id),
    );

export async function findRule(tx: Tx, scope: Scope, id: string): Promise<RuleRow> {
  const rows = await tx
    .select()
    .from(mailRules)
    .where(and(isRule(scope, id), isNull(mailRules.removedAt)));
  return firstOr(rows, notFound(t("Rule not found")));
}

/** Locks a rule that the caller may change, if it still has the given version. */
export async function lockRule(tx: Tx, scope: Scope, id: string, basedOn?: number): Promise<RuleRow> {
  const rows = await tx
    .select()
    .from(mailRules)
    .where(and(isRule(scope, id), isNull(mailRules.removedAt)))
    .for("update");
  const row = firstOr(rows, notFound(t("Rule not found")));
  if (row.userId === null) refuseMember(scope);
  if (basedOn !== undefined && row.version !== basedOn)
    throw conflict(t("This rule was changed meanwhile. Open it again, and repeat your change."));
  return row;
}

export function refuseMember({ user }: Scope) {
  refuseKey({ user });
  if (!may(user.role, "admin")) throw forbidden(t("Only an administrator can change rules of the company."));
}

/** Lets the open pages of everybody who has the rule load it again. */
export const tellOfRules = (tx: Tx, { tenantId, publish }: Scope, userId: string | null) =>
  publish(tx, { tenantId, ...(userId !== null && { userId }) }, { kind: "mail-rules", data: {} });

/** Changes of rules are audited. Of a person's own rule without what it says: its name and conditions may tell of mail. */
export async function recordRule(tx: Tx, scope: Scope, action: string, row: RuleRow, changes = {}) {
  await tellOfRules(tx, scope, row.userId);
  const said = row.userId === null ? { targetName: row.name, changes } : { changes: { kind: "personal" } };
  await audit(tx, scope, { action, targetId: row.id, ...said });
}

type Use = { hits: number; lastHitAt: Date | null; proposals: number };
const hitDays = 30;

/** Counts the actions of each rule on the caller's mail. */
export async function usesOf(tx: Tx, scope: Scope): Promise<Map<string, Use>> {
  const since = new Date(scope.now().getTime() - hitDays * 86_400_000);
  const { rows } = await tx.execute<{ rule_id: string; hits: number; last: string | null; proposals: number }>(sql`
    select rule_id, count(distinct mail_key) filter (where at > ${since.toISOString()}::timestamptz)::int as hits,
      max(at) as last, count(distinct mail_key) filter (where outcome = 'proposed')::int as proposals
    from mail_rule_runs where tenant_id = ${scope.tenantId} and user_id = ${scope.user.id} group by rule_id`);
  return new Map(
    rows.map(({ rule_id, hits, last, proposals }) => [
      rule_id,
      { hits, proposals, lastHitAt: last ? new Date(last) : null },
    ]),
  );
}

export function presentRule(row: RuleRow, use: Use = { hits: 0, lastHitAt: null, proposals: 0 }): MailRule {
  const { id, name, mailboxIds, match, actions, state, pausedReason, position, version, updatedAt } = row;
  return {
    ...{ id, name, mailboxIds, match, actions, state, pausedReason, position, version, updatedAt },
    when: row.conditions,
    unless: row.exceptions,
    isShared: row.userId === null,
    ...use,
  };
}
