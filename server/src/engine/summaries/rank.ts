import { readFileSync } from "node:fs";
import { linesOf, markLines, readMail } from "../mail/clean-mail.ts";
import { forwardedMail } from "../mail/forwarded.ts";
import { unquote } from "../mail/quotes.ts";
import { contentStems } from "../text/words.ts";
import type { ThreadMessage } from "../types.ts";
import { type FeatureName, summaryFeatures, type ThreadSentence, viewOf } from "./features.ts";
import { importanceOf } from "./importance.ts";
import { pointsIn } from "./points.ts";

export type RankedSentence = ThreadSentence & { score: number; importance: number };

// In a longer thread the newest messages, and the beginnings of long ones, are enough for a summary.
const mostMessages = 600;
const mostSentencesPerMessage = 200;

/** Every unquoted sentence with its score, in the order of the thread. */
export function rankSentences(thread: ThreadMessage[], weights = fittedWeights()): RankedSentence[] {
  const isShort = thread.length <= shortThread;
  return describeThread(thread).map(({ sentence, features }) => {
    let score = 0;
    for (const [name, value] of Object.entries(features)) score += (weights[name as FeatureName] ?? 0) * value;
    const importance = importanceOf(sentence.text);
    const extra = isShort ? importanceWeight * importance : 0;
    return { ...sentence, importance, score: score / lengthCost(sentence.text) + extra };
  });
}

// The weights are fitted on long threads of discussion. A short thread is mostly about a date, an amount or a request.
export const shortThread = 3;
const importanceWeight = 0.07;

// A long sentence takes longer to read: of two with equal content the shorter one ranks first.
export const lengthCost = (text: string) => Math.max(8, text.split(/\s+/).length) ** 0.3;

/** The sentences with their features, for the ranking and for the fitting of its weights. */
export function describeThread(thread: ThreadMessage[]) {
  const messages = thread.slice(0, mostMessages);
  const sentences: ThreadSentence[] = [];
  const quotes: string[] = [];
  messages.forEach(({ body, from }, message) => {
    const { text, onlyQuoted } = readMail(body, from);
    const passedOn = onlyQuoted ? undefined : forwardedMail(body, from);
    const said = pointsIn(text);
    const own = [...said, ...(passedOn ? pointsIn(passedOn.text) : [])].slice(0, mostSentencesPerMessage);
    own.forEach((sentence, position) => {
      const speaker = position < said.length ? undefined : passedOn?.from;
      const stems = contentStems(sentence);
      sentences.push({ text: sentence, message, position, count: own.length, stems, ...(speaker ? { speaker } : {}) });
    });
    quotes.push(quotedText(body, from));
  });
  const view = viewOf(sentences, quotes);
  const earlier = new Set<string>();
  return sentences.map((sentence) => {
    const features = summaryFeatures(sentence, view, earlier);
    for (const stemmed of sentence.stems) earlier.add(stemmed);
    return { sentence, features };
  });
}

function quotedText(body: string, from: string): string {
  const lines = linesOf(body);
  const kinds = markLines(lines, from);
  return lines
    .filter((_, i) => kinds[i] === "quote")
    .map(unquote)
    .join("\n")
    .slice(0, 40_000);
}

let loaded: Partial<Record<FeatureName, number>> | undefined;

function fittedWeights(): Partial<Record<FeatureName, number>> {
  loaded ??= (
    JSON.parse(readFileSync(new URL("./summary-weights.json", import.meta.url), "utf8")) as {
      weights: Record<string, number>;
    }
  ).weights;
  return loaded;
}
