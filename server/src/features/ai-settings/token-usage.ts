import { costOf } from "@intellibox/contract/rules/model-prices";
import { AppError } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, gte, ne, sql } from "#db/orm.ts";
import { ownPlanId } from "#db/plan-of.ts";
import { aiUsage, type usageKinds } from "#db/tables/ai-usage.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope } from "#scope.ts";
import type { DailyBudget, ModelSettings } from "./model-settings.ts";

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
export async function refuseOverQuota(tx: Tx, scope: Scope, needed = 0) {
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
  const left = plan.quota - (used?.tokens ?? 0);
  if (left > 0 && left < needed)
    throw tooLong(inTokens(needed), grouped(left), `the ${plan.name} plan's quota of this month`);
  if (left <= 0) {
    throw new AppError(
      "quota_exceeded",
      `The ${plan.name} plan's ${plan.quota.toLocaleString("en-IN")} AI tokens of this month are used up.`,
    );
  }
}

/** The tokens and the known cost of the company's providers since 00:00 UTC. */
export async function usedToday(tx: Tx, scope: Scope): Promise<{ tokens: number; cost: number }> {
  const rows = await tx
    .select({
      provider: aiUsage.provider,
      model: aiUsage.model,
      tokensIn: sql<number>`sum(${aiUsage.tokensIn})::float8`,
      tokensOut: sql<number>`sum(${aiUsage.tokensOut})::float8`,
    })
    .from(aiUsage)
    .where(and(gte(aiUsage.at, startOfDay(scope.now())), ne(aiUsage.provider, "builtin")))
    .groupBy(aiUsage.provider, aiUsage.model);
  return rows.reduce(
    (sum, { provider, model, tokensIn, tokensOut }) => ({
      tokens: sum.tokens + tokensIn + tokensOut,
      cost: sum.cost + (costOf(provider, model, tokensIn, tokensOut) ?? 0),
    }),
    { tokens: 0, cost: 0 },
  );
}

/** What a task is expected to take. `cost` is in US dollars. */
type Needed = { tokens?: number; cost?: number | undefined };

/** Refuses a call to a provider if a budget of this day is used up, or has too little left for what the task needs. A model whose price is not known counts for tokens only. */
export async function refuseOverBudget(tx: Tx, scope: Scope, budgets: readonly DailyBudget[], needed: Needed = {}) {
  if (budgets.length === 0) return;
  const used = await usedToday(tx, scope);
  for (const { whose, tokens, cost } of budgets) {
    const limit =
      tokens !== null && used.tokens >= tokens
        ? `${tokens.toLocaleString("en")} tokens`
        : cost !== null && used.cost >= cost
          ? `$${cost.toFixed(2)}`
          : undefined;
    if (limit === undefined) {
      if (tokens !== null && tokens - used.tokens < (needed.tokens ?? 0))
        throw tooLong(inTokens(needed.tokens ?? 0), grouped(tokens - used.tokens), dailyBudget);
      if (cost !== null && cost - used.cost < (needed.cost ?? 0))
        throw tooLong(inDollars(needed.cost ?? 0), `$${(cost - used.cost).toFixed(2)}`, dailyBudget);
      continue;
    }
    const setBy = whose === "owner" ? "that the owner set for your company" : "of your company";
    throw new AppError(
      "quota_exceeded",
      `The daily AI budget ${setBy}, ${limit}, is used up. It starts again at 00:00 UTC.`,
      { retryAfter: Math.ceil((startOfDay(scope.now()).getTime() + dayMs - scope.now().getTime()) / 1000) },
    );
  }
}

const dailyBudget = "the daily AI budget";
const grouped = (count: number) => count.toLocaleString("en");
const inTokens = (tokens: number) => `takes about ${grouped(tokens)} AI tokens`;
const inDollars = (cost: number) => `costs about $${cost.toFixed(2)}`;

const tooLong = (needed: string, left: string, limit: string) =>
  new AppError(
    "quota_exceeded",
    `This text is long: reading it ${needed}, and ${limit} has ${left} left. Please try a shorter text.`,
  );

const dayMs = 86_400_000;
const startOfDay = (now: Date) => new Date(Math.floor(now.getTime() / dayMs) * dayMs);

/** Four characters a token, the providers' own rule of thumb for English. */
export const estimateTokens = (text: string) => Math.ceil(text.length / 4);
