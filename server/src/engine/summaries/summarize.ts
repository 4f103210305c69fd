import { readMail } from "../mail/clean-mail.ts";
import { capitalize } from "../text/words.ts";
import type { KeyPoint, ThreadMessage } from "../types.ts";
import { type RankedSentence, rankSentences } from "./rank.ts";

// At most a third of the sentences, and never more than a reader takes in at a glance.
const shareKept = 0.4;
const fewest = 3;
const most = 10;

/** The most important sentences of the thread, in its order. */
export function keyPointsOf(thread: ThreadMessage[]): KeyPoint[] {
  const ranked = rankSentences(thread);
  if (ranked.length === 0) return nothingToSay(thread);
  return chooseSentences(ranked)
    .sort((a, b) => a.message - b.message || a.position - b.position)
    .map(({ text, message }) => ({ text: tidy(text), source: message }));
}

/** Chooses by score, without sentences that repeat a chosen one. */
export function chooseSentences(ranked: RankedSentence[]): RankedSentence[] {
  const wanted = Math.min(most, Math.max(fewest, Math.round(ranked.length * shareKept)));
  const chosen: RankedSentence[] = [];
  const said = ranked.filter(({ text }) => !isButton(text));
  for (const sentence of [...(said.length > 0 ? said : ranked)].sort((a, b) => b.score - a.score)) {
    if (chosen.length >= wanted) break;
    if (!chosen.some((other) => overlap(other.stems, sentence.stems) > 0.7)) chosen.push(sentence);
  }
  return chosen;
}

function overlap(a: string[], b: string[]): number {
  const [small, large] = a.length < b.length ? [a, new Set(b)] : [b, new Set(a)];
  // Two sentences of one or two content words may be alike by chance.
  if (small.length < 3)
    return small.length > 0 && small.length === large.size && small.every((stemmed) => large.has(stemmed)) ? 1 : 0;
  return small.filter((stemmed) => large.has(stemmed)).length / small.length;
}

/** The label of a button ("Open document", "[View invoice]", "Join meeting") is not a key point. */
const isButton = (text: string) =>
  /^\W*(?:open|view|join|pay|confirm|verify|add|see|read|download|accept|decline|reply|track|manage|get|start|sign|log|shop|learn|click|go|check|book|review|update|reset|unsubscribe|buy|try|visit|register|share|edit|approve|watch|activate|continue|subscribe|install|upgrade|renew|claim|rate|explore|discover|show)(?:\s+\p{L}+){1,3}\s*[\])>»›→]*$/iu.test(
    text,
  ) && !/\p{L}day\b|\btomorrow\b/iu.test(text);

const longestPoint = 320;

function tidy(sentence: string): string {
  const text = sentence
    .replace(/^(?:[-*•·–—+]+|\(?\d{1,2}[.)])\s+/, "")
    .replace(/^(?:hi|hey|hello|dear)\s+\p{Lu}[\p{L}'’-]*\s*[,!:–—-]+\s*/iu, "")
    .replace(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: "<", gt: ">", amp: "&" })[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
  return capitalize(text.length > longestPoint ? `${text.slice(0, longestPoint).replace(/\s+\S*$/, "")}…` : text);
}

/** States that messages hold no text of their own, instead of returning an empty summary. */
function nothingToSay(thread: ThreadMessage[]): KeyPoint[] {
  const source = thread.findIndex(({ body, from }) => readMail(body, from).signature.length > 0);
  if (source >= 0) return [{ text: "This mail holds only a signature.", source }];
  const greeted = thread.findIndex(({ body, from }) => readMail(body, from).greeting !== "");
  return greeted >= 0 ? [{ text: "This mail holds only a greeting.", source: greeted }] : [];
}
