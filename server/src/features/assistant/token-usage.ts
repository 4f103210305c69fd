import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { gte, sql } from "#db/orm.ts";
import { ownPlanId } from "#db/plan-of.ts";
import { aiUsage, type usageKinds } from "#db/tables/ai-usage.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import type { ModelSettings } from "#features/ai-settings/ai-settings.ts";

export type UsageKind = (typeof usageKinds)[number];
type Usage = { tokensIn: number; tokensOut: number; durationMs: number; succeeded: boolean };

export async function recordUsage(
  tx: Tx,
  scope: Scope,
  kind: UsageKind,
  { provider, model }: Pick<ModelSettings, "provider" | "model">,
  usage: Usage,
) {
  await tx.insert(aiUsage).values({ tenantId: scope.tenantId, userId: scope.user.id, kind, provider, model, ...usage });
}

/** Refuses a call to a provider if the plan's token quota of this month is used up. The built-in engine has no quota. */
export async function refuseOverQuota(tx: Tx, scope: Scope) {
  const [plan] = await tx
    .select({ quota: plans.monthlyTokens, name: plans.name })
    .from(tenants)
    .innerJoin(plans, sql`${plans.id} = ${ownPlanId} and ${tenants.id} = ${scope.tenantId}`);
  if (plan?.quota == null) return;
  const now = scope.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const [used] = await tx
    .select({
      tokens: sql<number>`coalesce(sum(${aiUsage.tokensIn} + ${aiUsage.tokensOut}) filter (where ${aiUsage.provider} <> 'builtin'), 0)::float8`,
    })
    .from(aiUsage)
    .where(gte(aiUsage.at, month));
  if ((used?.tokens ?? 0) >= plan.quota) {
    throw new AppError(
      "quota_exceeded",
      `The ${plan.name} plan's ${plan.quota.toLocaleString("en-IN")} AI tokens of this month are used up.`,
    );
  }
}

/** Four characters a token, the providers' own rule of thumb for English. */
export const estimateTokens = (text: string) => Math.ceil(text.length / 4);
