import { gte, sql } from "drizzle-orm";
import { AppError, outsideFailed } from "#lib/errors.ts";
import { threaded } from "#lib/threads.ts";
import type { Tx } from "#db/fence.ts";
import { ownPlanId } from "#db/plan-of.ts";
import { aiUsage, type usageKinds } from "#db/tables/ai-usage.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import { ModelError } from "#outside/models/model.ts";
import type { Emit } from "#http/route.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { type ModelSettings, modelSettingsOf } from "#features/ai-settings/ai-settings.ts";
import { tooLong } from "./builtin.ts";
import { unmasking } from "./mask-secrets.ts";
import { repairPrompt, systemFor } from "./prompts.ts";
import type { Warning } from "./untrusted.ts";

/** What is wanted, twice: as a prompt for models elsewhere, and as a function of the built-in engine. */
export type ModelTask<T> = {
  kind: (typeof usageKinds)[number];
  prompt: string;
  /** Makes something of the answer; throws `Unreadable` where it cannot. */
  read(answer: string): T;
  builtin(): T | Promise<T>;
  /** What of a finished answer is shown piece by piece. */
  shown(value: T): string;
  /** The same for an answer that is still being written; without it only the finished one is shown. */
  streamed?: (emit: Emit) => Emit;
  warnings?: Warning[];
};

const maskInThread = threaded<typeof import("./mask-secrets.ts")>(new URL("./mask-secrets.ts", import.meta.url));

/** The model's answer was not in the form asked for. */
export class Unreadable extends Error {}

export type Written = {
  tokens: number;
  durationMs: number;
  provider: ModelSettings["provider"];
  model: string;
  fallback?: string;
  warnings: Warning[];
};

type Outcome<T> = { value: T; tokensIn: number; tokensOut: number };

/**
 * Settings → model → answer, with its cost on record. Where a provider fails the built-in engine answers and the answer says so,
 * unless the operator or the company wants the error instead.
 */
export async function ask<T extends object>(scope: Scope, wish: ModelTask<T>, emit?: Emit): Promise<T & Written> {
  const started = performance.now();
  const settings = await scope.tx(async (tx) => {
    const chosen = await modelSettingsOf(tx, scope);
    if (chosen.provider !== "builtin") await refuseOverCap(tx, scope);
    return chosen;
  });
  const warnings = wish.warnings ?? [];
  if (settings.provider === "builtin") return { ...(await byBuiltin(scope, wish, emit)), warnings };
  try {
    return { ...(await byModel(scope, settings, wish, emit)), warnings };
  } catch (error) {
    if (!(error instanceof ModelError) || error.fault === "cancelled") throw error;
    scope.log.warn({ fault: error.fault, provider: settings.provider }, "a model failed");
    const reason = `Provider returned an error. ${error.message}`;
    if (!settings.fallback || !scope.config.aiFallback) throw outsideFailed(reason, error);
    const answer = await byBuiltin(scope, wish, emit);
    // What the user waited for, the failed provider included.
    return { ...answer, durationMs: since(started), fallback: reason, warnings };
  }
}

async function byBuiltin<T extends object>(scope: Scope, wish: ModelTask<T>, emit?: Emit) {
  const started = performance.now();
  const value = await wish.builtin();
  const shown = wish.shown(value);
  for (const piece of shown.match(/\S+\s*|\s+/g) ?? []) emit?.(piece);
  const cost = { tokensIn: estimateTokens(wish.prompt), tokensOut: estimateTokens(shown) };
  return finish(scope, wish, { provider: "builtin", model: "builtin" }, { value, ...cost }, started);
}

async function byModel<T extends object>(scope: Scope, settings: ModelSettings, wish: ModelTask<T>, emit?: Emit) {
  const started = performance.now();
  try {
    const outcome = await answerOf(scope, settings, wish, emit);
    return await finish(scope, wish, settings, outcome, started);
  } catch (error) {
    const { tokensIn, tokensOut } = { tokensIn: estimateTokens(wish.prompt), tokensOut: 0 };
    await scope.tx((tx) =>
      record(tx, scope, wish.kind, settings, { tokensIn, tokensOut, durationMs: since(started), succeeded: false }),
    );
    throw error;
  }
}

