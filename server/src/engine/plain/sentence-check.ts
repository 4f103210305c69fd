import { isPluralNoun } from "../intents/addressee.ts";
import { isFirstName } from "../intents/first-names.ts";
import { verbRule } from "../intents/verbs.ts";
import { isVerbal, lowerOf, wordsIn } from "../intents/words.ts";
import type { Token } from "../text/parts-of-speech.ts";
import type { CheckWords } from "./check-words.ts";

/** Why a finished sentence is doubtful, although it may be what the writer meant. */
export type Doubt = "addressing" | "name" | "order" | "please" | "broken" | "verbless" | "shorthand" | "pronoun";

/** The reader as the check has to know them. */
export type CheckedReader = { name: string; isPerson: boolean; gender?: "he" | "she" | undefined };

type Checked = { reader: CheckedReader; words: CheckWords /** The mail before the sentence. */; before: string };

/** The doubts that need no parts of speech, so that every language with a table has them. */
export function doubtByWords(sentence: string, { reader, words, before }: Checked): Doubt | undefined {
  const text = sentence.replace(/\[[^\]\n]*\]|"[^"\n]*"|“[^”\n]*”/g, "").trim();
  if (text === "") return undefined;
  if (isOnlyName(text, reader)) return "name";
  const { addressing, everybody, writersVerbs } = words;
  const named = `(?:${[...namesOf(reader).map(escaped), everybody].join("|")})`;
  if (new RegExp(`^(?:${addressing})\\b:? (?:the |our |my )?${named}[.!]*$`, "iu").test(text)) return "addressing";
  if (/^(?:contact|attn|fao|cc|recipient)\s*:/i.test(text) && words.addressing.includes("contact")) return "addressing";
  if (
    new RegExp(`^(?:please )?(?:${writersVerbs})\\b(?: (?:to|the|our|all))* ${named}(?![\\p{L}\\p{M}])`, "iu").test(
      text,
    )
  )
    return "order";
  if (words.shorthand.test(text)) return "shorthand";
  return isSpokenOf(text, reader, words, before) ? "pronoun" : undefined;
}

/** The doubts of an English sentence. */
export function doubtOf(sentence: string, checked: Checked): Doubt | undefined {
  const found = doubtByWords(sentence, checked);
  if (found) return found;
  const text = sentence.replace(/\[[^\]\n]*\]/g, "").trim();
  if (text === "") return undefined;
  const tokens = wordsIn(text);
  if (
    ordersAsNouns.test(text) ||
    isFirstName(/^(?:Yes|No|Reminder|Answer|Reply|Apology|Invitation|Refusal) to (\p{Lu}\p{L}+)/u.exec(text)?.[1] ?? "")
  )
    return "order";
  if (joinedOrder.test(text) && !/^(?:Could|Can|Would|Please|You|I would like to ask)\b/.test(text)) return "order";
  if (broken.some((pattern) => pattern.test(text))) return "broken";
  // "a valid until end of February": an article without its noun.
  if (
    tokens.some(
      ({ text: word, end }, at) =>
        /^an?$/i.test(word) &&
        tokens[at + 1]?.pos === "ADJ" &&
        tokens[at + 1]?.start === end + 1 &&
        tokens[at + 2]?.pos === "ADP" &&
        !/^(?:of|as)$/.test(lowerOf(tokens[at + 2])),
    )
  )
    return "broken";
  if (isWrongPlease(tokens)) return "please";
  if (isWritersOrder(tokens)) return "order";
  return isVerbless(text, tokens) ? "verbless" : undefined;
}

// "The crane is booked and ask Brandt for the keys."
const joinedOrder =
  /\b(?:and|then|but) (?:ask|tell|remind|inform|notify|invite|thank|mail|write to) (?:\p{Lu}|him\b|her\b|them\b|everyone\b)/u;

