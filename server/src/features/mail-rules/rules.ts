import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import type { mailRules as calls, MailRule } from "@intellibox/contract/endpoints/mail-rules";
import { maxRules } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { conflict, invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, gt, isNotNull, isNull, lt, sql } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { mailRules } from "#db/tables/mail-rules.ts";
import type { Scope } from "#scope.ts";
import { changesBetween } from "#features/audit/audit.ts";
import { refuseForbiddenActions, refuseForeignIds, settingsOf } from "./allowed-actions.ts";
import { refuseBadWebhooks } from "./leaving/check-webhooks.ts";
import {
  isRule,
  lockRule,
  presentRule,
  type RuleRow,
  recordRule,
  refuseMember,
  rulesInOrder,
  tellOfRules,
  usesOf,
} from "./rule-rows.ts";

export const listRules = (scope: Scope): Promise<ResponseOf<typeof calls.list>> =>
  scope.tx(async (tx) => {
    const [rows, uses, settings] = [
      await rulesInOrder(tx, scope),
      await usesOf(tx, scope),
      await settingsOf(tx, scope.tenantId),
    ];
    return { items: rows.map((row) => presentRule(row, uses.get(row.id))), settings };
  });

export async function createRule(scope: Scope, form: BodyOf<typeof calls.create>): Promise<MailRule> {
  await refuseBadWebhooks(scope, form.actions);
  return scope.tx(async (tx) => {
    const { isShared, state, timeZone = "UTC", ...content } = form;
    if (isShared) refuseMember(scope);
    await refuseForeignIds(tx, scope, content, isShared);
    if (state !== "off") await refuseForbiddenActions(tx, scope, content.actions);
    await refuseTooMany(tx, scope, isShared);
    const { tenantId, user } = scope;
    const now = scope.now();
    const inserted = await tx
      .insert(mailRules)
      .values({
        ...columnsOf(content),
        ...{ tenantId, userId: isShared ? null : user.id, state, timeZone },
        ...{ activeSince: now, createdAt: now, updatedAt: now },
        position: await nextPosition(tx, scope, isShared),
      })
      .returning();
    const row = only(inserted);
    await recordRule(tx, scope, "mailRule.created", row);
    return presentRule(row);
  });
}

export async function updateRule(
  scope: Scope,
  id: string,
  { basedOn, timeZone, ...content }: BodyOf<typeof calls.update>,
): Promise<MailRule> {
  await refuseBadWebhooks(scope, content.actions);
  return scope.tx(async (tx) => {
    const before = await lockRule(tx, scope, id, basedOn);
    await refuseForeignIds(tx, scope, content, before.userId === null);
    if (before.state !== "off") await refuseForbiddenActions(tx, scope, content.actions);
    const values = columnsOf(content);
    const now = scope.now();
    const changed = await tx
      .update(mailRules)
      .set({
        ...values,
        ...(timeZone && { timeZone }),
        // Mail that came before it was changed is not touched by itself.
        ...{ version: before.version + 1, updatedAt: now, activeSince: now, failures: 0 },
      })
      .where(isRule(scope, id))
      .returning();
    const row = only(changed);
    await recordRule(tx, scope, "mailRule.updated", row, changesBetween(before, values));
    return presentRule(row, (await usesOf(tx, scope)).get(id));
  });
}

export const setState = (scope: Scope, id: string, state: "off" | "watch" | "on"): Promise<MailRule> =>
  scope.tx(async (tx) => {
    const before = await lockRule(tx, scope, id);
    if (state !== "off") {
      // A mailbox or a template may be gone since it was saved.
      await refuseForeignIds(tx, scope, contentOf(before), before.userId === null);
      await refuseForbiddenActions(tx, scope, before.actions);
    }
    const isBegun = state !== "off" && before.state !== "on" && before.state !== "watch";
    const now = scope.now();
    const changed = await tx
      .update(mailRules)
      .set({ state, pausedReason: null, failures: 0, updatedAt: now, ...(isBegun && { activeSince: now }) })
      .where(isRule(scope, id))
      .returning();
    const row = only(changed);
    await recordRule(tx, scope, "mailRule.updated", row, { state: [before.state, state] });
    return presentRule(row, (await usesOf(tx, scope)).get(id));
  });

