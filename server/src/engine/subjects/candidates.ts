// The subject lines that a sentence of an English mail offers.
import { stem } from "#lib/stem.ts";
import { importanceOf } from "../summaries/importance.ts";
import { tokensOf } from "../text/parts-of-speech.ts";
import { headlineOf } from "./headline.ts";
import { questionIn } from "./questions.ts";
import { requestsIn } from "./requests.ts";
import { type Line, spanIn } from "./spans.ts";
import { changedPlan, statementIn } from "./statements.ts";

/** The lines that a sentence offers, each with its worth. */
export function candidatesIn(sentence: string, i: number, counts: Map<string, number>): Line[] {
  if (isNoMatter.test(sentence) && !/\d/.test(sentence)) return [];
  const importance = Math.min(mostImportance, Math.max(0, importanceOf(sentence)));
  const candidates: Line[] = [];
  const side = sideRemark.test(sentence) ? 0.5 : 0;
  const add = (given: string, score: number, isHeadline = false) => {
    const text = withSumLast(given).replace(/\s(?:either|both)\s(?=(?:on|at|in|for)\b)/i, " ");
    candidates.push({
      text: withFigure(text, sentence, isHeadline),
      score:
        score -
        side -
        (isSum.test(text) ? 0.8 : 0) -
        (isPointing.test(text) ? 0.5 : 0) -
        (isBroken.test(text) ? 1.2 : 0) -
        (isMeasure.test(text) ? 0.8 : 0) -
        (threatens.test(sentence) ? 1.2 : 0) -
        (isPerson(text, sentence) ? personPrice : 0),
    });
  };
  const isFirst = i === 0 ? 0.25 : 0;
  const requests = requestsIn(sentence);
  // A requested action has not happened yet: "please refund the price" is no refund.
  const isRequest = requests.length > 0 || isAsked.test(sentence);
  const headline = isRequest ? undefined : headlineOf(sentence);
  if (headline) add(headline, headlineScore + importance * 0.25 - i * 0.35, true);
  requests.forEach(({ text, isObject }, nth) => {
    add(
      text,
      requestScore + (isObject ? 0.2 : 0) + isFirst + importance * 0.2 - i * 0.15 - nth * 0.2 + qualityOf(text, counts),
    );
  });
  const changed = changedPlan(sentence);
  if (changed) candidates.push({ text: changed, score: changedScore });
  const price = newPrice.exec(sentence);
  if (price) candidates.push({ text: `New price: ${price[1]}`, score: priceScore });
  const question = questionIn(sentence);
  if (question) {
    add(question, questionScore + isFirst - i * 0.2 + qualityOf(question, counts));
    for (const last of candidates.slice(-1)) last.isQuestion = true;
  }
  const statement = headline || isRequest ? undefined : statementIn(sentence);
  if (statement)
    add(statement, statementScore + isFirst + importance * 0.25 - i * 0.3 + qualityOf(statement, counts), true);
  // The words of a question for a price say less than its line.
  if (!headline && !question?.startsWith("Price of ")) {
    const span = spanIn(sentence, i, counts, importance);
    // A phrase is worth no more than the line of its sentence that holds it.
    const whole = candidates.find(({ text }) => span && text.toLowerCase().includes(span.text.toLowerCase()));
    if (whole && span && span.score > whole.score) whole.score = span.score;
    else if (span) {
      add(span.text, span.score - (candidates.length > 0 || i > 0 ? spanPrice : 0));
      for (const last of candidates.slice(-1)) last.isSpan = true;
    }
  }
  for (const line of candidates) line.sentence = i;
  return candidates;
}

/** Two questions are one matter: "Growth price and till integration". */
export function questionsOf(candidates: Line[]): Line | undefined {
  const [first, second] = candidates.filter(({ isQuestion }) => isQuestion);
  if (!first || !second || first.text === second.text) return undefined;
  const text = `${first.text.replace(/\?$/, "")} and ${second.text.replace(/\?$/, "")}`;
  return text.length <= 60 ? { text, score: Math.max(first.score, second.score) + 0.25 } : undefined;
}

