// Subject lines from the lists of an English mail: what is wanted, and the times that are offered.
import { isFirstName } from "../intents/first-names.ts";
import { blocksOf } from "../mail/lists.ts";
import { withLooseLists } from "../summaries/loose-lists.ts";
import { tokensOf } from "../text/parts-of-speech.ts";
import { phraseAt, readable, textOf } from "./noun-phrases.ts";

const mostCharacters = 58;
const weekday =
  /^(?:(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tue|wed|thu|fri|sat|sun)\b|\d{1,2}(?:st|nd|rd|th)? \p{Lu}\p{L}{2})/iu;
const wants = /\b(?:need|require|miss|missing|send|following|want|provide|please|documents|outstanding|bring|order)\b/i;

export type ListLine = { text: string; score: number };

/** The lines that the lists of a mail offer. `before` is the text above them, which may name what the times are for. */
export function listLines(body: string): ListLine[] {
  const blocks = blocksOf(body.slice(0, 6_000));
  const offers = withLooseLists(blocks).flatMap((block) =>
    block.kind === "list" ? (offeredIn(block.lead) ?? []) : [],
  );
  const [offered] = offers;
  if (offered) return [{ text: offered, score: 2.2 }];
  let before = "";
  return blocks.flatMap((block) => {
    if (block.kind !== "list") {
      if (block.kind === "text") before += ` ${block.text}`;
      return [];
    }
    const { lead, items } = block;
    if (items.length < 2) return [];
    if (items.filter((item) => weekday.test(item.trim())).length >= 2) {
      const matter = matterIn(`${before} ${lead}`);
      return matter ? [{ text: `Times for ${matter}`, score: 2.6 }] : [];
    }
    const labels = items.flatMap(
      (item) => /^(?:\p{Lu}[\p{L}-]*(?: [\p{L}-]+){0,2})(?=:\s)/u.exec(item.trim())?.[0] ?? [],
    );
    const line =
      labels.length >= items.length * 0.7 && !labels.some(isPerson) ? joined(labels) : joined(items.flatMap(headOf));
    const isWanted = wants.test(lead);
    return line && (isWanted || labels.length > 2) ? [{ text: line, score: isWanted ? 2.8 : 1.6 }] : [];
  });
}

/** "I've been to see three places for the autumn party:" offers "three places for the autumn party". */
const offeredIn = (lead: string) =>
  /(?:^|\b)((?:(?=(?:quote|quotation|offer|estimate|prices) for )|(?:two|three|four|five|some|several|the|our|my|your|new) (?:\p{L}+ ){0,2})(?:quote|estimate|options?|offers?|places?|venues?|rooms?|dates|slots|prices?|quotes?|quotations?|packages?|ways|sessions?|samples|designs?|models|variants?|possibilities|choices) (?:for|of|at|in) (?!you\b|us\b|me\b)[\p{L}\d' -]{3,40}?)(?=,|\s(?:that|which|from|to|with|so|and)\b|\s*:?$)/iu
    .exec(lead)?.[1]
    ?.replace(/\sas (?:requested|agreed|promised|discussed)$/i, "")
    .replace(/^(?:the|our|my|your|some|several) /i, "")
    .replace(/\b(?:the|your|our) /gi, "");

const isPerson = (label: string) => {
  const [token] = tokensOf(label);
  return !/\s/.test(label) && token?.pos === "PROPN";
};

/** The thing of an item without what qualifies it: "proof of gas safety" of "proof of gas safety, not older than 12 months". */
function headOf(item: string): string[] {
  const text = readable(item.replace(/^(?:and|or)\s+/i, ""));
  if (/\?\s*$/.test(text)) return [];
  const tokens = tokensOf(text);
  const short = phraseAt(tokens, 0, longestHead);
  // "a copy of your pest control contract": the copy alone says nothing.
  const phrase = short?.isNamed && short.words.length > 1 ? short : phraseAt(tokens, 0, longestHead + 16);
  return phrase?.isNamed ? [textOf(phrase.words).replace(/^cop(?:y|ies) of (?:(?:the|your|our|my) )?/i, "")] : [];
}
const longestHead = 30;

/** As many as there is room for. */
function joined(things: string[]): string | undefined {
  let line = "";
  for (const [i, thing] of things.entries()) {
    const isName = isFirstName(thing.split(/[\s'’]/, 1)[0] ?? "") || /^\p{L}+['’]|^\p{Lu}\p{Ll}+ \p{Lu}/u.test(thing);
    const lowered =
      i > 0 && !isName && /^\p{Lu}\p{Ll}/u.test(thing) ? thing.charAt(0).toLowerCase() + thing.slice(1) : thing;
    const longer = line ? `${line}, ${lowered}` : lowered;
    if (longer.length > mostCharacters) break;
    line = longer;
  }
  return line.includes(",") ? line : undefined;
}

/** "…lets us in for the recce": what the times are for. */
function matterIn(text: string): string | undefined {
  const found = [...text.matchAll(/\bfor (?=(?:the|our|your|my|an?|this) )/gi)]
    .map(({ index, 0: word }) => text.slice(index + word.length))
    .map((rest) => ({ rest, phrase: phraseAt(tokensOf(readable(rest)), 0, longestHead) }))
    .find(({ phrase }) => phrase?.isNamed);
  const article = /^(?:the|our|your|my|an?|this)(?= )/i.exec(found?.rest ?? "")?.[0] ?? "the";
  return found?.phrase && `${article.toLowerCase()} ${textOf(found.phrase.words)}`;
}
