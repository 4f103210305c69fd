import { stem } from "#lib/stem.ts";
import { readMail } from "../mail/clean-mail.ts";
import { forwardedMail } from "../mail/forwarded.ts";
import { importanceOf, isPleasantry } from "../summaries/importance.ts";
import { pointsIn } from "../summaries/points.ts";
import { languageOf } from "../text/language.ts";
import { tokensOf } from "../text/parts-of-speech.ts";
import { capitalize, contentStems } from "../text/words.ts";
import { foreignSubject } from "./foreign-subject.ts";
import { headlineOf } from "./headline.ts";
import { isDead, isHeadNoun, isLinkWord, type SubjectWord, worthOf } from "./subject-words.ts";

// A mail names its subject at the top; more text costs time and precision.
const sentencesRead = 7;
const mostWords = 8;
const wordPrice = 0.3;

/** A short subject in the mail's own words: what happened, or what it is about, with the figure that decides. */
export function subjectOf(text: string): string {
  const { text: own, greeting, onlyQuoted } = readMail(text.slice(0, 60_000));
  const passedOn = onlyQuoted ? undefined : forwardedMail(text.slice(0, 60_000));
  const body = passedOn && own.length < longestNote ? `${passedOn.text}\n${own}` : own;
  const points = pointsIn(body || greeting || text.slice(0, 2_000)).map(dropOpening);
  const named = statedSubject(points[0] ?? "") ?? absence(body);
  if (named) return named;
  const told = points.filter((point) => !isPleasantry(point) && !isLabelled.test(point)).slice(0, sentencesRead);
  const sentences = told.length > 0 ? told : points.slice(0, sentencesRead);
  const language = languageOf(body);
  if (language !== "en") return finish(foreignSubject(sentences, language) ?? sentences[0] ?? "");
  const counts = new Map<string, number>();
  for (const stemmed of contentStems(body.slice(0, 20_000))) counts.set(stemmed, (counts.get(stemmed) ?? 0) + 1);
  let best: Span | undefined;
  sentences.forEach((sentence, i) => {
    const importance = Math.max(0, importanceOf(sentence));
    const headline = headlineOf(sentence);
    const span = headline
      ? { text: headline, score: headlineScore + importance * 0.25 - i * 0.35 }
      : bestSpan(wordsIn(sentence, i, counts), cueBonus(sentence) + importance * 0.06);
    if (span && (!best || span.score > best.score))
      best = { ...span, text: withFigure(span.text, sentence, headline !== undefined) };
  });
  return finish(best?.text ?? sentences[0] ?? "");
}

// Below a forward's short note, the subject is that of the mail that is passed on.
const longestNote = 200;
// A headline of the first sentences outranks most phrases.
const headlineScore = 1.3;
const isLabelled = /^(?:present|attendees|participants|date|time|place|location|from|to|cc|sent)\s*:/i;

const amount =
  /(?:[$€£₹]\s?\d[\d.,]*\d?[kKmM]?|\b(?:USD|EUR|GBP|INR|CHF)\s?\d[\d.,]*\d|\b\d[\d.,]*\d?\s?(?:USD|EUR|GBP|INR|CHF|€|£|%))/u;
const day =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(\d{1,2}\s(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2}\b)/iu;

/** A subject without a number gets the date or the amount of its sentence. */
function withFigure(subject: string, sentence: string, isHeadline: boolean): string {
  if (/\d/.test(subject) || subject.split(/\s+/).length > 6) return subject;
  const [sum] = amount.exec(sentence) ?? [];
  const found = day.exec(sentence);
  const isOld = found !== null && /\b(?:of|dated|from|since|your)\s+$/i.test(sentence.slice(0, found.index));
  if (found?.[1] && !isHeadline && !isOld) return `${subject}, ${found[1]}`;
  return sum ? `${subject}: ${sum.replace(/[.,]$/, "")}` : subject;
}

type Span = { text: string; score: number };

/** The subject that the text itself states: "Subject: …" or "Re: …" at its top. */
function statedSubject(first: string): string | undefined {
  const stated = /^(?:subject|re|regarding|betreff|objet|asunto)\s*:\s*(.{3,90})$/i.exec(first)?.[1];
  return stated ? finish(stated) : undefined;
}

/** "Out of office until 31 August" for an automatic reply. */
const absence = (text: string) => {
  const [, until] =
    /\bout of (?:the )?office\b.{0,40}?\b(until\s+[^.,;]{3,30}?)(?=\s+(?:with|and|without)\b|[.,;]|$)/i.exec(
      text.slice(0, 600),
    ) ?? [];
  return until ? `Out of office ${until}` : undefined;
};

const dropOpening = (sentence: string) =>
  sentence
    .replace(
      /^(?:(?:hi|hey|hello|dear|good (?:morning|afternoon))\b[^,:!-]{0,40}[,:!-]+\s*|\p{Lu}[\p{L}/& ]{1,30}\s*[,:-]\s+(?=\S+\s\S+\s\S+))/iu,
      "",
    )
    .replace(
      /^(?:(?:i |we )?(?:just )?(?:wanted |want |am writing |are writing )?to (?:let you know|inform you|tell you|confirm)(?: that)?|(?:please )?(?:note|be advised) that|(?:we are|i am|we're|i'm) (?:pleased|happy|sorry|delighted|glad) to (?:inform you|tell you|let you know|confirm)(?: that)?|unfortunately,?|as (?:discussed|agreed|mentioned),)\s+/iu,
      "",
    );