/** A mail with two matters of about the same weight names both: "Fire certificate of the membrane, earlier start". */
export function withSecondMatter(best: Line, ranked: Line[]): Line {
  if (best.sentence === undefined || best.text.length > longestFirst || isWhole.test(best.text)) return best;
  const words = new Set(stemsOf(best.text));
  const fits = (line: Line) => pairsOf(best, line).length > 0;
  const second = ranked.find(
    (line) =>
      line !== best &&
      !(line.isSpan && line.score <= 0.5 && !/\d/.test(line.text)) &&
      line.sentence !== undefined &&
      line.sentence !== best.sentence &&
      line.score > Math.max(leastSecond, best.score - furthestSecond) &&
      !isBroken.test(line.text) &&
      fits(line) &&
      /\s/.test(line.text) &&
      !isSum.test(line.text) &&
      !/\b(?:questions?|thanks?|words|news|message|mail)\b/i.test(line.text) &&
      !stemsOf(line.text).some((each) => words.has(each)),
  );
  if (!second) return best;
  return { ...best, text: pairsOf(best, second)[0] ?? best.text };
}

/** Both lines as one, in the order of the mail, with shorter forms if they are too long together. */
function pairsOf(best: Line, second: Line): string[] {
  const [first, next] = (second.sentence ?? 0) < (best.sentence ?? 0) ? [second, best] : [best, second];
  return formsOf(first.text).flatMap((one) =>
    formsOf(next.text).flatMap((other) =>
      one.length + other.length <= longestPair ? [`${one.replace(/\?$/, "")}, ${lowered(other)}`] : [],
    ),
  );
}

/** Words that have a capital only because they began a line. */
const lowered = (text: string) =>
  text.replace(
    /^(?:Confirmation|Correction|Approval|Cancellation|Review|Extension|Replacement|Deliver(?:y|ies)|Payment|Transfer|Repair|Return|Removal|Inspection|Signature|Refund|Renewal|Release|Change|Completion|Postponement|Installation|New|Cause|Price|Missing|Times)\b/,
    (word) => word.toLowerCase(),
  );

/** "application for a street food licence" is about the licence; a list is named by its first thing. */
const formsOf = (text: string) => [
  ...new Set([
    text,
    text.replace(/^(?:application|request|offer|quote|order) for (?:an? |the )?/i, ""),
    text.split(", ")[0] ?? text,
  ]),
];

/** "£480 for a four tier lemon cake" is about the cake. */
const withSumLast = (text: string) =>
  text.replace(/^([€$£₹]\s?\d[\d.,]*|\d[\d.,]*\s?(?:€|£|eur|usd|gbp)) for (?:an? |the )?(\p{L}.{5,})$/iu, "$2: $1");
/** A refusal or two figures that differ say enough. */
const isWhole = /^Cannot\b|,/;
const longestFirst = 38;
const longestPair = 60;
const leastSecond = 0.3;
const furthestSecond = 1.25;
const stemsOf = (text: string) => (text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []).map((word) => stem(word));

// A phrase says less than a line that is made by the sentence's grammar.
const spanPrice = 0.3;
// A person who is only mentioned is not the matter.
const personPrice = 1;
const isPerson = (text: string, sentence: string) =>
  /^(?:(?:Mr|Mrs|Ms|Dr|Brother|Sister|Father)\.?\s)?\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?$/u.test(text) &&
  namesIn(text).every((name) =>
    tokensOf(sentence.slice(0, 500)).some(({ text: word, pos }) => word === name && pos === "PROPN"),
  );
const namesIn = (text: string) =>
  text.split(" ").filter((word) => !/^(?:Mr|Mrs|Ms|Dr|Brother|Sister|Father)\.?$/.test(word));
const mostImportance = 3;
/** A condition, an offer or an afterthought is rarely the matter. */
const sideRemark = /^(?:if|should|in case|unless|also|ps|p\.s|by the way|oh|one more thing|second thing|otherwise)\b/i;
/** "Half vegetarian is no problem": what is fine is not the matter. */
const isNoMatter =
  /\b(?:no|not a|never a) (?:problem|issue|trouble|change|hurry|rush)\b|\b(?:is|are|was) (?:all )?(?:fine|agreed)(?:[.,]|$)/i;