export const orderRules = (scope: Scope, { isShared, ids }: BodyOf<typeof calls.order>): Promise<{ ok: true }> =>
  scope.tx(async (tx) => {
    if (isShared) refuseMember(scope);
    const rows = await tx
      .select({ id: mailRules.id })
      .from(mailRules)
      .where(and(isOwnedBy(scope, isShared), isNull(mailRules.removedAt)))
      .orderBy(mailRules.id)
      .for("update");
    const known = new Set(rows.map(({ id }) => id));
    const named = new Set(ids);
    if (named.size !== ids.length) throw invalid(t("Name each rule once."));
    if (ids.some((id) => !known.has(id))) throw notFound(t("Rule not found"));
    if (named.size < known.size) throw conflict(t("The rules were changed meanwhile. Load them again."));
    await tx.execute(sql`
      update mail_rules r set position = given.position
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as given (id, position)
      where r.tenant_id = ${scope.tenantId} and r.id = given.id`);
    const [first] = isShared
      ? await tx
          .select()
          .from(mailRules)
          .where(isRule(scope, ids[0] ?? ""))
      : [];
    if (first) await recordRule(tx, scope, "mailRule.ordered", first);
    else await tellOfRules(tx, scope, scope.user.id);
    return { ok: true };
  });

/** How long a deleted rule can be restored. */
const restoreMs = 3600_000;
const oldest = (now: Date) => new Date(now.getTime() - restoreMs);

export const removeRule = (scope: Scope, id: string, basedOn: number): Promise<{ ok: true }> =>
  scope.tx(async (tx) => {
    const row = await lockRule(tx, scope, id, basedOn);
    await tx.update(mailRules).set({ removedAt: scope.now() }).where(isRule(scope, id));
    await recordRule(tx, scope, "mailRule.deleted", row);
    return { ok: true };
  });

export const restoreRule = (scope: Scope, id: string): Promise<MailRule> =>
  scope.tx(async (tx) => {
    const isRemoved = and(isRule(scope, id), gt(mailRules.removedAt, oldest(scope.now())));
    const row = firstOr(
      await tx.select().from(mailRules).where(isRemoved).for("update"),
      notFound(t("This rule cannot be restored any more.")),
    );
    if (row.userId === null) refuseMember(scope);
    await refuseTooMany(tx, scope, row.userId === null);
    const restored = only(
      await tx
        .update(mailRules)
        .set({ removedAt: null, activeSince: scope.now() })
        .where(isRule(scope, id))
        .returning(),
    );
    await recordRule(tx, scope, "mailRule.restored", restored);
    return presentRule(restored, (await usesOf(tx, scope)).get(id));
  });

/** Called every hour, as platform. */
export const purgeRules = (tx: Tx, now: Date) =>
  tx.delete(mailRules).where(and(isNotNull(mailRules.removedAt), lt(mailRules.removedAt, oldest(now))));

export const contentOf = ({ name, mailboxIds, match, conditions, exceptions, actions }: RuleRow): RuleContent => ({
  ...{ name, mailboxIds, match, actions },
  when: conditions,
  unless: exceptions,
});

function columnsOf({ when, unless, mailboxIds, ...content }: RuleContent) {
  const days = [...when, ...unless].flatMap((one) => (one.field === "unreadDays" ? one.days : []));
  return {
    ...content,
    mailboxIds: [...new Set(mailboxIds)],
    conditions: when,
    exceptions: unless,
    unreadDays: days.length > 0 ? Math.min(...days) : null,
  };
}

const isOwnedBy = ({ tenantId, user }: Scope, isShared: boolean) =>
  and(eq(mailRules.tenantId, tenantId), isShared ? isNull(mailRules.userId) : eq(mailRules.userId, user.id));

/** Two calls at the same time may pass this by one; the limit only bounds the work. */
async function refuseTooMany(tx: Tx, scope: Scope, isShared: boolean) {
  const rows = await tx
    .select({ id: mailRules.id })
    .from(mailRules)
    .where(and(isOwnedBy(scope, isShared), isNull(mailRules.removedAt)))
    .limit(maxRules);
  if (rows.length >= maxRules)
    throw conflict(t("There are {maxRules} rules already. Delete one that is not used any more.", { maxRules }));
}

async function nextPosition(tx: Tx, scope: Scope, isShared: boolean): Promise<number> {
  const rows = await tx
    .select({ last: sql<number | null>`max(${mailRules.position})` })
    .from(mailRules)
    .where(isOwnedBy(scope, isShared));
  return (rows[0]?.last ?? 0) + 1;
}
