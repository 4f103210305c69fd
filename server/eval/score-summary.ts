import { type RankedSentence, rankSentences } from "#engine/summaries/rank.ts";
import { chooseSentences } from "#engine/summaries/summarize.ts";
import { mean } from "./mean.ts";
import { f1, rougeN, tokens } from "./rouge.ts";
import { fitThreads, idsCoveredBy, type SummaryRow, threadOf } from "./summary-fit.ts";

const abstractWords = 125;

type Ranker = (row: SummaryRow) => { ranked: RankedSentence[]; chosen: RankedSentence[] };

const engine: Ranker = (row) => {
  const ranked = rankSentences(threadOf(row));
  return { ranked: [...ranked].sort((a, b) => b.score - a.score), chosen: chooseSentences(ranked) };
};

/** The engine with weights that are fitted on all other threads, to estimate its score on unseen threads. */
export const heldOut =
  (rows: SummaryRow[]): Ranker =>
  (row) => {
    const weights = fitThreads(rows.filter((other) => other !== row));
    const ranked = rankSentences(threadOf(row), weights);
    return { ranked: [...ranked].sort((a, b) => b.score - a.score), chosen: chooseSentences(ranked) };
  };

/** LEAD-3: the first three sentences of the thread, then the others in order. */
export const lead: Ranker = (row) => {
  const ranked = rankSentences(threadOf(row));
  return { ranked, chosen: ranked.slice(0, 3) };
};

/**
 * Three measures: the F1 of the sentences that two of three annotators chose, the share of their votes that 30% of the words
 * cover (relative to the best possible), and the ROUGE of the best key points, cut at 125 words, against their abstracts.
 */
export function scoreSummaries(rows: SummaryRow[], rank: Ranker = engine) {
  const scores = rows.map((row) => {
    const { ranked, chosen } = rank(row);
    const abstract = tokens(
      chosen
        .map(({ text }) => text)
        .join(" ")
        .split(/\s+/)
        .slice(0, abstractWords)
        .join(" "),
    );
    const references = row.refs.map((reference) => tokens(reference.join(" ")));
    return {
      f1: sentenceF1(row, chosen),
      recall: weightedRecall(
        row,
        ranked.flatMap(({ text, message }) => idsCoveredBy(text, row, message)),
      ),
      r1: mean(references.map((reference) => rougeN(abstract, reference, 1))),
      r2: mean(references.map((reference) => rougeN(abstract, reference, 2))),
    };
  });
  return {
    f1: mean(scores.map((score) => score.f1)),
    recall: mean(scores.map((score) => score.recall)),
    r1: mean(scores.map((score) => score.r1)),
    r2: mean(scores.map((score) => score.r2)),
  };
}

function sentenceF1(row: SummaryRow, chosen: RankedSentence[]): number {
  const wanted = row.messages
    .flatMap(({ sents }) => sents)
    .filter(({ id, text }) => (row.votes[id] ?? 0) >= 2 && !/^\s*[>|]/.test(text))
    .map(({ id }) => id);
  const ours = new Set(chosen.flatMap(({ text, message }) => idsCoveredBy(text, row, message)));
  return f1(wanted.filter((id) => ours.has(id)).length, ours.size, wanted.length);
}

function weightedRecall(row: SummaryRow, ranking: string[]): number {
  const sentences = row.messages
    .flatMap(({ sents }) => sents)
    .map(({ id, text }) => ({ id, words: text.split(/\s+/).length, votes: row.votes[id] ?? 0 }));
  const byId = new Map(sentences.map((sentence) => [sentence.id, sentence]));
  const budget = 0.3 * sentences.reduce((sum, { words }) => sum + words, 0);
  const cover = (ids: Iterable<string>) => {
    let used = 0;
    let votes = 0;
    for (const id of new Set(ids)) {
      const sentence = byId.get(id);
      if (!sentence || used + sentence.words > budget) continue;
      used += sentence.words;
      votes += sentence.votes;
    }
    return votes;
  };
  const best = cover(
    [...sentences].sort((a, b) => b.votes / b.words - a.votes / a.words || b.votes - a.votes).map(({ id }) => id),
  );
  return best ? Math.min(1, cover(ranking) / best) : 0;
}
