import type { MeaningProgress } from "@intellibox/contract/endpoints/knowledge";
import { AppError } from "#lib/errors.ts";
import { embeddingLease } from "#db/lease.ts";
import { sql } from "#db/orm.ts";
import type { knowledgeSources } from "#db/tables/knowledge.ts";
import type { Scope } from "#scope.ts";
import type { EmbeddingModelSettings } from "#features/ai-settings/model-settings.ts";
import type { TaskFacts } from "#features/ai-settings/task-facts.ts";
import { refuseOverBudget, refuseOverQuota } from "#features/ai-settings/token-usage.ts";

type Row = Pick<
  typeof knowledgeSources.$inferSelect,
  "state" | "pieces" | "embedded" | "embeddingModel" | "embedProblem"
>;

/** The values of an entry whose pieces are new. Whoever makes vectors of the old ones loses the lease. */
export const notEmbedded = {
  ...{ embeddingModel: null, embedded: 0, embedAttempts: 0, embedProblem: null, embedAt: sql`now()` },
  ...embeddingLease.release,
};

export function progressOf(
  scope: Scope,
  rows: Row[],
  facts: TaskFacts,
  settings: EmbeddingModelSettings,
): MeaningProgress {
  const ready = rows.filter(({ state }) => state === "ready");
  const begun = ready.filter(({ embeddingModel }) => embeddingModel === settings.name);
  const pieces = ready.reduce((sum, row) => sum + row.pieces, 0);
  const embedded = begun.reduce((sum, row) => sum + row.embedded, 0);
  const failed = begun.find(({ embedProblem }) => embedProblem)?.embedProblem ?? null;
  const problem = embedded < pieces && isOverAllowance(scope, facts, settings) ? "quota" : failed;
  return { model: settings.model, pieces, embedded, problem };
}

function isOverAllowance(scope: Scope, facts: TaskFacts, { budgets }: EmbeddingModelSettings): boolean {
  try {
    refuseOverQuota(facts);
    refuseOverBudget(facts, budgets, scope.now());
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}
