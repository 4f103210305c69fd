// Finds pieces by what they mean, if the company has an embedding model. Signs of vectors find candidates in the database, which are
// compared exactly here. See docs/decisions/018-knowledge-by-meaning.md.
import { AppError } from "#lib/errors.ts";
import { sql } from "#db/orm.ts";
import { ModelError } from "#outside/models/text-model.ts";
import type { Scope } from "#scope.ts";
import { embedTexts, recordEmbedding } from "#features/ai-settings/embed-texts.ts";
import { type EmbeddingModelSettings, embeddingSettingsIn } from "#features/ai-settings/model-settings.ts";
import type { TaskFacts } from "#features/ai-settings/task-facts.ts";
import { refuseOverBudget, refuseOverQuota } from "#features/ai-settings/token-usage.ts";
import { type FoundRow, foundColumns, readableSources } from "./readable-sources.ts";
import { signsOf, similarity, vectorIn } from "./vectors.ts";

/** A piece with the cosine of its vector and the nearest of those that were asked for. */
export type MeaningHit = FoundRow & { similarity: number };

/** The user waits for it, and words alone serve too. */
const patienceMs = 2_500;
/** A mail may be long. Small models read no more. */
const longestAsked = 1_500;
const candidates = 500;
/** Texts that have nothing in common are below it, by most models. */
const leastSimilarity = 0.25;

/** The best first. Empty without an embedding model, and if it fails: then words alone serve. */
export async function findByMeaning(
  scope: Scope,
  asked: string[],
  most: number,
  given: Promise<TaskFacts>,
): Promise<MeaningHit[]> {
  try {
    const facts = await given;
    const settings = embeddingSettingsIn(facts, scope);
    if (!settings) return [];
    refuseOverQuota(facts);
    refuseOverBudget(facts, settings.budgets, scope.now());
    const vectors = await embedAsked(
      scope,
      settings,
      asked.map((text) => text.slice(0, longestAsked)),
    );
    return await nearest(scope, settings.name, vectors, most);
  } catch (error) {
    if (scope.signal.aborted) throw error;
    const isExpected = error instanceof ModelError || (error instanceof AppError && error.code === "quota_exceeded");
    if (!isExpected) throw error;
    scope.log.warn({ err: error }, "knowledge was searched by words alone");
    return [];
  }
}

async function embedAsked(scope: Scope, settings: EmbeddingModelSettings, asked: string[]): Promise<Float32Array[]> {
  const { tenantId, signal, user } = scope;
  const started = performance.now();
  const { vectors, tokens } = await embedTexts(scope.outside, asked, { tenantId, settings, signal, patienceMs });
  const durationMs = performance.now() - started;
  await scope.tx((tx) => recordEmbedding(tx, settings, { tenantId, userId: user.id, tokens, durationMs }));
  return vectors;
}

export async function nearest(scope: Scope, model: string, asked: Float32Array[], most: number): Promise<MeaningHit[]> {
  const { tenantId, user } = scope;
  const dimension = asked[0]?.length ?? 0;
  if (dimension === 0) return [];
  const distances = asked.map((vector) => sql`bit_count(v.signs # ${signsOf(vector)}::varbit)`);
  return scope.tx(
    async (tx) => {
      const { rows: near } = await tx.execute<{ id: string; vector: Buffer }>(sql`
        with ${readableSources(scope)}, near as materialized (
          select v.id from knowledge_vectors v
          where v.tenant_id = ${tenantId} and (v.user_id is null or v.user_id = ${user.id}) and v.model = ${model}
            and v.dimension = ${dimension} and v.source_id in (select id from sources)
          order by least(${sql.join(distances, sql`, `)}), v.id limit ${candidates}
        )
        select v.id, v.vector from near join knowledge_vectors v on v.tenant_id = ${tenantId} and v.id = near.id`);
      const scored = near
        .map(({ id, vector }) => {
          const found = vectorIn(vector);
          return { id, similarity: Math.max(...asked.map((one) => similarity(one, found))) };
        })
        .filter((hit) => hit.similarity >= leastSimilarity)
        .toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
        .slice(0, most);
      if (scored.length === 0) return [];
      const { rows } = await tx.execute<FoundRow>(sql`
        with ${readableSources(scope)}
        select ${foundColumns} from knowledge_pieces p join sources s on s.id = p.source_id
        where p.tenant_id = ${tenantId} and p.id = any (${sql.param(scored.map(({ id }) => id))}::uuid[])`);
      const rowOf = new Map(rows.map((row) => [row.id, row]));
      return scored.flatMap((hit) => {
        const row = rowOf.get(hit.id);
        return row ? [{ ...row, similarity: hit.similarity }] : [];
      });
    },
    { mayLag: true },
  );
}
