import { stem } from "#lib/stem.ts";
import { readMail } from "../mail/clean-mail.ts";
import { sentencesOf } from "../text/sentences.ts";
import { capitalize, contentStems } from "../text/words.ts";
import { isDead, isLinkWord, type SubjectWord, worthOf } from "./subject-words.ts";

// A mail names its subject at the top; more text costs time and precision.
const sentencesRead = 7;
const mostWords = 9;
const wordPrice = 0.3;

/** A short subject in the mail's own words. */
export function subjectOf(text: string): string {
  const { text: body, greeting } = readMail(text.slice(0, 60_000));
  const sentences = sentencesOf(body || greeting || text.slice(0, 2_000)).slice(0, sentencesRead);
  const named = statedSubject(sentences[0] ?? "");
  if (named) return named;
  const counts = new Map<string, number>();
  for (const stemmed of contentStems(body.slice(0, 20_000))) counts.set(stemmed, (counts.get(stemmed) ?? 0) + 1);
  let best: Span | undefined;
  sentences.forEach((sentence, i) => {
    const span = bestSpan(wordsIn(dropOpening(sentence), i, counts), cueBonus(sentence));
    if (span && (!best || span.score > best.score)) best = span;
  });
  return finish(best?.text ?? sentences[0] ?? "");
}

type Span = { text: string; score: number };

/** The subject that the text itself states: "Subject: …" or "Re: …" at its top. */
function statedSubject(first: string): string | undefined {
  const stated = /^(?:subject|re|regarding|betreff|objet|asunto)\s*:\s*(.{3,90})$/i.exec(first)?.[1];
  return stated ? finish(stated) : undefined;
}

const dropOpening = (sentence: string) =>
  sentence.replace(
    /^(?:(?:hi|hey|hello|dear|good (?:morning|afternoon))\b[^,:!-]{0,40}[,:!-]+\s*|\p{Lu}[\p{L}/& ]{1,30}\s*[,:-]\s+(?=\S+\s\S+\s\S+))/iu,
    "",
  );

function cueBonus(sentence: string): number {
  if (/^(?:\S+\s+){0,3}(?:attached|enclosed|here (?:is|are))\b/i.test(sentence)) return 0.2;
  if (/\b(?:regarding|concerning|status of|about the|discuss|re:)\b/i.test(sentence)) return 0.15;
  return 0;
}

function wordsIn(sentence: string, index: number, counts: Map<string, number>): SubjectWord[] {
  const words: SubjectWord[] = [];
  let end = 0;
  for (const match of sentence
    .slice(0, 500)
    .matchAll(/\{+[^{}\s]+\}+|[\p{L}\p{N}\p{M}$€£#&]+(?:[-'’./:@][\p{L}\p{N}\p{M}]+)*%?/gu)) {
    const [surface] = match;
    const stemmed = stem(surface.toLowerCase().replace(/['’]s$/, ""));
    const isLink = isLinkWord(surface);
    const place = {
      sentence: index,
      word: words.length,
      repeats: counts.get(stemmed) ?? 1,
      isFirstOfSentence: words.length === 0,
    };
    words.push({
      surface,
      stem: stemmed,
      isLink,
      worth: isLink ? 0 : isDead(surface) ? -1 : worthOf(surface, place),
      before: sentence.slice(end, match.index),
    });
    end = match.index + surface.length;
  }
  return words;
}

/** The run of words with the highest total worth minus a cost for each word. It begins and ends with a content word and crosses no comma. */
function bestSpan(words: SubjectWord[], bonus: number): Span | undefined {
  let best: Span | undefined;
  for (let start = 0; start < words.length; start++) {
    if (!isEdge(words[start])) continue;
    let score = bonus;
    const seen = new Set<string>();
    for (let end = start; end < Math.min(words.length, start + mostWords); end++) {
      const word = words[end];
      if (!word || (end > start && /[,;:.!?()[\]"“”–—\n]|\s-\s|\s{3,}/.test(word.before))) break;
      score += (seen.has(word.stem) ? 0 : word.worth) - (word.isLink ? 0.06 : wordPrice);
      seen.add(word.stem);
      if (isEdge(word) && (!best || score > best.score)) best = { text: textOf(words, start, end), score };
    }
  }
  return best;
}

const isEdge = (word: SubjectWord | undefined) => word !== undefined && !word.isLink && word.worth > 0;

const textOf = (words: SubjectWord[], start: number, end: number) =>
  words
    .slice(start, end + 1)
    .map((word, i) =>
      i === 0 ? word.surface : `${/\s/.test(word.before) || !word.before ? " " : word.before}${word.surface}`,
    )
    .join("");

function finish(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .replace(/^[\s\-–—:*•>]+|[\s.,;:!–—-]+$/g, "")
    .trim();
  return capitalize(line.length > 90 ? `${line.slice(0, 87).replace(/\s+\S*$/, "")}…` : line);
}
