import { createRequire } from "node:module";
import type { ItsHelpers, Model, WinkMethods } from "wink-nlp";

/** A word or mark of a text, with its part of speech. */
export type Token = {
  text: string;
  /** Universal part of speech: VERB, AUX, NOUN, PROPN, PRON, ADJ, ADV, ADP, DET, NUM, CCONJ, SCONJ, PART, INTJ, PUNCT, SYM, X. */
  pos: string;
  /** The dictionary form in lower case: "sent" → "send". */
  lemma: string;
  /** The positions in the text at which the token begins and ends. */
  start: number;
  end: number;
};

// The tagger takes 0.2 s and 30 MB to load, so the worker thread loads it when the first text is read, not when it starts.
let tagger: { nlp: WinkMethods; its: ItsHelpers } | undefined;

function loadTagger() {
  const load = createRequire(import.meta.url);
  const wink = load("wink-nlp") as (model: Model, pipe?: string[]) => WinkMethods;
  const nlp = wink(load("wink-eng-lite-web-model") as Model, ["sbd", "pos"]);
  return { nlp, its: nlp.its };
}

// No sentence is longer, and the bound limits the tagger's time on hostile text.
const longestTagged = 4_000;

/** The tokens of an English text, in order. Text beyond 4,000 characters is not read. */
export function tokensOf(text: string): Token[] {
  tagger ??= loadTagger();
  const { nlp, its } = tagger;
  const read = text.slice(0, longestTagged);
  const found = nlp.readDoc(read).tokens();
  const words = found.out();
  const tags = found.out(its.pos) as string[];
  // The library's types reject its own lemma function for lists of tokens.
  const lemmas = found.out(its.lemma as never) as unknown as string[];
  const tokens: Token[] = [];
  let at = 0;
  words.forEach((word, i) => {
    const start = read.indexOf(word, at);
    if (start < 0) return;
    at = start + word.length;
    tokens.push({ text: word, pos: tags[i] ?? "X", lemma: (lemmas[i] ?? word).toLowerCase(), start, end: at });
  });
  return tokens;
}
