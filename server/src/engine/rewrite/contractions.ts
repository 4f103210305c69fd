import type { PhrasePairs } from "./replace-phrases.ts";

/** Full and short forms, in lower case. "It's" may also be "it has", which `expandContractions` looks at first. */
export const contractions: PhrasePairs = [
  ["do not", "don't"],
  ["does not", "doesn't"],
  ["did not", "didn't"],
  ["is not", "isn't"],
  ["are not", "aren't"],
  ["was not", "wasn't"],
  ["were not", "weren't"],
  ["have not", "haven't"],
  ["has not", "hasn't"],
  ["had not", "hadn't"],
  ["will not", "won't"],
  ["would not", "wouldn't"],
  ["could not", "couldn't"],
  ["should not", "shouldn't"],
  ["cannot", "can't"],
  ["i am", "i'm"],
  ["i will", "i'll"],
  ["i have", "i've"],
  ["i would", "i'd"],
  ["you are", "you're"],
  ["you will", "you'll"],
  ["you have", "you've"],
  ["you would", "you'd"],
  ["we are", "we're"],
  ["we will", "we'll"],
  ["we have", "we've"],
  ["we would", "we'd"],
  ["they are", "they're"],
  ["they will", "they'll"],
  ["they have", "they've"],
  ["they would", "they'd"],
  ["he will", "he'll"],
  ["she will", "she'll"],
  ["it will", "it'll"],
  ["he is", "he's"],
  ["she is", "she's"],
  ["it is", "it's"],
  ["that is", "that's"],
  ["there is", "there's"],
  ["here is", "here's"],
  ["what is", "what's"],
  ["where is", "where's"],
  ["who is", "who's"],
];

/** Short forms that no mail is made friendlier with, and that have one full form. */
const onlyShort: PhrasePairs = [
  ["must not", "mustn't"],
  ["might not", "mightn't"],
  ["need not", "needn't"],
  ["shall not", "shan't"],
  ["would have", "would've"],
  ["could have", "could've"],
  ["should have", "should've"],
  ["might have", "might've"],
  ["must have", "must've"],
  ["that will", "that'll"],
  ["there will", "there'll"],
  ["who will", "who'll"],
  ["who have", "who've"],
  ["how is", "how's"],
  ["when is", "when's"],
  ["why is", "why's"],
  ["you all", "y'all"],
  ["let us", "let's"],
];
export const shortToFull: PhrasePairs = [...contractions, ...onlyShort].map(([full, short]) => [
  short,
  full.replace(/^i /, "I "),
]);

/** Forms after which "'s" is "has" and "'d" is "had". */
const participles =
  "been|become|begun|broken|brought|chosen|done|drawn|driven|eaten|fallen|felt|forgotten|found|given|gone|got|gotten|grown|had|heard|held|kept|known|left|lost|made|meant|met|paid|said|seen|sent|shown|slept|sold|spoken|spent|stolen|taken|taught|thought|told|understood|won|written|\\p{Ll}{3,}ed";
const adverbs = "(?:(?:already|also|always|just|never|not|now|only|really|recently|since|still|then)\\s+)?";
const subject = "I|you|we|they|he|she|it|that|there|who";

const has = new RegExp(
  `\\b(it|that|there|he|she|what|who)['’]s (?=${adverbs}(?:been|become|begun|forgotten|got|had|happened)\\b)`,
  "giu",
);
const had = new RegExp(`\\b(${subject})['’]d (?=(?:better|${adverbs}(?:${participles}))(?!\\p{L}))`, "giu");
const would = new RegExp(`\\b(${subject})['’]d (?=\\p{Ll})`, "gu");
const several =
  /\b(there)['’]s (?=(?:[2-9]|\d{2,}|two|three|four|five|six|seven|eight|nine|ten|many|several|some (?:\p{L}+ )?\p{L}+s\b|a few|lots of \p{L}+s\b)(?![\p{L}\d]))/giu;

const negatives: Record<string, string> = { ca: "can", wo: "will", sha: "shall" };
const opens = "(?<=^|[.!?:;,(]\\s|\\b(?:why|how|where|when|what|who|which|and|but|so|or|then)\\s)";
const auxiliary = "(is|are|was|were|do|does|did|have|has|had|ca|could|wo|would|should|must|sha)n['’]t";
/** "Can't you come?" is "Can you not come?". */
const inverted = new RegExp(`${opens}${auxiliary}\\s(I|you|we|they|he|she|it|there)\\b`, "giu");
/** "Isn't the invoice late?": the place of "not" is not known, so that the short form stays. */
const invertedThing = new RegExp(
  `(?<=^|[.!?]\\s|\\b(?:why|how|where|when)\\s)${auxiliary}(?=\\s(?:the|an?|my|your|our|their|his|her|its|this|that|these|those|any|all|some)\\b)`,
  "giu",
);
const heldBack = "\uE003";
/** Puts back the short forms that `expandContractions` held back from later replacements. */
export const putBack = (text: string) => text.replaceAll(heldBack, "'");

/** Decides what "'s", "'d" and the "n't" of questions stand for. The other short forms have one full form each. */
export const expandContractions = (text: string) =>
  text
    .replaceAll(inverted, (_, verb: string, who: string) => {
      const full = negatives[verb.toLowerCase()] ?? verb.toLowerCase();
      return `${/^\p{Lu}/u.test(verb) ? full.charAt(0).toUpperCase() + full.slice(1) : full} ${who} not`;
    })
    .replaceAll(invertedThing, (found) => found.replace(/['’]/, heldBack))
    .replaceAll(has, "$1 has ")
    .replaceAll(several, "$1 are ")
    .replaceAll(had, "$1 had ")
    .replaceAll(would, "$1 would ");
