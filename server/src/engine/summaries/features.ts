import { requestScore } from "../actions/requests.ts";
import { contentStems, wordsOf } from "../text/words.ts";
import { importanceOf } from "./importance.ts";

/** One sentence of a thread with its position, for the ranking. */
export type ThreadSentence = {
  text: string;
  message: number;
  /** Position among the sentences of its message. */
  position: number;
  count: number;
  stems: string[];
  /** Who says it, if the message passes on another person's mail. */
  speaker?: string;
};

export type ThreadView = {
  messages: number;
  /** The number of messages in which a stem occurs. */
  spread: Map<string, number>;
  frequency: Map<string, number>;
  /** For each message, the stems that later messages quote from it. */
  quotedLater: Set<string>[];
  longestMessage: number;
  centroid: Map<string, number>;
  centroidNorm: number;
  idf: Map<string, number>;
};

export const featureNames = [
  "bias",
  "length",
  "tooShort",
  "tooLong",
  "position",
  "firstSentence",
  "lastSentence",
  "firstMessage",
  "lastMessage",
  "messagePosition",
  "centroid",
  "spread",
  "clue",
  "quoted",
  "question",
  "request",
  "first",
  "digits",
  "names",
  "link",
  "linkOnly",
  "colon",
  "opinion",
  "connective",
  "shareOfMessage",
  "novel",
  "fragment",
  "onlyMessageSentence",
  "shortMessage",
  "thanks",
  "answer",
  "importance",
] as const;
export type FeatureName = (typeof featureNames)[number];

/** The features of a sentence, each between 0 and about 1. */
export function summaryFeatures(
  sentence: ThreadSentence,
  view: ThreadView,
  earlier: Set<string>,
): Record<FeatureName, number> {
  const { text, stems, message, position, count } = sentence;
  const words = wordsOf(text).length;
  const unique = [...new Set(stems)];
  const share = (test: (stemmed: string) => boolean) =>
    unique.length ? unique.filter(test).length / unique.length : 0;
  const quoted = view.quotedLater[message] ?? new Set();
  return {
    bias: 1,
    length: Math.min(1, Math.log2(words + 1) / 5),
    tooShort: words < 5 ? 1 : 0,
    tooLong: words > 45 ? 1 : 0,
    position: count > 1 ? 1 - position / (count - 1) : 1,
    firstSentence: position === 0 ? 1 : 0,
    lastSentence: position === count - 1 && count > 2 ? 1 : 0,
    firstMessage: message === 0 ? 1 : 0,
    lastMessage: message === view.messages - 1 && view.messages > 1 ? 1 : 0,
    messagePosition: view.messages > 1 ? 1 - message / (view.messages - 1) : 1,
    centroid: cosine(unique, view),
    spread: unique.length
      ? unique.reduce((sum, stemmed) => sum + Math.min(4, (view.spread.get(stemmed) ?? 1) - 1), 0) / unique.length / 2
      : 0,
    clue: Math.min(1, unique.filter((stemmed) => (view.spread.get(stemmed) ?? 1) >= 2).length / 6),
    quoted: quoted.size ? share((stemmed) => quoted.has(stemmed)) : 0,
    question: /\?["')\]]*$/.test(text) ? 1 : 0,
    request: requestScore(text),
    first: /\b(?:i|we|my|our)\b/i.test(text) ? 1 : 0,
    digits: /\d/.test(text) ? 1 : 0,
    names: Math.min(1, (text.match(/(?<=\p{L}[\s,]\s*)\p{Lu}[\p{L}\d]+/gu) ?? []).length / 4),
    link: /https?:|www\./.test(text) ? 1 : 0,
    linkOnly: /^\W*(?:https?:|www\.)\S+\W*$/.test(text) ? 1 : 0,
    colon: /:\s*$/.test(text) ? 1 : 0,
    opinion:
      /\b(?:think|believe|suggest|propose|agree|disagree|should|recommend|prefer|need|would like|important|problem|decid\w+|plan\w*|must|key)\b/i.test(
        text,
      )
        ? 1
        : 0,
    connective:
      /^(?:and|but|also|however|so|because|for example|e\.g|of course|by the way|anyway|well|ok|yes|no)\b/i.test(text)
        ? 1
        : 0,
    shareOfMessage: count ? 1 / count : 0,
    novel: share((stemmed) => !earlier.has(stemmed)),
    fragment: /^[\p{Ll}(&-]/u.test(text) || /^\W*\p{Lu}?[^.!?]{0,24}$/u.test(text) ? 1 : 0,
    onlyMessageSentence: count === 1 ? 1 : 0,
    shortMessage: Math.min(1, count / Math.max(1, view.longestMessage)),
    thanks: /\b(?:thanks|thank you|cheers|sorry|apolog\w+|hope (?:this|that|you)|welcome)\b/i.test(text) ? 1 : 0,
    answer: /^(?:yes|no|i agree|agreed|sure|i'd|i would|i can|i will|i'll)\b/i.test(text) ? 1 : 0,
    importance: Math.max(-1, Math.min(1, importanceOf(text) / 3)),
  };
}

function cosine(stems: string[], view: ThreadView): number {
  let dot = 0;
  let norm = 0;
  for (const stemmed of stems) {
    const weight = view.idf.get(stemmed) ?? 0;
    dot += weight * (view.centroid.get(stemmed) ?? 0);
    norm += weight * weight;
  }
  return norm && view.centroidNorm ? dot / Math.sqrt(norm) / view.centroidNorm : 0;
}

/** The statistics of the whole thread, in time linear in its words. */
export function viewOf(sentences: ThreadSentence[], quotes: string[]): ThreadView {
  const messages = (sentences.at(-1)?.message ?? 0) + 1;
  const spread = new Map<string, number>();
  const frequency = new Map<string, number>();
  const inSentences = new Map<string, number>();
  const byMessage: Set<string>[] = Array.from({ length: messages }, () => new Set());
  let longestMessage = 1;
  for (const { stems, message, count } of sentences) {
    longestMessage = Math.max(longestMessage, count);
    for (const stemmed of stems) {
      frequency.set(stemmed, (frequency.get(stemmed) ?? 0) + 1);
      byMessage[message]?.add(stemmed);
    }
    for (const stemmed of new Set(stems)) inSentences.set(stemmed, (inSentences.get(stemmed) ?? 0) + 1);
  }
  for (const stems of byMessage) for (const stemmed of stems) spread.set(stemmed, (spread.get(stemmed) ?? 0) + 1);
  const idf = new Map([...inSentences].map(([stemmed, count]) => [stemmed, Math.log(1 + sentences.length / count)]));
  const centroid = new Map([...frequency].map(([stemmed, count]) => [stemmed, count * (idf.get(stemmed) ?? 0)]));
  const centroidNorm = Math.sqrt([...centroid.values()].reduce((sum, weight) => sum + weight * weight, 0));
  const quotedLater = laterQuotes(quotes, messages);
  return {
    messages,

    spread,
    frequency,
    quotedLater,
    longestMessage,
    centroid,
    centroidNorm,
    idf,
  };
}

/** For each message, the stems that any later message quotes. */
function laterQuotes(quotes: string[], messages: number): Set<string>[] {
  const later: Set<string>[] = Array.from({ length: messages }, () => new Set());
  let seen = new Set<string>();
  for (let i = messages - 1; i >= 0; i--) {
    later[i] = seen;
    const own = contentStems(quotes[i] ?? "");
    if (own.length > 0) seen = new Set([...seen, ...own]);
  }
  return later;
}