const broken = [
  // "Can fit Thursday.": the subject is missing.
  /^(?:Can|Cannot|Can['’]t|Could|Will|Would|Must|Should|May|Has|Have|Had) (?!you|we|I|it|they|he|she|the|this|that|these|those|there|my|our|your|his|her|their|an?|any\p{L}*|some\p{L}*|every\p{L}*|all|both|each|one|not|\p{Lu})\p{Ll}+/u,
  /\b(?:am|are) sorry (?!for|about|that|to|if|but|and|I|we|you|it|he|she|they|the|this|my|our|your|his|her)\p{L}/u,
  /\b(?:a|an|the) (?:(?:valid|available|due|free|ready) )?(?:by|before|until|till|asap|as soon)\b/i,
  // Only a time: it belongs to another sentence.
  /^Re (?!-)\p{L}/u,
  /^To \p{Ll}+ [^?]*\?$/u,
  /^Every(?:one|body) to \p{Ll}/u,
  /^(?:By|Before|Until) (?:the end of the \p{L}+|noon|midnight|today|tomorrow|\p{L}+day)(?: \p{L}+)?\.$/u,
];

// "your reject offer", "the regret job": an order that was read as a thing.
const ordersAsNouns =
  /\b(?:[Tt]he|[Yy]our|[Oo]ur|[Mm]y|an?) (?:reject|decline|refuse|accept|tell|ask|remind|inform|regret|apologi[sz]e|thank|invite|congratulate|propose|confirm|correct (?=my|our|the)|cancel) (?!(?:of|to|from|by|is|was|for|and)\b)\p{L}/u;

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The whole name and its parts: "Mrs Achterberg", "Achterberg". */
const namesOf = ({ name }: CheckedReader) =>
  name === "" || name.startsWith("{")
    ? []
    : [
        name,
        ...name.split(/\s+/).filter((part) => /^\p{Lu}\p{Ll}{2,}/u.test(part) && !/^(?:Mrs|Prof|Team)\b/.test(part)),
      ];

/** "Mrs Achterberg.", "Gwil -" */
const isOnlyName = (text: string, reader: CheckedReader) => {
  const bare = text.replace(/^[\s–—-]+|[\s.,:;!–—-]+$/g, "").toLowerCase();
  return namesOf(reader).some((name) => name.toLowerCase() === bare);
};

/** "She is not to contact him" said to a single reader although nobody else was named whom the word could mean. */
function isSpokenOf(
  text: string,
  { name, isPerson, gender }: CheckedReader,
  { thirdPerson }: CheckWords,
  before: string,
): boolean {
  if (!isPerson || name === "" || gender === undefined) return false;
  const spoken = new RegExp(`(?<![\\p{L}\\p{M}])(?:${thirdPerson[gender]})(?![\\p{L}\\p{M}])`, "iu");
  const at = spoken.exec(text)?.index ?? -1;
  if (at < 0) return false;
  const earlier = `${before} ${text.slice(0, at)}`;
  // A capitalized name, a title or a person's role before it may be meant.
  return !/(?<=[\p{L}\d,] )(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{Ll}{2,}|(?<!\p{L})(?:the|our|my|your|a|an) (?:\p{Ll}+ )?\p{Ll}+(?:er|or|ist|ant|man|woman|son|wife|husband|tor|ian|ent|boy|girl|child|nurse|mother|father)(?![\p{L}])/u.test(
    earlier,
  );
}

/** "Please need it", "Please 3 children": no base verb follows. */
function isWrongPlease(tokens: Token[]): boolean {
  const at = tokens.findIndex((token) => lowerOf(token) === "please");
  if (at !== 0) return false;
  let next = 1;
  while (
    /^(?:also|just|do|not|kindly|then|only|always|never|,|now|make|be|don't|(?:\p{L}+ly))$/u.test(lowerOf(tokens[next]))
  ) {
    if (/^(?:make|be|do)$/.test(lowerOf(tokens[next])) && !isVerbal(tokens[next + 1])) return false;
    next++;
  }
  const verb = tokens[next];
  if (!verb || verb.pos === "PUNCT") return false;
  const word = lowerOf(verb);
  if (
    /^(?:need|want|require|miss|missing|cost|contain|belong|seem|regret|hope|am|is|are|was|were|has|will|can|would|should|must)$/.test(
      word,
    )
  )
    return true;
  return /^(?:NUM|DET|PRON|ADP|PART)$/.test(verb.pos) && !/^(?:note|see|let|bear)$/.test(word);
}

const manner = /^(?:nicely|politely|firmly|briefly|kindly|gently|that|if|whether|about)$/;

/** "Tell accounts.", "Say that …": a bare order about writing and telling is the writer's job. */
function isWritersOrder(tokens: Token[]): boolean {
  const [first, second] = tokens;
  if (!first || !second) return false;
  const word = lowerOf(first);
  // "Own it: …"
  if (
    /^(?:it|them|him|her|this)$/.test(lowerOf(second)) &&
    /^(?:VERB|ADJ|NOUN|PROPN)$/.test(first.pos) &&
    first.lemma === word &&
    !isVerbal(tokens[2])
  )
    return true;
  if (!verbRule(word)?.isSpeech || /^(?:thank|welcome|wish|promise|say|write|state)$/.test(word))
    return word === "say" && manner.test(lowerOf(second));
  return (
    !/^(?:me|us|you|['’]s|of|is|was|from)$/.test(lowerOf(second)) && !(second.pos === "PUNCT" && tokens.length > 2)
  );
}

// Sentences of a mail that need no verb.
const idiom =
  /^(?:(?:many |my |our |with |very |so )?(?:thanks|thank|apologies|apology|sorry|congratulations|congrats|welcome|happy|good luck|best|kind|sincere|warm|all the best|looking forward|no problem|my pleasure|with pleasure|of course|yes|no|hello|hi|dear)\b|as (?:agreed|discussed|promised|requested|mentioned)|what a |how )/i;

/** A sentence of more than a greeting without a finite verb: "Boiler part in.", "Engineer twice no show." */
export function isVerbless(sentence: string, tokens = wordsIn(sentence)): boolean {
  if (/^You (?:late|absent|missing|ill|off|due)\b/.test(sentence)) return true;
  if (idiom.test(sentence) || /[:]$/.test(sentence.trim())) return false;
  const words = tokens.filter(({ pos }) => pos !== "PUNCT");
  if (words.length < 2) return !/[?!]$/.test(sentence.trim());
  return !tokens.some((token, at) => isFiniteVerb(tokens, token, at));
}

function isFiniteVerb(tokens: Token[], token: Token, at: number): boolean {
  const previous = lowerOf(tokens[at - 1]);
  if (
    token.pos === "AUX" ||
    /^(?:i|you|we|they|he|she|it|that|there|who|what|here|let)'(?:m|re|s|ve|ll|d)$/.test(lowerOf(token))
  )
    return true;
  // The tagger takes these verbs for nouns or names at the beginning of a sentence.
  if (at <= 1 && (at === 0 || previous === "please") && verbRule(lowerOf(token)) && token.pos !== "ADJ") return true;
  if (token.pos !== "VERB" || /ing$/i.test(token.text) || previous === "to" || tokens[at - 1]?.pos === "DET")
    return false;
  // "cabin upgrade confirmed": a base form agrees with a plural or a pronoun only.
  if (token.text.toLowerCase() === token.lemma && at > 0)
    return tokens
      .slice(0, at)
      .some(
        ({ pos, text }, i) =>
          (pos === "PRON" && !/^(?:my|our|your|his|her|its|their)$/i.test(text)) ||
          pos === "AUX" ||
          /^(?:please|to|and|or|not|,)$/i.test(text) ||
          (isPluralNoun(text) && pos !== "VERB") ||
          (i === 0 && pos === "VERB"),
      );
  // "temporary password sent by SMS", "stairs closed": a participle without its verb.
  const isParticiple = token.text.toLowerCase() !== token.lemma && !/s$/.test(token.text);
  if (!isParticiple) return true;
  const next = tokens[at + 1];
  const hasObject =
    /^(?:DET|PRON|NUM|NOUN|PROPN)$/.test(next?.pos ?? "") && !/^(?:today|yesterday|tomorrow|by)$/.test(lowerOf(next));
  const subject = tokens[at - 1];
  return hasObject || (subject?.pos === "PRON" && !/^(?:all|both)$/.test(previous));
}
