import type { ModelWork } from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import { modelTasks } from "#lib/counters.ts";
import { AppError, outsideFailed } from "#lib/errors.ts";
import { ModelError } from "#outside/models/text-model.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { type ModelSettings, modelSettingsIn } from "#features/ai-settings/model-settings.ts";
import { findTaskFacts, type TaskFacts } from "#features/ai-settings/task-facts.ts";
import {
  estimateTokens,
  recordUsage,
  refuseOverBudget,
  refuseOverQuota,
  type UsageKind,
} from "#features/ai-settings/token-usage.ts";
import { showsIn } from "./answers/planted.ts";
import { openBuiltinModel } from "./builtin-model.ts";
import type { AnswerOptions, Model, ModelTask, ResultOf } from "./model.ts";
import { roomFor } from "./parts/known-window.ts";
import { readingEstimate } from "./parts/reading-estimate.ts";
import { openProviderModel } from "./provider-model.ts";
import { textFormatOf } from "./text-format-of.ts";
import type { Warning } from "./untrusted.ts";

/** How a task was done. `fallback` is the reason why the built-in engine answered in place of the provider. */
export type TaskReport = {
  /** Identifies the answer, to rate it. */
  usageId: string;
  tokens: number;
  durationMs: number;
  provider: ModelSettings["provider"];
  model: string;
  fallback?: string;
  warnings: Warning[];
};

type TaskKind = Exclude<UsageKind, "embed">;

type RunOptions<Task> = {
  /** Begun before the task was prepared, if preparing it takes time. */
  facts?: Promise<TaskFacts>;
  kind: TaskKind;
  warnings?: Warning[];
  emit?: Emit | undefined;
  /** The built-in engine cannot do the task. It is refused without a provider, and a provider's failure is an error. */
  needsProvider?: boolean;
  /** The task without the sentences of the mail that give the assistant orders; for companies that leave them out of prompts. */
  withoutSuspects?: (task: Task) => Task;
};

/**
 * Runs a task on the tenant's model and records its usage. If a provider fails, the built-in engine answers and the report
 * says so, unless the operator or the company prefers the error.
 */
export async function runModelTask<Task extends ModelTask>(
  scope: Scope,
  given: Task | Promise<Task>,
  { facts = findTaskFacts(scope), kind, warnings = [], emit, withoutSuspects, needsProvider = false }: RunOptions<Task>,
): Promise<ResultOf<Task> & TaskReport> {
  const started = performance.now();
  const known = await facts;
  const settings = modelSettingsIn(known, scope, workOf[kind]);
  if (needsProvider && settings.provider === "builtin") throw modelRequired();
  if (settings.provider !== "builtin") {
    refuseOverQuota(known);
    refuseOverBudget(known, settings.budgets, scope.now());
  }
  const task = await given;
  const isLeftOut = settings.suspects === "leave-out" && settings.provider !== "builtin";
  const asked = isLeftOut && withoutSuspects ? withoutSuspects(task) : task;
  const room = await roomFor(scope, settings, asked);
  refuseCostlyReading(scope, known, { settings, task: asked, room });
  const count = (outcome: "answered" | "failed" | "fallback") =>
    modelTasks.inc({ provider: settings.provider, outcome });
  try {
    const answer = await runMetered(scope, settings, asked, kind, {
      emit,
      suspects: isLeftOut ? [] : suspectsIn(warnings),
      room,
    });
    count("answered");
    return { ...answer, warnings: [...compared(warnings, task, answer), ...answer.warnings] };
  } catch (error) {
    if (!(error instanceof ModelError) || error.fault === "cancelled") throw error;
    scope.log.warn({ fault: error.fault, provider: settings.provider }, "a model failed");
    const reason = t("Provider returned an error. {reason}", { reason: error.message });
    const mayFallBack = settings.fallback && scope.config.aiFallback && !needsProvider;
    count(mayFallBack ? "fallback" : "failed");
    if (!mayFallBack) throw outsideFailed(reason, error);
    // The engine's text replaces what the provider wrote before it failed.
    emit?.reset();
    const builtin = { ...settings, provider: "builtin", model: "builtin" } as const;
    const answer = await runMetered(scope, builtin, task, kind, { emit });
    // The user also waited for the provider that failed.
    return { ...answer, durationMs: since(started), fallback: reason, warnings: compared(warnings, task, answer) };
  }
}

const modelRequired = () =>
  new AppError("model_required", t("This needs an AI model, and your company has connected none."));

/** A long text costs much: quota and budgets must have room for all of it before the first call. */
function refuseCostlyReading(
  scope: Scope,
  facts: TaskFacts,
  { settings, task, room }: { settings: ModelSettings; task: ModelTask; room: number },
) {
  if (settings.provider === "builtin") return;
  const needed = readingEstimate(task, settings, room);
  if (!needed) return;
  refuseOverQuota(facts, needed.tokens);
  refuseOverBudget(facts, settings.budgets, scope.now(), needed);
}

async function runMetered<Task extends ModelTask>(
  scope: Scope,
  settings: ModelSettings,
  task: Task,
  kind: UsageKind,
  options: AnswerOptions,
) {
  const started = performance.now();
  const record = async (tokensIn: number, tokensOut: number, succeeded: boolean) => {
    const usage = { tokensIn, tokensOut, durationMs: since(started), succeeded };
    const usageId = await scope.tx((tx) => recordUsage(tx, scope, kind, settings, usage));
    return { usageId, durationMs: usage.durationMs };
  };
  const answering = openModel(scope, settings).answer(task, options);
  const { result, warnings, tokensIn, tokensOut } = await answering.catch(async (error: unknown) => {
    await record(estimateTokens(textFormatOf(task).prompt), 0, false);
    throw error;
  });
  const recorded = await record(tokensIn, tokensOut, true);
  const { provider, model } = settings;
  return { ...result, warnings, tokens: tokensIn + tokensOut, ...recorded, provider, model };
}

/** Which of the company's models does which kind of task. */
const workOf: Record<TaskKind, ModelWork> = {
  ...{ compose: "writing", reply: "writing", rewrite: "writing", translate: "writing", test: "writing" },
  ...{ summarize: "summarizing", tasks: "summarizing", question: "summarizing", subject: "quick", rule: "quick" },
};

function openModel(
  scope: Scope,
  { provider, fallback: _, budgets: __, suspects: ___, ...settings }: ModelSettings,
): Model {
  return provider === "builtin" ? openBuiltinModel(scope) : openProviderModel(scope, { ...settings, provider });
}

const suspectsIn = (warnings: Warning[]) =>
  warnings.filter(({ kind }) => kind === "instructions").map(({ text }) => text);

/** Says of each suspicious sentence of the mail whether its content shows in the answer. */
const compared = <Task extends ModelTask>(warnings: Warning[], task: Task, answer: ResultOf<Task>): Warning[] => {
  if (warnings.length === 0) return [];
  const shown = textFormatOf(task).shown(answer);
  return warnings.map((warning) => ({ ...warning, inAnswer: showsIn(warning.text, shown) }));
};

const since = (started: number) => Math.round(performance.now() - started);
