import { privateValuesIn } from "@intellibox/contract/rules/private-values";
import { maxPhraseLength, maxVoicePhrases } from "@intellibox/contract/rules/voice";
import { sentencesOf } from "../text/sentences.ts";

export type PhraseSource = { text: string; thread: string; language: string };

const lengths = [6, 5, 4, 3];
const fewestMails = 3;
const fewestThreads = 2;
const mostWords = 400;
/** Text that is in nearly all mails was not typed: it belongs to a signature or a form. */
const mostShare = 0.8;

/** A phrase neither begins nor ends with one of these. */
const weak = new Set(
  `the a an of to and or in on at for with is are was were that this it be as by from but so than then my your our their his her its
  will would can could should may might has have had been do does did not very which who when where how what there here about into
  these those we i you he she they them him us me am if because also just any all some more
  der die das den dem des ein eine einen und oder in im an am auf für mit von zu zum zur ist sind war dass es wir ich sie ihr auch
  le la les un une des du de et ou à au aux en dans sur pour par que qui est sont nous vous je il elle
  el los las una y o del al por con es son lo se su para
  os as um uma e do da no na com não é são seu sua
  il lo gli di che è per con del della`.split(/\s+/),
);
/** A phrase may begin with these, although they are weak: "I will get back to you", "if you have any questions". */
const goodStarts = new Set("i we if you as just do can could would will ich wir wenn falls je nous si yo".split(" "));
/** "I look forward to", "get back to you": an end that belongs to the phrase. */
const goodEnds = new Set("you me know it us all this that soon there here".split(" "));

/** Own mail may quote somebody else's orders to a machine, and a secret belongs into no prompt. */
const unwanted =
  /\b(?:ignore|disregard|instructions?|prompts?|system|assistant|override|jailbreak|password|passwort|secret|token|api|llm|gpt|ai|model|reply with|output|forward (?:this|all|it)|transfer|bank account)\b|[<>{}[\]⟦⟧`|\\]/iu;

/** Word sequences that several mails in different threads share, the most typical first. */
export function phrasesOf(mails: PhraseSource[], names: ReadonlySet<string>): string[] {
  const found = new Map<string, { mails: Set<number>; threads: Set<string>; words: number }>();
  mails.forEach(({ text, thread, language }, mail) => {
    for (const words of runsOf(text, language, names))
      for (const size of lengths)
        for (let at = 0; at + size <= words.length; at++) {
          const slice = words.slice(at, at + size);
          if (!isWhole(slice)) continue;
          const phrase = slice.join(" ");
          const entry = found.get(phrase) ?? { mails: new Set(), threads: new Set(), words: size };
          entry.mails.add(mail);
          entry.threads.add(thread);
          found.set(phrase, entry);
        }
  });
  const most = mails.length >= 10 ? mails.length * mostShare : Number.POSITIVE_INFINITY;
  const frequent = [...found]
    .map(([phrase, { mails: inMails, threads, words }]) => ({
      phrase,
      count: inMails.size,
      threads: threads.size,
      words,
    }))
    .filter(
      ({ phrase, count, threads }) =>
        count >= fewestMails &&
        threads >= fewestThreads &&
        count <= most &&
        phrase.length <= maxPhraseLength &&
        !unwanted.test(phrase),
    )
    .sort((a, b) => b.words - a.words || b.count - a.count);
  let kept: typeof frequent = [];
  for (const one of frequent) {
    const around = kept.filter(({ phrase }) => ` ${phrase} `.includes(` ${one.phrase} `));
    if (around.some(({ count }) => count >= one.count * 0.6)) continue;
    kept = [...kept.filter((other) => !around.includes(other)), one];
  }
  const chosen: string[] = [];
  for (const { phrase } of kept.sort((a, b) => b.count * Math.sqrt(b.words) - a.count * Math.sqrt(a.words)))
    if (chosen.length < maxVoicePhrases && !chosen.some((other) => sharesMost(phrase, other))) chosen.push(phrase);
  return chosen;
}

/** Two windows of one longer sentence. */
function sharesMost(one: string, other: string) {
  const words = new Set(one.split(" "));
  const shared = other.split(" ").filter((word) => words.has(word)).length;
  return shared >= Math.min(words.size, other.split(" ").length) - 1;
}

/** The runs of plain words of a text, in small letters: no names, numbers, addresses, links or secrets inside. */
function runsOf(text: string, language: string, names: ReadonlySet<string>): string[][] {
  const runs: string[][] = [];
  let left = mostWords;
  for (const sentence of sentencesOf(text)) {
    if (left <= 0) break;
    if (privateValuesIn(sentence).length > 0) continue;
    for (const part of sentence.split(/[,;:()"“”«»…–—|/]+|\s-\s/u)) {
      let run: string[] = [];
      const end = () => {
        if (run.length >= 3) runs.push(run);
        run = [];
      };
      part
        .trim()
        .split(/\s+/)
        .forEach((raw, at) => {
          const word = raw.replaceAll(/^[^\p{L}\p{N}@]+|[.!?]+$/gu, "");
          const lower = word.toLowerCase().replaceAll("’", "'");
          left -= 1;
          const isPlain = /^[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*$/u.test(word) && word.length <= 24;
          const isCapital = /^\p{Lu}/u.test(word) && !/^I(?:['’]\p{L}+)?$/u.test(word);
          // German writes all nouns with a capital.
          const mayBeName = isCapital && at > 0 && language !== "de";
          if (!isPlain || mayBeName || names.has(lower)) end();
          else run.push(lower === "i" || lower.startsWith("i'") ? lower : lower);
        });
      end();
    }
  }
  return runs;
}

function isWhole(words: string[]) {
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (weak.has(first) && !goodStarts.has(first)) return false;
  if (weak.has(last) && !goodEnds.has(last)) return false;
  const strong = words.filter((word) => !weak.has(word));
  return strong.length >= 2 || (strong.length === 1 && words.length >= 4 && (strong[0]?.length ?? 0) >= 4);
}
