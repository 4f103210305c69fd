import { mendSentences, phraseReplacer } from "./replace-phrases.ts";
import { courtesies, fillers, longWays } from "./shorter-phrases.ts";

const sayShortly = phraseReplacer(longWays);
const opening = new RegExp(`(^|[.!?]\\s+)(?:${fillers.join("|")})`, "giu");
const courtesySentence = new RegExp(`(?<=^|[.!?]\\s+)(?:${courtesies.empty.join("|")})[.!]+\\s*`, "giu");
const repeatable = courtesies.once.map((sentence) => new RegExp(`(?<=^|[.!?]\\s+)(?:${sentence})[.!]+\\s*`, "giu"));
/** "really" after "not" changes what is denied. */
const intensifier =
  /(?<!\b(?:not|never|no)\s|n['’]t\s|\bso\s|\bhow\s)\b(?:really|actually|basically|literally|quite|very)\s(?=\p{Ll})(?!much\b|few\b|little\b|same\b|first\b|last\b)/giu;
const opinion = /\bI (?:just |really )?(?:think|feel|believe) (?:that )?(?=(?:we|you|it) (?:should|could|would)\b)/g;
const wondering =
  /\bI was (?:just )?wondering (?:if|whether) you (?:could|would) (?:please |possibly |maybe )*([^.?!]+)[.?]/g;

/** Shortens a line of English: no filler, no hedges, courtesy once. */
export function shorten(line: string): string {
  const asked = line.replaceAll(wondering, (_, what: string) => `Could you ${what.trim()}?`);
  const plain = sayShortly(asked.replaceAll(courtesySentence, "").replaceAll(opening, "$1"))
    .replaceAll(opinion, "\uE002")
    .replaceAll(intensifier, "");
  return mendSentences(repeatable.reduce(onlyFirst, plain));
}

function onlyFirst(text: string, sentence: RegExp): string {
  let count = 0;
  return text.replaceAll(sentence, (found) => (count++ === 0 ? found : ""));
}
