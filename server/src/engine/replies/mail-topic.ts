import { baseForm, taskVerbs } from "../actions/verbs.ts";
import { worthOf } from "../subjects/subject-words.ts";
import { sentencesOf } from "../text/sentences.ts";
import { isStopWord } from "../text/words.ts";
import { reflect } from "./reflect.ts";

/**
 * The topic of a mail from the answerer's side: "your hiring plan", "order 5521". Only numbered things and phrases with an
 * article or possessive are taken, because other words may not be nouns.
 */
export function mailTopic(text: string): string {
  const invited = invitedTo.exec(text.slice(0, 4_000))?.[1];
  if (invited) return reflect(invited.replace(/^an?\s/i, "the ")) ?? "";
  const candidates = sentencesOf(text.slice(0, 4_000))
    .slice(0, 5)
    .flatMap((sentence, i) => phrasesIn(sentence, i));
  const best = candidates.reduce((a, b) => (b.worth > a.worth ? b : a), { phrase: "", worth: 0.35 });
  return best.phrase;
}

const invitedTo =
  /\b(?:invit(?:ed?|ing)(?: you)?|join us|welcome you) (?:to|for|at) ((?:our|the|my|an?) [\p{L}' -]{3,40}?)(?=\s+(?:on|at|in|from|this|next|to)\b|[.,!?\n]|$)/iu;
const numbered =
  /\b(?:order|invoice|ticket|case|contract|booking|flight|claim|request)\s+(?:no\.?\s*|number\s*|#)?[A-Z]{0,3}-?\d[\w-]*/gi;
const opened = /\b(the|your|our|my|this)\s+((?:[\p{L}\p{N}&/'’-]+\s?){1,5})/giu;

function phrasesIn(sentence: string, index: number): { phrase: string; worth: number }[] {
  const found = [...sentence.matchAll(numbered)].map(([phrase]) => ({
    phrase: phrase.charAt(0).toLowerCase() + phrase.slice(1),
    worth: 1.1 - 0.12 * index,
  }));
  for (const [, opener = "", rest = ""] of sentence.matchAll(opened)) {
    const words = nounsOf(rest.trim().split(/\s+/));
    if (words.length === 0 || (words.length === 1 && tooWide.test(words[0] ?? ""))) continue;
    const worth =
      words.reduce(
        (sum, word, i) => sum + worthOf(word, { sentence: index, word: i, repeats: 1, isFirstOfSentence: false }),
        0,
      ) / Math.sqrt(words.length);
    const phrase = reflect(`${opener.toLowerCase()} ${words.join(" ")}`);
    if (phrase) found.push({ phrase, worth });
  }
  return found;
}

/** The words before the first one that is neither a noun nor an adjective. */
function nounsOf(words: string[]): string[] {
  const end = words.findIndex(
    (word, i) =>
      (isStopWord(word) && !/^\p{Lu}{2,}$/u.test(word)) ||
      (i > 0 && isVerb(word)) ||
      /^\d{1,2}$/.test(word) ||
      vague.test(word),
  );
  const nouns = (end < 0 ? words : words.slice(0, end)).map((word) =>
    word.replace(/['’]s$/, (mark, at: number) => (at > 0 ? mark : "")),
  );
  return nouns.length > 4 ? [] : nouns;
}

// Too general as a topic: "your message about my team".
const tooWide =
  /^(?:team|client|customer|company|office|boss|people|guys|account|business|department|group|area|place|city|family|kids?|house|phone|world|internet)$/i;
const vague =
  /^(?:way|time|day|week|moment|same|following|email|e-mail|mail|message|note|reply|rest|end|beginning|first|second|last|next|one|thing|things|fact|other|best|latest|new|weekend|morning|afternoon|evening|future|past|case|help|attention|money|side|today|tomorrow|yesterday|tonight|now|back)$/i;
const isVerb = (word: string) =>
  (/^\p{Ll}/u.test(word) &&
    (/(?:ed|ing)$/.test(word) ||
      /^(?:went|came|got|made|took|finished|looks?|seems?|needs?|wants?|goes|runs|gets|works|starts|ends|renews|expires|arrives|comes|includes|contains|says|shows|means|takes|costs|opens|closes|leaves)$/.test(
        word,
      ))) ||
  (taskVerbs.has(word) && baseForm(word) !== word);
