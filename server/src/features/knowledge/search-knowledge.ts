// Finds pieces by their words and, with an embedding model, by what they mean.
import type { FoundPiece } from "@intellibox/contract/endpoints/knowledge";
import type { Scope } from "#scope.ts";
import { findTaskFacts, type TaskFacts } from "#features/ai-settings/task-facts.ts";
import { type FoundRow, presentFound } from "./readable-sources.ts";
import { findByMeaning } from "./search-by-meaning.ts";
import { findByWords } from "./search-by-words.ts";

/** A piece with how well it fits, by words and by meaning; 0 if it was not found that way. */
export type RankedPiece = FoundPiece & { coverage: number; matched: number; similarity: number };

const mostShown = 20;

export const searchKnowledge = async (scope: Scope, q: string): Promise<{ items: FoundPiece[] }> => {
  const found = await rankPieces(scope, [q], mostShown);
  const items = found.slice(0, mostShown);
  return { items: items.map(({ coverage: _, matched: __, similarity: ___, ...piece }) => piece) };
};

/** The pieces that fit any of the texts, the best first: up to `most` by the words of each, and as many by meaning. */
export async function rankPieces(
  scope: Scope,
  asked: string[],
  most: number,
  facts: Promise<TaskFacts> = findTaskFacts(scope),
): Promise<RankedPiece[]> {
  const [byWords, byMeaning] = await Promise.all([
    Promise.all(asked.map((text) => findByWords(scope, text, most))),
    findByMeaning(scope, asked, most, facts),
  ]);
  const words = bestOf(byWords.flat().toSorted((a, b) => b.coverage - a.coverage));
  const meaning = bestOf(byMeaning);
  return fuse([words, meaning]).map((row) => {
    const { coverage = 0, matched = 0 } = words.get(row.id) ?? {};
    return { ...presentFound(scope, row), coverage, matched, similarity: meaning.get(row.id)?.similarity ?? 0 };
  });
}

/** Each piece once, where it is first. */
function bestOf<Hit extends FoundRow>(hits: Hit[]): Map<string, Hit> {
  const best = new Map<string, Hit>();
  for (const hit of hits) if (!best.has(hit.id)) best.set(hit.id, hit);
  return best;
}

/** So large that the first place of one list does not outweigh a good place in both (Cormack and others, 2009). */
const rankOffset = 60;

/** Reciprocal rank fusion: the two kinds of score cannot be compared, places can. One list alone keeps its order. */
function fuse(lists: Map<string, FoundRow>[]): FoundRow[] {
  const scores = new Map<string, { row: FoundRow; score: number }>();
  for (const list of lists)
    for (const [at, row] of [...list.values()].entries()) {
      const score = (scores.get(row.id)?.score ?? 0) + 1 / (rankOffset + at);
      scores.set(row.id, { row, score });
    }
  return [...scores.values()].toSorted((a, b) => b.score - a.score).map(({ row }) => row);
}