async function answerOf<T extends object>(
  scope: Scope,
  settings: ModelSettings,
  wish: ModelTask<T>,
  emit?: Emit,
): Promise<Outcome<T>> {
  const { provider, systemPrompt, fallback: _, ...rest } = settings;
  if (provider === "builtin") throw new Error("The built-in engine is not asked by prompt");
  const model = scope.outside.models.open(scope.tenantId, { ...rest, provider });
  const masked = await maskInThread("maskSecrets", [wish.prompt], { owner: ownerOf(scope) }).catch(tooLong);
  const mask = unmasking(masked);
  const system = systemFor(systemPrompt);
  const prompt = masked.hidden;

  const restorer = mask.restorer();
  const show = emit && wish.streamed?.(emit);
  const onText = show && ((piece: string) => show(restorer.piece(piece)));
  const first = await model.answer({ system, prompt }, { signal: scope.signal, onText });
  show?.(restorer.end());
  try {
    return { ...first, value: wish.read(mask.restore(first.text)) };
  } catch (problem) {
    if (!(problem instanceof Unreadable)) throw problem;
    const second = await model.answer(
      { system, prompt: repairPrompt(prompt, first.text, problem.message) },
      { signal: scope.signal },
    );
    const cost = { tokensIn: first.tokensIn + second.tokensIn, tokensOut: first.tokensOut + second.tokensOut };
    return { ...cost, value: readRepaired(wish, mask.restore(second.text)) };
  }
}

function readRepaired<T>(wish: ModelTask<T>, text: string) {
  try {
    return wish.read(text);
  } catch (cause) {
    if (cause instanceof Unreadable)
      throw new ModelError("bad_answer", "Its answer could not be read, twice.", { cause });
    throw cause;
  }
}

async function finish<T extends object>(
  scope: Scope,
  wish: ModelTask<T>,
  { provider, model }: Pick<ModelSettings, "provider" | "model">,
  { value, tokensIn, tokensOut }: Outcome<T>,
  started: number,
) {
  const durationMs = since(started);
  await scope.tx((tx) =>
    record(tx, scope, wish.kind, { provider, model }, { tokensIn, tokensOut, durationMs, succeeded: true }),
  );
  return { ...value, tokens: tokensIn + tokensOut, durationMs, provider, model };
}

type Cost = { tokensIn: number; tokensOut: number; durationMs: number; succeeded: boolean };

export async function record(
  tx: Tx,
  scope: Scope,
  kind: ModelTask<unknown>["kind"],
  { provider, model }: Pick<ModelSettings, "provider" | "model">,
  cost: Cost,
) {
  await tx.insert(aiUsage).values({ tenantId: scope.tenantId, userId: scope.user.id, kind, provider, model, ...cost });
}

/** A plan may cap the tokens of a month. The built-in engine costs nothing and is never refused. */
async function refuseOverCap(tx: Tx, scope: Scope) {
  const [plan] = await tx
    .select({ cap: plans.monthlyTokens, name: plans.name })
    .from(tenants)
    .innerJoin(plans, sql`${plans.id} = ${ownPlanId} and ${tenants.id} = ${scope.tenantId}`);
  if (plan?.cap == null) return;
  const now = scope.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const [used] = await tx
    .select({
      tokens: sql<number>`coalesce(sum(${aiUsage.tokensIn} + ${aiUsage.tokensOut}) filter (where ${aiUsage.provider} <> 'builtin'), 0)::float8`,
    })
    .from(aiUsage)
    .where(gte(aiUsage.at, month));
  if ((used?.tokens ?? 0) >= plan.cap) {
    throw new AppError(
      "quota_exceeded",
      `The ${plan.name} plan's ${plan.cap.toLocaleString("en-IN")} AI tokens of this month are used up.`,
    );
  }
}

const since = (started: number) => Math.round(performance.now() - started);
/** What is not counted by a provider is estimated as they do: four characters a token. */
const estimateTokens = (text: string) => Math.ceil(text.length / 4);