function cueBonus(sentence: string): number {
  if (/^(?:\S+\s+){0,3}(?:attached|enclosed|here (?:is|are))\b/i.test(sentence)) return 0.2;
  if (/\b(?:regarding|concerning|status of|about the|discuss|re:)\b/i.test(sentence)) return 0.15;
  return 0;
}

function wordsIn(sentence: string, index: number, counts: Map<string, number>): SubjectWord[] {
  const words: SubjectWord[] = [];
  const groups = groupsOf(sentence);
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
    const at = match.index;
    words.push({
      surface,
      isInside: groups.inside.has(at),
      isNoun: groups.nouns.has(at),
      isOpen: groups.open.has(at),
      isVerb: groups.verbs.has(at) && !/(?:ing|ed)$/.test(surface),
      stem: stemmed,
      isLink,
      worth: isLink ? 0 : isDead(surface) ? -1 : worthOf(surface, place),
      before: sentence.slice(end, match.index),
    });
    end = match.index + surface.length;
  }
  return words;
}

/** Marks the words between which a phrase may not begin or end, because they belong together, and the finite verbs. */
function groupsOf(sentence: string): {
  inside: Set<number>;
  verbs: Set<number>;
  nouns: Set<number>;
  open: Set<number>;
} {
  const inside = new Set<number>();
  const nouns = new Set<number>();
  const open = new Set<number>();
  const verbs = new Set<number>();
  const tokens = tokensOf(sentence.slice(0, 500));
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    const isNominal = /^(?:NOUN|PROPN)$/.test(token.pos);
    const isLabel = next !== undefined && (next.pos === "NUM" || /^[A-Z]$/.test(next.text));
    if (isNominal && next && (isNoun(next.pos) || isLabel)) inside.add(next.start);
    if (token.pos === "NUM" && next && isNoun(next.pos)) inside.add(next.start);
    if (isNoun(token.pos) && !isCalendarWord.test(token.text)) nouns.add(token.start);
    // "429 since Friday although": a conjunction ends the phrase as a verb does.
    if (token.pos === "SCONJ" || /^(?:although|because|while|since|whether|if|when|that|who|which)$/i.test(token.text))
      verbs.add(token.start);
    // "for the whole [summer]": an adjective does not end a phrase.
    if ((token.pos === "ADJ" && next && isNoun(next.pos)) || token.pos === "ADP" || token.pos === "SCONJ")
      open.add(token.start);
    const before = tokens[i - 1];
    const isAfterDeterminer = before !== undefined && /^(?:DET|ADJ|NUM)$/.test(before.pos);
    if (token.pos === "AUX" || (token.pos === "VERB" && !isAfterDeterminer && !isHeadNoun(token.text)))
      verbs.add(token.start);
  });
  return { inside, verbs, nouns, open };
}

const isCalendarWord =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|yesterday|today|tomorrow|tonight|noon|pm|am|o'clock)s?$/i;

const isNoun = (pos: string) => pos === "NOUN" || pos === "PROPN";

/** The run of words with the highest total worth minus a cost for each word. It begins and ends with a content word and crosses no comma. */
function bestSpan(words: SubjectWord[], bonus: number): Span | undefined {
  let best: Span | undefined;
  for (let start = 0; start < words.length; start++) {
    if (!isEdge(words[start]) || words[start]?.isInside || words[start]?.isVerb) continue;
    // A phrase in brackets, and one that begins with a number, is rarely what the mail is about.
    let score =
      bonus -
      (/\(\s*$/.test(words[start]?.before ?? "") ? 0.6 : 0) -
      (/^\d/.test(words[start]?.surface ?? "") ? 0.3 : 0) -
      (isCalendarWord.test(words[start]?.surface ?? "") ? 0.5 : 0);
    const seen = new Set<string>();
    let nouns = 0;
    for (let end = start; end < Math.min(words.length, start + mostWords); end++) {
      const word = words[end];
      // "at four | the first water": an article after a content word begins another phrase.
      const isNewPhrase = end > start && /^(?:the|an?)$/i.test(word?.surface ?? "") && !words[end - 1]?.isLink;
      if (!word || word.isVerb || isNewPhrase || (end > start && /[,;:.!?()[\]"“”–—\n]|\s-\s|\s{3,}/.test(word.before)))
        break;
      score += (seen.has(word.stem) ? 0 : word.worth) - (word.isLink ? 0.06 : wordPrice);
      seen.add(word.stem);
      if (word.isNoun) nouns++;
      if (
        isEdge(word) &&
        nouns > 0 &&
        !words[end + 1]?.isInside &&
        !word.isOpen &&
        (!best || score - (end === start ? alone : 0) > best.score)
      )
        best = { text: textOf(words, start, end), score: score - (end === start ? alone : 0) };
    }
  }
  return best;
}

// One word alone says little.
const alone = 0.3;

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
