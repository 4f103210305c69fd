/** Measures the search in the most knowledge that an owner may have, by words and by meaning. Both have a second. */
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { knowledgePieces, knowledgeSources, knowledgeVectors } from "#db/tables/knowledge.ts";
import { stemsOf } from "#engine/knowledge/make-pieces.ts";
import { nearest } from "#features/knowledge/search-by-meaning.ts";
import { findByWords } from "#features/knowledge/search-by-words.ts";
import { bytesOf, signsOf, similarity } from "#features/knowledge/vectors.ts";
import { randomFrom } from "#test/random-from.ts";
import { type BenchRow, goalOf } from "./bench-row.ts";
import { type BenchWorld, openBenchWorld } from "./mail-bench.ts";
import { asDatabaseOwner, at, msOf, scopeOf } from "./search.ts";

const dimension = 1536;
const repeats = 20;
const mostMs = 1000;
const model = "bench";
const topics = 200;
const perStatement = 250;

export async function run(count = Number(process.env.BENCH_PIECES ?? 20_000)): Promise<BenchRow[]> {
  const bench = await openBenchWorld();
  try {
    const random = randomFrom(7);
    const makeVector = vectorsAround(random);
    const stored = await fill(bench, count, makeVector);
    const scope = scopeOf(bench);
    const questions = (many: number) => Array.from({ length: many }, makeVector);
    const rows: BenchRow[] = [];
    const measure = async (name: string, work: () => Promise<unknown>) => {
      await work();
      const ms: number[] = [];
      const before = process.memoryUsage().rss;
      for (let turn = 0; turn < repeats; turn++) ms.push(await msOf(work));
      const grown = Math.max(0, process.memoryUsage().rss - before) / 1e6;
      const value = at(ms, 0.5);
      const note = `among ${count} pieces; p95 ${at(ms, 0.95).toFixed(0)} ms; memory grew by ${grown.toFixed(0)} MB`;
      rows.push({ name: `knowledge.${name}`, value, unit: "ms", ...goalOf(value, mostMs), note });
    };
    await measure("words", () => findByWords(scope, "When does the pump of topic 17 arrive in Pune?", 5));
    await measure("meaning", () => nearest(scope, model, questions(1), 20));
    await measure("meaning of a mail", () => nearest(scope, model, questions(5), 5));
    rows.push(await recallOf(questions(20), stored, (asked) => nearest(scope, model, [asked], 20)));
    return rows;
  } finally {
    await bench.close();
  }
}

type Stored = { id: string; vector: Float32Array };

/** How many of the 20 nearest vectors the search by signs finds. */
async function recallOf(
  asked: Float32Array[],
  stored: Stored[],
  search: (asked: Float32Array) => Promise<{ id: string }[]>,
): Promise<BenchRow> {
  let [found, expected] = [0, 0];
  for (const one of asked) {
    const exact = stored
      .map(({ id, vector }) => ({ id, near: similarity(one, vector) }))
      .toSorted((a, b) => b.near - a.near)
      .slice(0, 20)
      .filter(({ near }) => near >= 0.25);
    const ids = new Set((await search(one)).map(({ id }) => id));
    expected += exact.length;
    found += exact.filter(({ id }) => ids.has(id)).length;
  }
  const value = (100 * found) / expected;
  return { name: "knowledge.recall", value, unit: "%", note: "of the 20 nearest, compared with all vectors" };
}

/** Vectors around random topics, with the length 1. */
function vectorsAround(random: () => number) {
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const centers = Array.from({ length: topics }, () => Float32Array.from({ length: dimension }, gauss));
  return (): Float32Array => {
    const center = centers[Math.floor(random() * topics)] ?? new Float32Array(dimension);
    const vector = center.map((value) => value * 0.7 + gauss());
    const length = Math.sqrt(similarity(vector, vector));
    return vector.map((value) => value / length);
  };
}

async function fill({ world, owner }: BenchWorld, count: number, makeVector: () => Float32Array): Promise<Stored[]> {
  const { tenantId, userId } = owner;
  const sourceId = newId();
  const stored = Array.from({ length: count }, () => ({ id: newId(), vector: makeVector() }));
  const run = (work: Parameters<typeof fencedTransaction>[2]) =>
    fencedTransaction(world.db, owner, work, { statementSeconds: 600 });
  await run((tx) =>
    tx.insert(knowledgeSources).values({
      ...{ tenantId, id: sourceId, userId, kind: "file" as const, title: "Handbook", state: "ready" as const },
      ...{ pieces: count, embedded: count, embeddingModel: model },
    }),
  );
  for (let from = 0; from < count; from += perStatement) {
    const some = stored.slice(from, from + perStatement);
    await run(async (tx) => {
      await tx.insert(knowledgePieces).values(
        some.map(({ id }, index) => {
          const text = `Piece ${from + index} says that the pump of topic ${(from + index) % topics} arrives in Pune. ${"More words follow here. ".repeat(20)}`;
          return { tenantId, id, userId, sourceId, position: from + index, text, words: stemsOf(text) };
        }),
      );
      await tx.insert(knowledgeVectors).values(
        some.map(({ id, vector }) => ({
          ...{ tenantId, id, userId, sourceId, model, dimension },
          ...{ signs: signsOf(vector), vector: bytesOf(vector) },
        })),
      );
    });
  }
  await asDatabaseOwner(world, "vacuum analyze knowledge_sources, knowledge_pieces, knowledge_vectors");
  return stored;
}
