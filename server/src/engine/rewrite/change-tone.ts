import { mendSentences, phraseReplacer } from "./replace-phrases.ts";
import { contractions, formalPhrases, friendlyPhrases } from "./tone-phrases.ts";

const expand = phraseReplacer(contractions.map(([full, short]) => [short, full]));
/** At the end of a clause the full form stays: "I know who I am." */
const contractBefore = new RegExp(
  `(?<![\\p{L}'’])(?:${contractions.map(([full]) => full).join("|")})(?=\\s+\\p{L})`,
  "giu",
);
const shortForms = new Map<string, string>(contractions.map(([full, short]) => [full, short]));
const sayFormally = phraseReplacer(formalPhrases);
const sayKindly = phraseReplacer(friendlyPhrases);

const has = /\b(it|that|there|he|she|what|who)['’]s (?=been\b|got\b|become\b|had\b)/gi;
const would = /\b(I|you|we|they|he|she|it)['’]d (?=(?:like|love|be|prefer|appreciate|suggest|need|want|rather)\b)/gi;

/** "Hi Tom," and "Hey team!", but not "hey can you send it". */
const greetedName =
  /^(?:hi|hey|hello)\s+(?:there\s+)?(?=(?!(?:i|we|you|u|it|he|she|they|this|that|the|a|an|my|our|can|could|would|will|may|is|are|am|was|do|does|did|have|has|had|just|quick|sorry|thanks|thx|thank|please|pls|what|when|where|who|how|why|any|not|no|yes|so|and|but|if|as|got|need|want|let|hope|good|long|there)(?!\p{L}))[\p{L}\uE000][^\s,!?]*(?:\s+[^\s,!?]+){0,3}\s*(?:[,!]|$))/iu;
const shortYou = /(?<![\p{L}\p{N}'’.-])u(?![\p{L}\p{N}'’.-])/gu;

/** Makes a line of English more formal. */
export function makeFormal(line: string): string {
  const greeted = line
    .replace(/^(?:hi|hey|hello)(?: there)?\s*([,!])$/i, "Hello$1")
    .replace(greetedName, "Dear ")
    .replace(/^(?:hi|hey)(?: there(?!\s+(?:is|are|was|were|will|has|have)\b))?[,!]?\s+(?=\S)/i, "Hello, ")
    .replace(/^dear ([^,.!?]{1,60})!$/i, "Dear $1,")
    .replace(/^(?:cheers|best|all the best|take care|bye|xx?|thx|see you)\s*[,!.]?$/i, "Kind regards,")
    .replace(/^(?:thanks|thanks a lot|many thanks|ta)\s*[,!.]?$/i, "Thank you,");
  const full = expand(greeted.replaceAll(has, "$1 has ").replaceAll(would, "$1 would "));
  return mendSentences(
    sayFormally(full.replaceAll(shortYou, "you"))
      .replaceAll(/!+/g, ".")
      .replaceAll(/\s?(?:[:;]-?[)D]|\p{Extended_Pictographic}\uFE0F?)/gu, ""),
  );
}

/** Makes a line of English friendlier. */
export function makeFriendly(line: string): string {
  const greeted = line
    .replace(/^(?:dear sir(?:s)?(?: or | and |\/)madam|to whom it may concern|dear sirs?)\s*[,:.]?$/i, "Hello,")
    .replace(/^dear\s+(?=[\p{L}\uE000][^.!?]{0,60}[,:]?$)/iu, "Hi ")
    .replace(
      /^(?:yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|kind(?:est)? regards|best regards|regards|respectfully)\s*[,.]?$/i,
      "Best wishes,",
    );
  const short = sayKindly(greeted).replaceAll(contractBefore, (found) => {
    const put = shortForms.get(found.toLowerCase()) ?? found;
    return /^\p{Lu}/u.test(found) ? put.charAt(0).toUpperCase() + put.slice(1) : put;
  });
  return mendSentences(short.replaceAll(/(?<![\p{L}'’])i['’](?=m\b|ll\b|ve\b|d\b)/gu, "I'"));
}