/** A line that points to what stands elsewhere, or that names only how somebody is reached. */
const isPointing = /\b(?:this|these|those|it|them|same)\b|\d{3} \d{3}|@|https?:|\bext\b/i;
/** A line that hangs on words that it leaves out: "on crutches", "short for Good Friday", "every wedding". */
const isBroken =
  /^(?:quick|sorry|thanks|thank|brief|small|little|key|on|in|at|by|with|for|to|from|of|as|than|his|her|their|its|either|way|place|short|still|other|such|same|most|many|much|ready|able|due)\b|\b(?:every|each|any|which|such|other)$/i;
/** "39.2 degrees", "300 requests" */
const isMeasure =
  /^(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|half|a few|some) (?:degrees|requests|people|persons|minutes|hours|days|weeks|months|times|percent|km|kg|cm|mm|\p{Ll}{1,3})(?:, .*)?$/u;
const threatens = /^(?:if not|otherwise|or else|else|unless)\b/i;
/** A price without its matter. */
const isSum = /^(?:[€$£₹]\s?\d|\d[\d.,]*\s?(?:€|£|eur|usd|gbp)\b)/i;
/** "It would be 19.20 a head", "the price goes up to 5,150 euros" */
const newPrice =
  /\b(?:it|this|that|the (?:new )?price|the rate|the rent) (?:would|will|must) (?:now )?(?:be|come to|go (?:up|down) to|rise to) ((?:[$€£₹]\s?)?\d[\d.,]*\d?(?:\s?(?:euros?|pounds|dollars|eur|gbp|usd|€|£))?(?:\s(?:a|an|per) \p{L}+)?)(?=[\s,.;]|$)(?=.{0,60}(?:$|[.,;]|\ba head\b|\bprice\b))(?<=\b(?:a|an|per) \p{L}+|euros?|pounds|dollars|eur|gbp|usd|[€£])/iu;
const priceScore = 1.7;
const questionScore = 0.9;
const statementScore = 0.8;
const changedScore = 2.6;

/** A line says more with a figure and with words that the mail repeats; one word alone says little. */
function qualityOf(line: string, counts: Map<string, number>): number {
  const words = line.split(/\s+/);
  let quality = words.length < 2 ? -0.6 : words.length > 9 ? -0.3 : 0;
  if (/\d/.test(line)) quality += 0.15;
  const repeated = words.filter((word) => (counts.get(stem(word.toLowerCase())) ?? 1) > 1).length;
  return quality + Math.min(0.3, repeated * 0.15);
}

// A headline of the first sentences outranks most phrases.
const headlineScore = 1.3;
const requestScore = 1.2;
const isAsked = /\b(?:please|kindly|(?:could|can|would|will) (?:you|we|i)|shall (?:we|i))\b|\?\s*$/i;

const amount =
  /(?:[$€£₹]\s?\d[\d.,]*\d?[kKmM]?|\b(?:USD|EUR|GBP|INR|CHF)\s?\d[\d.,]*\d|\b\d[\d.,]*\d?\s?(?:USD|EUR|GBP|INR|CHF|€|£|%))/u;
const day =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(\d{1,2}\s(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2}\b)/iu;

/** A subject without a number gets the date or the amount of its sentence. */
function withFigure(subject: string, sentence: string, isHeadline: boolean): string {
  if (/\d/.test(subject) || subject.split(/\s+/).length > 6) return subject;
  const [sum] = amount.exec(sentence) ?? [];
  const found = day.exec(sentence);
  const isOld = found !== null && /\b(?:of|dated|from|since|your)\s+$/i.test(sentence.slice(0, found.index));
  if (found?.[1] && !isHeadline && !isOld) return `${subject}, ${found[1]}`;
  return sum ? `${subject}: ${sum.replace(/[.,]$/, "")}` : subject;
}
