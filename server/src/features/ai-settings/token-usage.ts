import type { AiProvider } from "@intellibox/contract/rules/ai-providers";
import { costOf } from "@intellibox/contract/rules/model-prices";
import { t } from "@intellibox/contract/text/t";
import { formatLocale } from "@intellibox/contract/text/translator";
import { AppError } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import type { Tx } from "#db/fence.ts";
import { and, gte, ne, sql } from "#db/orm.ts";
import { aiUsage, type usageKinds } from "#db/tables/ai-usage.ts";
import type { Scope } from "#scope.ts";
import type { DailyBudget, ModelSettings } from "./model-settings.ts";

export type UsageKind = (typeof usageKinds)[number];
/** The tokens that a plan allows in a month, and what providers used of them. */
export type TokenQuota = { plan: string; tokens: number; used: number };
/** `cost` is in US dollars. */
export type UsedTokens = { tokens: number; cost: number };
type Usage = { tokensIn: number; tokensOut: number; durationMs: number; succeeded: boolean };

/** Returns the id of the record, by which the answer can be rated. */
export async function recordUsage(
  tx: Tx,
  scope: Scope,
  kind: UsageKind,
  { provider, model }: Pick<ModelSettings, "provider" | "model">,
  usage: Usage,
): Promise<string> {
  const id = newId();
  await tx
    .insert(aiUsage)
    .values({ tenantId: scope.tenantId, id, userId: scope.user.id, kind, provider, model, ...usage });
  return id;
}

/** Refuses a call to a provider if the plan's token quota of this month is used up. The built-in engine has no quota. */
export function refuseOverQuota({ quota }: { quota: TokenQuota | null }, needed = 0) {
  if (!quota) return;
  const { plan, tokens, used } = quota;
  const left = tokens - used;
  if (left > 0 && left < needed)
    throw overQuota(
      t(
        "This text is long: reading it takes about {needed} AI tokens, and the {plan} plan's quota of this month has {left} left. Please try a shorter text.",
        { needed: grouped(needed), plan, left: grouped(left) },
      ),
    );
  if (left <= 0) {
    throw overQuota(
      t("The {plan} plan's {tokens} AI tokens of this month are used up.", {
        plan,
        tokens: tokens.toLocaleString(formatLocale()),
      }),
    );
  }
}

/** The tokens and the known cost of the company's providers since 00:00 UTC. */
export async function usedToday(tx: Tx, scope: Scope): Promise<UsedTokens> {
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
  return sumUsage(rows);
}

export type UsedModel = { provider: AiProvider; model: string; tokensIn: number; tokensOut: number };

/** A model whose price is not known adds nothing to the cost. */
export const sumUsage = (models: UsedModel[]): UsedTokens =>
  models.reduce(
    (sum, { provider, model, tokensIn, tokensOut }) => ({
      tokens: sum.tokens + tokensIn + tokensOut,
      cost: sum.cost + (costOf(provider, model, tokensIn, tokensOut) ?? 0),
    }),
    { tokens: 0, cost: 0 },
  );

/** An estimate of a task's use. `cost` is in US dollars. */
type Needed = { tokens?: number; cost?: number | undefined };

/** Refuses a call to a provider if a budget of this day is used up, or has too little left for what the task needs. A model whose price is not known counts for tokens only. */
export function refuseOverBudget(
  { usedToday: used }: { usedToday: UsedTokens },
  budgets: readonly DailyBudget[],
  now: Date,
  needed: Needed = {},
) {
  for (const { whose, tokens, cost } of budgets) {
    const limit =
      tokens !== null && used.tokens >= tokens
        ? t("{tokens} tokens", { tokens: grouped(tokens) })
        : cost !== null && used.cost >= cost
          ? inDollars(cost)
          : undefined;
    if (limit === undefined) {
      if (tokens !== null && tokens - used.tokens < (needed.tokens ?? 0))
        throw overQuota(
          t(
            "This text is long: reading it takes about {needed} AI tokens, and the daily AI budget has {left} left. Please try a shorter text.",
            { needed: grouped(needed.tokens ?? 0), left: grouped(tokens - used.tokens) },
          ),
        );
      if (cost !== null && cost - used.cost < (needed.cost ?? 0))
        throw overQuota(
          t(
            "This text is long: reading it costs about {needed}, and the daily AI budget has {left} left. Please try a shorter text.",
            { needed: inDollars(needed.cost ?? 0), left: inDollars(cost - used.cost) },
          ),
        );
      continue;
    }
    throw overQuota(
      whose === "owner"
        ? t(
            "The daily AI budget that the owner set for your company, {limit}, is used up. It starts again at 00:00 UTC.",
            { limit },
          )
        : t("The daily AI budget of your company, {limit}, is used up. It starts again at 00:00 UTC.", { limit }),
      Math.ceil((startOfDay(now).getTime() + dayMs - now.getTime()) / 1000),
    );
  }
}

const grouped = (count: number) => count.toLocaleString("en");
const inDollars = (cost: number) => `$${cost.toFixed(2)}`;

const overQuota = (message: string, retryAfter?: number) =>
  new AppError("quota_exceeded", message, retryAfter === undefined ? {} : { retryAfter });

const dayMs = 86_400_000;
export const startOfMonth = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
export const startOfDay = (now: Date) => new Date(Math.floor(now.getTime() / dayMs) * dayMs);

/** Four characters a token, the providers' own rule of thumb for English. */
export const estimateTokens = (text: string) => Math.ceil(text.length / 4);
