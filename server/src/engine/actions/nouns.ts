// Replaces "it" and "them" in a task by their noun: "The blurb is too long. Bram cuts it to 90 words" → "cut the blurb to 90 words".
import { type Token, tokensOf } from "../text/parts-of-speech.ts";

const pronoun =
  /^((?!do\b|handle\b|fix\b|see\b|look\b|make\b|get\b|take\b|let\b)\p{L}+(?:\s(?:back|up|out|in|off))?)\s(it|them)\b(?=\s+\S)/iu;
const one =
  /\b(an?|the|another)\s(newer|new|recent|current|second|better|fresh|larger|bigger|smaller|cheaper|correct|corrected)\sone\b/iu;
const longest = 60;

/** The task with the thing that "it" or "them" stands for, if the words before name just one such thing. */
export function withNoun(text: string, sentence: string, previous: string): string {
  // "We need a newer one": the word before says what.
  const [another, article, kind] = one.exec(text) ?? [];
  if (another) {
    const named =
      thingIn(sentence.slice(0, Math.max(0, sentence.indexOf(text.replace(/^Provide /, "")))), false) ??
      thingIn(previous, false);
    return named ? text.replace(another, `${article} ${kind} ${named.replace(/^\S+\s/, "")}`) : text;
  }
  const [whole, verb, word = ""] = pronoun.exec(text) ?? [];
  if (!whole) return text;
  const before = sentence.slice(0, Math.max(0, sentence.indexOf(text)));
  const isPlural = /them/i.test(word);
  const thing = thingIn(before, isPlural) ?? thingIn(previous, isPlural);
  return thing ? `${verb} ${thing}${text.slice(whole.length)}` : text;
}

/** The only singular or plural thing that a sentence names: "the inventory for flat 4". Undefined if it names two. */
function thingIn(sentence: string, isPlural: boolean): string | undefined {
  const found: string[] = [];
  const text = sentence.slice(0, 240);
  const tokens = tokensOf(text);
  for (let i = 0; i < tokens.length; i++) {
    if (!/^(?:the|our|your|an?)$/i.test(tokens[i]?.text ?? "")) continue;
    const end = endOfThing(tokens, i);
    const head = tokens[end - 1];
    if (end - i < 2 || !head || isPerson.test(head.text)) continue;
    const isMany = /s$/i.test(head.text) && head.lemma !== head.text.toLowerCase();
    if (isMany !== isPlural) continue;
    const last = withTail(tokens, end);
    const from = tokens[i]?.start ?? 0;
    const article = (tokens[i]?.text ?? "").toLowerCase().replace(/^an?$/, "the");
    const rest = text.slice(tokens[i + 1]?.start ?? from, tokens[last]?.start ?? text.length);
    const thing = `${article} ${rest}`.replace(/[\s,.;:!?]+$/, "");
    found.push(thing);
    i = last - 1;
  }
  const [only = "", ...others] = found;
  return others.length === 0 && only.length <= longest ? only || undefined : undefined;
}

/** People, times and places are seldom sent, signed or cut. */
const isPerson =
  /^(?:conversation|calls?|talks?|discussions?|visits?|e?-?mails?|messages?|days?|weeks?|months?|mornings?|evenings?|way|end|moment|time|meeting|man|woman|men|women|people|team|board|customers?|clients?|one|others?|teacher|driver|doctor|plumber|manager|officer|leader|buyer|owner|tenant|accountant|assistant|landlord|chef|nurse|guests?|\p{L}+(?:ist|yer|ician|eer|ess))$/iu;

function endOfThing(tokens: Token[], from: number): number {
  let end = from + 1;
  while (/^(?:ADJ|NOUN|PROPN|NUM)$/.test(tokens[end]?.pos ?? "")) end++;
  return /^(?:NOUN|PROPN)$/.test(tokens[end - 1]?.pos ?? "") || /^NUM$/.test(tokens[end - 1]?.pos ?? "") ? end : from;
}

/** "of the annual report", "for flat 4" belong to the thing. */
function withTail(tokens: Token[], end: number): number {
  if (!/^(?:of|for|about)$/i.test(tokens[end]?.text ?? "")) return end;
  let last = end + 1;
  while (/^(?:DET|ADJ|NOUN|PROPN|NUM)$/.test(tokens[last]?.pos ?? "")) last++;
  return last > end + 1 ? last : end;
}
