import { contractions, expandContractions, putBack, shortToFull } from "./contractions.ts";
import { formalOpenings, formalPhrases, formalQuestions, formalSentences } from "./formal-phrases.ts";
import { friendlyOpenings, friendlyPhrases } from "./friendly-phrases.ts";
import { mendSentences, type PhrasePairs, phraseReplacer } from "./replace-phrases.ts";

const expand = phraseReplacer(shortToFull);
/** At the end of a clause the full form stays: "I know who I am." */
const contractBefore = new RegExp(
  // "He will not" is "he won't".
  `(?<![\\p{L}'’])(?:${contractions.map(([full]) => (/not$|^i am$/.test(full) ? full : `${full}(?!\\s+not\\b)`)).join("|")})(?=\\s+(?!(?:and|or|but)\\b)\\p{L})`,
  "giu",
);
const shortForms = new Map<string, string>(contractions);
const sayFormally = phraseReplacer(formalPhrases);
const sayKindly = phraseReplacer(friendlyPhrases);

const startOfSentence = "^|[.!?]\\s+";
const patternsOf = (pairs: PhrasePairs, after = "", before = startOfSentence) =>
  pairs.map(([find, put]) => [new RegExp(`(${before})(?:${find})${after}`, "giu"), put] as const);
const openings = patternsOf(formalOpenings);
const sentences = patternsOf(formalSentences, "(?=[.!]|$)");
const questions = patternsOf(formalQuestions, "", `${startOfSentence}|,\\s+|\\b(?:and|but|so)\\s+`);
const kindOpenings = patternsOf(friendlyOpenings);
const replaceAll = (text: string, pairs: ReturnType<typeof patternsOf>) =>
  pairs.reduce((said, [find, put]) => said.replaceAll(find, (_, before: string) => before + put), text);

const nobody =
  "i|we|you|u|it|he|she|they|this|that|the|a|an|my|our|can|could|would|will|may|is|are|am|was|do|does|did|have|has|had|just|quick|sorry|thanks|thx|thank|please|pls|what|when|where|who|how|why|any|not|no|yes|so|and|but|if|as|got|need|want|let|hope|good|long|there|mate|man|buddy|dude|bro";
/** "Hi Tom," and "Hey team!", but not "hey can you send it". */
const hello = "(?:hi+|hey+|hello|hiya|heya|howdy|yo)";
const greetedName = new RegExp(
  `^${hello}\\s+(?:there\\s+)?(?=(?!(?:${nobody})(?!\\p{L}))[\\p{L}\\uE000][^\\s,!?]*(?:\\s+[^\\s,!?]+){0,3}\\s*(?:[,!]|$))`,
  "iu",
);
const greetedNobody = new RegExp(`^${hello}(?: (?:there|mate|man|buddy|dude|bro))?\\s*([,!])?$`, "i");
const greetedFirst = new RegExp(
  `^(?!hello\\b)${hello}(?: (?:mate|man|buddy|dude|bro)| there(?!\\s+(?:is|are|was|were|will|has|have)\\b))?[,!]?\\s+(?=\\S)`,
  "i",
);
const casualClosing =
  /^(?:cheers(?: mate)?|best|all (?:the )?best|take care|bye(?: bye)?|xx*o*|xoxo|see (?:you|ya)(?: soon)?|cya|ciao|later|laters|(?:talk|speak) soon|love|hugs|warmly|rgds|br|kr)(?=\s*[,!.]?(?:$|\s+\p{Lu}[\p{L}'’-]*$))\s*[,!.]?/u;
const thanksClosing =
  /^(?:thanks|thanks (?:a lot|so much|a million|a bunch|again)|many thanks|ta|thx|cheers and thanks)\s*[,!.]?$/i;
const shortYou = /(?<![\p{L}\p{N}'’.-])u(?![\p{L}\p{N}'’.-])/gu;

/** A line is a greeting, a closing or sentences. Sentences inside of a line are neither of the first two. */
const greetFormally = (line: string) =>
  line
    .replace(greetedNobody, "Hello,")
    .replace(/^morning(?=[ ,!])/i, "Good morning")
    .replace(greetedName, "Dear ")
    .replace(greetedFirst, "Hello, ")
    .replace(/^dear ([^,.!?]{1,60})!$/i, "Dear $1,")
    .replace(new RegExp(casualClosing.source, "iu"), "Kind regards,")
    .replace(thanksClosing, "Thank you,");

/** Makes a line of English more formal. `isSentence` if it is a sentence out of a line. */
export function makeFormal(line: string, isSentence = false): string {
  const greeted = isSentence ? line : greetFormally(line);
  const full = expand(expandContractions(replaceAll(greeted, sentences)));
  return putBack(
    mendSentences(
      sayFormally(replaceAll(replaceAll(full.replaceAll(shortYou, "you"), openings), questions))
        .replaceAll(/(?:!+\?|\?!+)[!?]*/g, "?")
        .replaceAll(/\?{2,}/g, "?")
        .replaceAll(/!+/g, ".")
        .replaceAll(/\s*(?<![\p{L}\p{N}])(?:haha+|hehe+|lol|lmao|xd)(?=[.!,?\s]|$)/giu, "")
        // Within a line a smiley ends a sentence, as a full stop does.
        .replaceAll(/(?<=[\p{L}\p{N}])\s*(?:[:;]-?[)(DPp]|\p{Extended_Pictographic}\uFE0F?)(?=\s\p{Lu})/gu, ".")
        .replaceAll(/\s?(?:[:;]-?[)(DPp](?![\p{L}\p{N}])|<3|\p{Extended_Pictographic}\uFE0F?)/gu, ""),
    ),
  );
}

const greetKindly = (line: string) =>
  line
    .replace(
      /^(?:dear sir(?:s)?(?: or | and |\/)madam|to whom it may concern|dear sirs?|good day)\s*[,:.]?$/i,
      "Hello,",
    )
    .replace(/^dear\s+(?=[\p{L}\uE000][^.!?]{0,60}[,:]?$)/iu, "Hi ")
    .replace(
      /^(?:(?:with )?(?:kind(?:est)?|best|warm(?:est)?) regards|yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|regards|respectfully(?: yours)?|with (?:best|kind) wishes|thanking you)\s*[,.]?$/i,
      "Best wishes,",
    )
    .replace(/^thank you(?: very much)?,?$/i, "Thanks,");

/** Makes a line of English friendlier. */
export function makeFriendly(line: string, isSentence = false): string {
  const greeted = isSentence ? line : greetKindly(line);
  const said = sayKindly(replaceAll(greeted, kindOpenings));
  const short = said.replaceAll(contractBefore, (found) => {
    const put = shortForms.get(found.toLowerCase()) ?? found;
    return /^\p{Lu}/u.test(found) ? put.charAt(0).toUpperCase() + put.slice(1) : put;
  });
  return mendSentences(short.replaceAll(/(?<![\p{L}'’])i['’](?=m\b|ll\b|ve\b|d\b)/gu, "I'"));
}
