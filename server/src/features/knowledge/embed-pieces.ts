// Makes vectors of pieces in the background, so that they are found by meaning. An entry is claimed with a lease, and its vectors are
// stored in batches under that lease, with the number of those that are there: whenever a process dies, nothing is lost or doubled.
import type { EmbeddingProblem } from "@intellibox/contract/rules/knowledge";
import { AppError } from "#lib/errors.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, ne, or, sql } from "#db/orm.ts";
import { aiChoices } from "#db/tables/ai-choices.ts";
import { aiSettings } from "#db/tables/ai-settings.ts";
import { tenants } from "#db/tables/tenants.ts";
import { ModelError, type ModelFault } from "#outside/models/text-model.ts";
import type { World } from "#scope.ts";
import { embedTexts, recordEmbedding } from "#features/ai-settings/embed-texts.ts";
import { type EmbeddingModelSettings, embeddingSettingsIn } from "#features/ai-settings/model-settings.ts";
import { readTaskFacts } from "#features/ai-settings/task-facts.ts";
import { refuseOverBudget, refuseOverQuota } from "#features/ai-settings/token-usage.ts";
import { type Claimed, claim, dueOwners, nextPieces, reachOf, release, store, tell } from "./embedding-rows.ts";

/** Shorter than the lease. */
const patienceMs = 60_000;
const firstPauseSeconds = 30;
const longestPauseSeconds = 3600;
/** Pages load their list again after so many batches. */
const batchesPerNotice = 5;

export async function embedPieces(world: World, { tenantId }: { tenantId?: string | undefined }): Promise<void> {
  const found = tenantId ? [tenantId] : await tenantsWithModel(world);
  for (const one of found) if (!world.stopping.aborted) await embedPiecesOf(world, one);
}

/** As platform. Companies whose provider cannot be used are found too, and left later. */
async function tenantsWithModel(world: World): Promise<string[]> {
  const rows = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ id: tenants.id })
      .from(tenants)
      .leftJoin(aiSettings, eq(aiSettings.tenantId, tenants.id))
      .leftJoin(aiChoices, eq(aiChoices.tenantId, tenants.id))
      .where(
        and(eq(tenants.status, "Active"), or(ne(aiSettings.embeddingModel, ""), ne(aiChoices.embeddingModel, ""))),
      ),
  );
  return rows.map(({ id }) => id);
}

async function embedPiecesOf(world: World, tenantId: string): Promise<void> {
  const settings = await usableSettings(world, tenantId);
  if (!settings) return;
  for (const owner of await dueOwners(world, tenantId, settings.name)) {
    let claimed: Claimed | undefined;
    do {
      if (world.stopping.aborted) return;
      claimed = await claim(world, owner, settings.name);
      // A provider that fails for one entry is left alone for a while.
      if (claimed && !(await embedEntry(world, settings, claimed))) return;
    } while (claimed);
  }
}

/** Undefined also if the plan's quota or a budget is used up: then the entries wait. */
async function usableSettings(world: World, tenantId: string): Promise<EmbeddingModelSettings | undefined> {
  const asking = { tenantId, user: { id: tenantId }, now: () => world.outside.now() };
  const reach = { tenantId, userId: tenantId };
  const facts = await fencedTransaction(world.db, reach, (tx) => readTaskFacts(tx, asking));
  const settings = embeddingSettingsIn(facts, { tenantId, sealer: world.sealer });
  if (!settings) return undefined;
  try {
    refuseOverQuota(facts);
    refuseOverBudget(facts, settings.budgets, asking.now());
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
  return settings;
}

/** False if the provider failed. */
async function embedEntry(world: World, settings: EmbeddingModelSettings, claimed: Claimed): Promise<boolean> {
  const { row } = claimed;
  const run = <Result>(work: (tx: Tx) => Promise<Result>) => fencedTransaction(world.db, reachOf(row), work);
  try {
    for (let batch = 1; !world.stopping.aborted; batch++) {
      // The settings may have changed, and the allowance may be used up meanwhile.
      if ((await usableSettings(world, row.tenantId))?.name !== settings.name) {
        await run((tx) => release(tx, claimed, {}));
        return false;
      }
      const pieces = await run((tx) => nextPieces(tx, row));
      if (pieces.length === 0) break;
      const texts = pieces.map(({ heading, text }) => `${row.title}\n${heading}\n${text}`);
      const call = { tenantId: row.tenantId, settings, signal: world.stopping, patienceMs };
      const started = performance.now();
      const made = await embedTexts(world.outside, texts, call);
      const used = { tenantId: row.tenantId, userId: row.userId ?? row.tenantId, tokens: made.tokens };
      const durationMs = performance.now() - started;
      const isStored = await run(async (tx) => {
        await recordEmbedding(tx, settings, { ...used, durationMs });
        if (!(await store(tx, claimed, settings.name, pieces, made.vectors))) return false;
        if (batch % batchesPerNotice === 0) await tell(tx, row);
        return true;
      });
      // Another process has the entry, or it was changed meanwhile.
      if (!isStored) return true;
    }
    await run((tx) => release(tx, claimed, { embedAttempts: 0, embedProblem: null, embedAt: sql`now()` }));
    return true;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { fault } = error;
    if (fault === "cancelled") {
      await run((tx) => release(tx, claimed, {}));
      return false;
    }
    world.log.warn({ fault, entry: row.id }, "pieces of knowledge were not embedded");
    const pause = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(row.embedAttempts, 10));
    await run((tx) =>
      release(tx, claimed, {
        embedAttempts: row.embedAttempts + 1,
        embedProblem: problemOf[fault],
        embedAt: sql`now() + make_interval(secs => ${pause})`,
      }),
    );
    return false;
  }
}

const problemOf: Record<Exclude<ModelFault, "cancelled">, EmbeddingProblem> = {
  ...({ auth: "auth", throttled: "throttled", rejected: "rejected", forbidden_host: "rejected" } as const),
  ...({ unreachable: "unreachable", timeout: "unreachable", broken: "unreachable", resting: "unreachable" } as const),
  ...({ bad_answer: "bad_answer", filtered: "bad_answer" } as const),
};
