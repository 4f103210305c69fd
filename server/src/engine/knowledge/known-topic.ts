// Says what a topic of the user's words is, from knowledge that fits without doubt: "tell Tom what a raft costs", "send our opening hours".
import { type KnownAnswer, knownAnswer, sharesWords } from "./known-answer.ts";
import type { OfferedPiece } from "./offered-piece.ts";

/** A topic as its writer worded it, and whether it is a clause ("when we open") or a thing ("our opening hours"). */
export type Topic = { text: string; isClause: boolean };

/** The clause of a question that is told: "what a raft costs", "whether we deliver". */
const clauseStart = /^(?:what|when|where|how|who|whom|whose|which|why|whether|if)\b/i;

export const topicOf = (text: string): Topic => ({ text, isClause: clauseStart.test(text) });

const facts =
  "price|cost|rate|fee|charge|tariff|(?:opening|business|office|working) hour|(?:delivery|lead|turnaround|processing|response|waiting) time|address|location|number|term|policy|policie|condition|detail|deadline|warranty|guarantee|validity|minimum order|e-?mail|phone";
/** A thing that a sentence can say. "The price list" is not said but sent. */
const sayable = new RegExp(
  `\\b(?:${facts})s?(?=$|[.?!]|,? (?:of|for|to|in|at|from|on|per|with|and|during|until|between|by)\\b)`,
  "i",
);
export const isSayable = (thing: string) => thing.length <= longestTopic && sayable.test(thing);

/** Sizes and models are names, not values: "the 50x50 box", "model A4". */
const namesWithDigits = /\b(?:\d+(?:\s?[x×]\s?\d+)+|(?!(?:INR|EUR|USD|GBP|RS)\d)[A-Z]{1,4}-?\d+)\b/g;

/** "our delivery time": a thing that is named and not said. */
export const isUnsaid = (thing: string) =>
  /^(?:the|our|my) [^\d:]+$/i.test(thing.replaceAll(namesWithDigits, "")) && isSayable(thing);

/** "the price of the box: 41.50": the writer says it. */
export const saysItself = (thing: string) =>
  /:\s*\S|[€$£₹%]|\b(?:rs|inr|eur|usd|gbp)\.? ?\d|\d[.,]\d+\W*$/i.test(thing);

const longestTopic = 200;

/** The sentence that says it, with the topic in front if the stored words do not name it. */
export function knownSentence({ text, isClause }: Topic, pieces: OfferedPiece[]): KnownAnswer | undefined {
  const topic = text.trim().replace(/[.?!\s]+$/, "");
  if (!topic || topic.length > longestTopic) return undefined;
  const found = knownAnswer(isClause ? `${topic}?` : `What is ${topic}?`, pieces);
  if (!found) return undefined;
  const stored = /[.!?…)]$/.test(found.text) ? found.text : `${found.text}.`;
  const bare = stored.replace(/^(?:(?:yes|no)[,.:;]\s+(?=\p{L})|yes[,.:;]\s+(?=\d))/iu, "");
  const lead = isClause ? `As to ${topic.replace(/^if\b/i, "whether")}` : `Regarding ${topic}`;
  // "Yes" answers whether something is so, and nothing else.
  const value = /^(?:whether|if)\b/i.test(topic) ? stored : bare;
  const said = sharesWords(topic, bare) || isWholeSentence(bare) ? bare : `${lead}: ${value}`;
  return { ...found, text: `${said.charAt(0).toUpperCase()}${said.slice(1)}` };
}

/** A sentence whose subject names what it is about: "Our shop is open from 9 to 6", and not "It is 24 months". */
const isWholeSentence = (text: string): boolean =>
  /^(?:our|we|the|an?|all|every|each)\b.* (?:is|are|has|have|will|costs?|takes?|lasts?|opens?|closes?)\b/i.test(text);

/** "what a raft costs and when we open" are two topics. */
export const topicsIn = (clause: string): string[] =>
  clause.split(/,?\s+and\s+(?=(?:what|when|where|how|who|which|why|whether)\b)/i);
