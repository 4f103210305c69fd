// Lists the actions that rules took on the caller's mail.
import type { QueryOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { mailRules as calls, RuleRun } from "@intellibox/contract/endpoints/mail-rules";
import { describeAction } from "@intellibox/contract/rules/describe-mail-rule";
import { ruleUndoDays } from "@intellibox/contract/rules/mail-rules";
import type { Tx } from "#db/fence.ts";
import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "#db/orm.ts";
import { pageBounds } from "#db/paging.ts";
import { mailRuleRuns, mailRules } from "#db/tables/mail-rules.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { findMessage } from "#features/inbox/read-message.ts";
import { templateNames } from "./template-names.ts";
import { reasonsOf } from "./words.ts";

export type RunRow = typeof mailRuleRuns.$inferSelect;

export const isOwnRun = ({ tenantId, user }: Scope) =>
  and(eq(mailRuleRuns.tenantId, tenantId), eq(mailRuleRuns.userId, user.id));

/** Whether the change of the mail can be undone. Mail that left cannot be called back, and an old change stays. */
export const canUndo = ({ outcome, before, at }: RunRow, now: Date) =>
  outcome === "done" && before !== null && now.getTime() - at.getTime() < ruleUndoDays * 86_400_000;

/** Rows for the reader, in their order. */
export async function presentRuns(tx: Tx, scope: Scope, rows: RunRow[]): Promise<RuleRun[]> {
  if (rows.length === 0) return [];
  const { tenantId } = scope;
  const ruleIds = [...new Set(rows.map(({ ruleId }) => ruleId))];
  const there = await tx
    .select({ id: mailRules.id })
    .from(mailRules)
    .where(and(eq(mailRules.tenantId, tenantId), inArray(mailRules.id, ruleIds), sql`${mailRules.removedAt} is null`));
  const rules = new Set(there.map(({ id }) => id));
  const messageIds = [...new Set(rows.map(({ messageId }) => messageId))];
  const found = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.tenantId, tenantId), eq(messages.userId, scope.user.id), inArray(messages.id, messageIds)));
  const kept = new Set(found.map(({ id }) => id));
  const names = await templateNames(
    tx,
    scope,
    rows.map(({ action }) => action),
  );
  const now = scope.now();
  return rows.map((row) => ({
    ...{ id: row.id, ruleName: row.ruleName, isShared: row.isShared, action: row.action },
    ...{ messageId: row.messageId, from: row.sender, subject: row.subject, date: row.date },
    ...{ outcome: row.outcome, error: row.error, at: row.at },
    ruleId: rules.has(row.ruleId) ? row.ruleId : null,
    mailboxId: kept.has(row.messageId) ? row.mailboxId : null,
    did: describeAction(row.action, row.action.do === "sendTemplate" ? names.get(row.action.templateId) : undefined),
    reasons: reasonsOf(row.hits),
    canUndo: canUndo(row, now) && kept.has(row.messageId),
  }));
}

const defaultLimit = 50;

export const listRuns = (
  scope: Scope,
  query: QueryOf<typeof calls.history>,
): Promise<ResponseOf<typeof calls.history>> =>
  scope.tx(async (tx) => {
    const { ruleId, mailboxId, outcome, from, to } = query;
    const where: SQL | undefined = and(
      isOwnRun(scope),
      ruleId ? eq(mailRuleRuns.ruleId, ruleId) : undefined,
      mailboxId ? eq(mailRuleRuns.mailboxId, mailboxId) : undefined,
      outcome ? eq(mailRuleRuns.outcome, outcome) : undefined,
      from ? gte(mailRuleRuns.at, from) : undefined,
      to ? lt(mailRuleRuns.at, to) : undefined,
    );
    const { limit, offset } = pageBounds({ limit: defaultLimit, ...query });
    const rows = await tx
      .select()
      .from(mailRuleRuns)
      .where(where)
      .orderBy(desc(mailRuleRuns.at), desc(mailRuleRuns.id))
      .limit(limit)
      .offset(offset);
    const [count] = await tx.select({ n: sql<number>`count(*)::int` }).from(mailRuleRuns).where(where);
    return { items: await presentRuns(tx, scope, rows), total: count?.n ?? 0 };
  });

/** Most that a reader looks through for one mail. */
const maxOfMessage = 200;

export const runsOfMessage = (scope: Scope, id: string): Promise<{ items: RuleRun[] }> =>
  scope.tx(async (tx) => {
    const rows = await tx
      .select()
      .from(mailRuleRuns)
      .where(and(isOwnRun(scope), eq(mailRuleRuns.messageId, id)))
      .orderBy(asc(mailRuleRuns.at), asc(mailRuleRuns.id))
      .limit(maxOfMessage);
    // The history stays when the mail is gone.
    if (rows.length === 0) await findMessage(tx, scope, id);
    return { items: await presentRuns(tx, scope, rows) };
  });
