import { wordsOf } from "../text/words.ts";

/**
 * The features by which a linear model recognizes requests and promises: words, pairs and triples of words, the beginning
 * and end of the sentence, and some forms of requests.
 */
export function requestFeatures(sentence: string): string[] {
  const text = sentence
    .slice(0, 600)
    .replace(/[‘’]|â/g, "'")
    .replace(/\s+/g, " ")
    .trim();
  const words = wordsOf(text).map(normalize).slice(0, 60);
  const features = new Set<string>(["bias"]);
  words.forEach((word, i) => {
    const next = words[i + 1];
    const third = words[i + 2];
    features.add(word);
    if (next !== undefined) features.add(`${word} ${next}`);
    if (next !== undefined && third !== undefined && i < 30) features.add(`${word} ${next} ${third}`);
  });
  features.add(`^${words[0] ?? ""}`);
  features.add(`^${words[0] ?? ""} ${words[1] ?? ""}`);
  features.add(`^^${words[1] ?? ""}`);
  features.add(`$${words.at(-1) ?? ""}`);
  features.add(`#length${Math.min(6, Math.floor(Math.log2(words.length + 1)))}`);
  for (const [name, shape] of Object.entries(shapes)) if (shape.test(text)) features.add(`#${name}`);
  if (words.some((word) => word === "you" || word === "your") && /\?/.test(text)) features.add("#youAsk");
  return [...features];
}

const normalize = (word: string) => {
  const lower = word.toLowerCase();
  if (/^\d/.test(lower)) return "0";
  if (weekdays.test(lower)) return "#day";
  if (months.test(lower)) return "#month";
  return lower;
};

const weekdays =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day s?$|^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^(?:today|tomorrow|tonight)$/;
const months = /^(?:january|february|march|april|june|july|august|september|october|november|december)$/;

const you = "(?:you|u|ya|yo[u']+|anyone|someone|somebody|anybody|everyone|people|one of you|y'all)";
const verbs =
  "(?:send|call|let|give|get|take|make|review|check|forward|confirm|provide|contact|see|look|tell|advise|add|put|set|reply|respond|ask|bring|come|join|attend|use|click|visit|go|find|print|sign|call|email|e-mail|mail|fax|note|keep|help|update|submit|complete|fill|return|schedule|meet|discuss|read|pass|try|share|include|change|remove|delete|cancel|move|write|talk|follow|prepare|arrange|ensure|remember|consider|verify|make|do|be|have|feel|hold|wait|stop|leave|plan|save|book|pay|order|buy|work|speak|show|explain|describe|speak|coordinate|enter|approve|handle|fix|test|run|start|finish|draft|upload|download|register|vote|log|unsubscribe)";
const shapes: Record<string, RegExp> = {
  question: /\?\s*["')]*\s*$/,
  anyQuestion: /\?/,
  exclaim: /!\s*$/,
  modalYou: new RegExp(
    `\\b(?:can|could|would|will|may|might|won't|can't|couldn't|wouldn't)\\s+(?:${you}|we|i)\\b`,
    "i",
  ),
  startsModal: /^\W*(?:\w+,?\s+)?(?:can|could|would|will|may|shall|should)\b/i,
  startsAux: /^\W*(?:\w+,\s+)?(?:do|does|did|is|are|was|were|have|has|any|anyone|am)\b/i,
  startsWh: /^\W*(?:\w+,\s+)?(?:what|when|where|who|which|how|why)\b/i,
  please: /\b(?:please|pls|plz|kindly)\b/i,
  startsImperative: new RegExp(
    `^\\W*(?:(?:also|so|and|then|just|please|pls|kindly|if not|otherwise|do|in the meantime|again)[, ]+)*${verbs}\\b`,
    "i",
  ),
  vocativeImperative: new RegExp(
    `^\\s*[A-Z][a-z]+(?:\\s*(?:/|,|and)\\s*[A-Z][a-z]+)*\\s*[,:-]+\\s*(?:please|pls|could|can|would|will|${verbs})\\b`,
  ),
  clauseImperative: new RegExp(`[,;:-]\\s+(?:please\\s+|pls\\s+|just\\s+)?${verbs}\\b`, "i"),
  want: /\b(?:i|we)(?:'d| would| d)? (?:also |really |very much )?(?:like|love|appreciate|prefer|want|need|hope|wish|suggest|propose|recommend|ask|request)\b/i,
  wantYou:
    /\b(?:i|we)(?:'d| would)? (?:also |really )?(?:like|love|want|need|prefer|ask|expect) (?:for )?(?:you|everyone|all)\b/i,
  appreciate: /\bappreciate\b|\bgrateful\b|\bindebted\b/i,
  letKnow: /\blet (?:me|us|him|her|them) know\b/i,
  commit:
    /\b(?:i|we)(?:'ll| will| shall|'m going to| am going to| are going to|'re going to| plan to| intend to| can|'d be happy to| would be happy to)\b/i,
  commitVerb:
    /\b(?:i|we)(?:'ll| will) (?:\w+ )?(?:send|call|get|let|check|look|forward|bring|give|follow|try|have|see|make|take|put|review|do|be|talk|discuss|pass|prepare|work|keep|provide|arrange|contact|update|post|add|write|sign)\b/i,
  lets: /\b(?:let's|lets|let us)\b/i,
  shouldYou: /\b(?:you|we) (?:should|must|need to|have to|ought to|may want to|might want to)\b/i,
  conditional: /^\W*if\b|\bif you\b/i,
  conditionalAsk: /\bif (?:you|so|not|possible|there|this|that)\b.*\b(?:please|let me know|call|contact|e-?mail)\b/i,
  noteThat: /\bplease (?:note|be advised|find|see attached|do not reply)\b/i,
  link: /https?:|www\.|\$link|click|unsubscribe|mailto:/i,
  past: /\b(?:was|were|had|did|said|asked|told|wanted|sent|called|thought)\b/i,
  thirdPerson: /^\W*(?:he|she|they|it|the|this|that|these|those|there)\b/i,
  firstPerson: /^\W*(?:i|we|i'm|we're|i've|we've)\b/i,
  money: /\$\s?\d/,
  quoted: /^\s*(?:>|&gt;|\|)/,
  shouting: /^[^a-z]{8,}$/,
  wonder:
    /\b(?:wonder(?:ing)?|curious|any (?:idea|thoughts?|chance|comments?|suggestions?|feedback|news|luck)|thoughts\?|is it possible|would it be|do you (?:think|know|have|want|need|mind))\b/i,
};
