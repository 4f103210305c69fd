// A subject that says what the writer wants: "Signed handover for lift 2", "Correction of invoice 338".
import { type Token, tokensOf } from "../text/parts-of-speech.ts";
import { listAt, phraseAt, readable, textOf } from "./noun-phrases.ts";

const asking =
  /(?:^|[,;:.–-]\s+|\b(?:and|so|but|therefore|then|to)\s+|\s(?=(?:i|we) (?:need|would|want|'d|must|have|kindly|ask|request|urge)\b))(?:also,?\s+)?(?:please(?: also)?|pls|kindly|(?:could|can|would|will) (?:you|we|i|your (?:people|team|crew|guys|colleagues|men)|each of you|someone|somebody|\p{Lu}\p{Ll}+)(?: please| also| kindly| possibly| perhaps)?|(?:i|we) (?:need|would like|want|'d like) you to|(?:i|we) (?:must |have to |would |kindly )?(?:ask|request|urge|invite) (?:that )?you to|(?:you|we|i)(?: would|'d| will|'ll)? (?:have|need) to|shall (?:i|we))\s+(?=\p{L}{2,}\s)/giu;
const wanting =
  /(?<!\b(?:that|if|when|because|as|unless|once|who|which) )\b(?:i|we|they|she|he|\p{Lu}\p{Ll}+)(?:(?: will| would| do|'ll|'d| am| are|'m|'re| must| have to|'ve)?(?: still| also| urgently| now| only)? (?:need|needs|require|requires|miss|missing|request|requesting|ask for|asking for|ask you for|apply for|applying for|interested in|looking for|would like|want|wants|like|waiting for|chasing|enquiring about|inquiring about|writing about|writing regarding|calling about|asking about)|(?:'d| would)(?: very much| really)? (?:like|love|appreciate|be grateful for|be glad of|need)|(?<=\p{L} )(?:asked|asks|is asking|are asking) (?:me|us) for)\s*:?\s+(?!to\b|it\b|that\b|this\b|you\b|him\b|her\b|them\b|me\b|us\b|some(?:body|one)\b|more\b|if\b|whether\b)(?=\S+\s+\S|\p{L}{5})/iu;
const wishing =
  /\b(?:i|we|they|\p{Lu}?\p{Ll}+)(?:'d| would) (?:very much |really )?(?:like|love|be happy|be glad|prefer) to\s+(?=\p{L}{2,}\s)|\b(?:i|we) (?:want|wish|hope|plan|intend|am hoping|are hoping|am planning|are planning) to\s+(?=\p{L}{2,}\s)/iu;
const lacking =
  /^(?:.{0,80}?[,:]\s+)?(.{3,120}?)\s+(?:(?:is|are|was|were) (?:still |also )?(?:missing|needed|required|overdue|wanted)|(?:is|are) (?:still |also )?outstanding)\b/iu;

/** Verbs that only hand something over: what is handed over is the matter. */
const handing =
  /^(?:send|give|provide|share|forward|supply|submit|email|mail|get|let|bring|have|receive|see|discuss|arrange|organi[sz]e|prepare|attach|fill|find|take|make|do|hand|quote|issue|resend|present|offer|visit|view|attend|reserve|order|rent|hire|buy|purchase|book|know|advise|tell|state|indicate|name|specify|clarify|explain|obtain|collect)$/;
/** Verbs whose noun names the matter. */
const nouns: Record<string, string> = {
  approve: "Approval of",
  confirm: "Confirmation of",
  cancel: "Cancellation of",
  correct: "Correction of",
  review: "Review of",
  extend: "Extension of",
  replace: "Replacement of",
  deliver: "Delivery of",
  pay: "Payment of",
  transfer: "Transfer of",
  repair: "Repair of",
  return: "Return of",
  remove: "Removal of",
  inspect: "Inspection of",
  sign: "Signature of",
  refund: "Refund of",
  renew: "Renewal of",
  release: "Release of",
  change: "Change of",
  complete: "Completion of",
  postpone: "Postponement of",
  install: "Installation of",
};
/** Verbs that say little about the matter. */
const idle =
  /^(?:call|contact|note|feel|be|help|remember|ask|check|look|click|visit|reply|respond|answer|ignore|come|keep|go|use|read|refer|talk|speak|join|wait|hesitate|treat|accept|admit|hear|thank|inform|say|think|understand|like|try|follow|start|begin|work|turn|apologi[sz]e|stay|leave|save|stop by|allow|consider|ensure|sure|bear|excuse|forgive|welcome|remind|mention|point|add|ring|phone|meet|play|enter|log|apply|download)$/;

export type Asked = { text: string; isObject: boolean };

/** The requests of a sentence, as subject lines. */
export function requestsIn(sentence: string): Asked[] {
  const text = readable(sentence);
  const found: Asked[] = [];
  for (const { index, 0: opening } of [...text.matchAll(asking)].slice(0, 4)) {
    const asked = actionLine(tokensOf(text.slice(index + opening.length)));
    if (asked) found.push(asked);
  }
  const wish = wishing.exec(text);
  if (wish) {
    const asked = actionLine(tokensOf(text.slice(wish.index + wish[0].length)));
    if (asked?.isObject) found.push(asked);
  }
  const want = wanting.exec(text);
  if (want) {
    const list = listAt(tokensOf(text.slice(want.index + want[0].length)), 0);
    if (list) found.push({ text: list.text, isObject: true });
  }
  const lack = lacking.exec(text)?.[1];
  if (lack) {
    const tokens = tokensOf(lack);
    const phrase = phraseAt(tokens, 0);
    if (phrase?.isNamed && phrase.end >= tokens.length)
      found.push({ text: `Missing: ${textOf(phrase.words)}`, isObject: true });
  }
  return found.map(({ text: line, isObject }) => ({ text: withDeadline(line, text), isObject }));
}

const deadline =
  /\b((?:by|before|no later than|not later than|until)\s+(?:(?:the\s+)?(?:end of (?:the )?\p{L}+|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|noon|\d{1,2}(?:st|nd|rd|th)?(?:\s\p{Lu}\p{L}{2,8})?|\p{Lu}\p{L}{2,8} \d{1,2}))|today|tomorrow|this week)\b/iu;

/** The line with its deadline, if the sentence has one and there is room. */
function withDeadline(line: string, sentence: string): string {
  const [, day] = deadline.exec(sentence) ?? [];
  if (!day || line.length + day.length > 58 || /\b(?:by|before|until|today|tomorrow)\b|\bthis week\b/i.test(line))
    return line;
  // A bare number is no day: "by 3 people".
  return /^\D*\d{1,2}$/.test(day) ? line : `${line} ${day.replace(/^(?:no|not) later than/i, "by")}`;
}

function actionLine(tokens: Token[]): Asked | undefined {
  const verb = tokens[0]?.text.toLowerCase() ?? "";
  if (!verb || /^(?:not|n't)$/i.test(tokens[1]?.text ?? "") || verb === "not") return undefined;
  const isHanding = handing.test(verb);
  if (idle.test(verb)) return undefined;
  let at = 1;
  while (
    /^(?:me|us|him|her|them|back|again|also|out|in|up|over|you|everyone)$/i.test(tokens[at]?.text ?? "") &&
    !/^(?:my|your)$/i.test(tokens[at]?.text ?? "")
  )
    at++;
  if (/^(?:know|a hand|hold)$/i.test(tokens[at]?.text ?? "")) return undefined;
  // "the following by 16 September: a copy of …": what follows the colon is asked for.
  const colon = /^following$/i.test(tokens[at + 1]?.text ?? "") ? tokens.findIndex(({ text }) => text === ":") : -1;
  const object = listAt(tokens, colon > 0 ? colon + 1 : at)?.text;
  if (!object) return undefined;
  if (isHanding) return { text: object, isObject: true };
  const named = nouns[verb];
  if (named) return { text: `${named} ${article(tokens[at])}${object}`, isObject: true };
  const particle = at === 2 && /^(?:out|in|up|over|back)$/i.test(tokens[1]?.text ?? "") ? ` ${tokens[1]?.text}` : "";
  return { text: `${verb}${particle} ${article(tokens[at])}${object}`, isObject: false };
}

/** Keeps the article or the possessive of an object: "Return of the signed form". */
const article = (token: Token | undefined) =>
  token && /^(?:the|my|your|our|his|her|their|its|this|all|an?|any)$/i.test(token.text)
    ? `${token.text.toLowerCase()} `
    : "";
