// Patterns for the facts that a sentence must have to answer a question of a kind: an amount, a day, a person, a place.
import { amountsIn } from "@intellibox/contract/rules/mail-check/figures";
import type { QuestionKind } from "./types.ts";

const bareAmount =
  /\b\d[\d.,]*\s?(?:k|lakhs?|crores?|million|m|bn|percent|per cent)\b|\d\s?%|\b\d[\d.,]*\s?(?:per|each|a piece|apiece)\b|\/-(?!\d)|\bfree of charge\b|\bno charge\b/i;
const day =
  /\b(?:\d{1,2}(?:st|nd|rd|th)?\.?\s(?:of\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s\d{1,2}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|tonight|today|yesterday|(?:next|this|last) (?:week|month|year|quarter)|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|the \d{1,2}(?:st|nd|rd|th)|(?:in|within|after|for) (?:\d+|two|three|four|five|six|ten|a few|a couple of) (?:minutes|hours|days|weeks|months|years|working days|business days)|(?:end|beginning|middle) of (?:the )?(?:week|month|year|january|february|march|april|may|june|july|august|september|october|november|december)|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|q[1-4]\b)/i;
const clock = /\b\d{1,2}(?:[:.]\d\d)?\s?[ap]\.?m\b|\b\d{1,2}:\d\d\b|\b(?:noon|midnight)\b/i;
const span =
  /(?:\b\d+(?:[.,]\d+)?|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|few|couple of|several))[\s-]*(?:(?:to|or|–|-)\s*\d+[\s-]*)?(?:(?:working|business|calendar|full)[\s-])?(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)\b|\bovernight\b|\b(?:all|the whole) (?:day|week|month|year)\b/i;
const until = /\b(?:until|till|through|valid|expires?|ends?|lasts?|from)\b/i;
/** A sentence without one may be about the matter, but says no reason. */
const cause =
  /\b(?:because|since|as (?:we|i|it|the|our|there)|due to|owing to|thanks to|caused?|causes|reasons?|result(?:ed|s)? (?:of|from)|led to|so that|in order to|so (?:we|i|it|the)|therefore|hence|that is why|that's why|after|unfortunately|problems?|issues?|fail(?:ed|ure)?|broken?|broke|crash(?:ed)?|delay(?:ed)?|shortage|strike|increased?|rose|rise|higher)\b/i;
const place =
  /\b(?:at|in|near|venue|address|location)\b:?\s+(?:is\s+|will be\s+|the\s+|our\s+|your\s+)?(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May\b|June|July|August|September|October|November|December)\p{Lu}|\b(?:room|hall|floor|gate|terminal|platform|street|road|avenue|hotel|office|building|online|by phone|video call)\b/u;
const name = /(?<=\S\s)(?!I\b|I'|OK\b)\p{Lu}\p{Ll}+/u;
const firstPerson = /\b(?:i|we|i'll|we'll|i'm|we're|my|our)\b/i;

export const hasAmount = (text: string) => amountsIn(text).length > 0 || bareAmount.test(text);
export const hasDay = (text: string) => day.test(text);

const tests: Partial<Record<QuestionKind, (text: string) => boolean>> = {
  amount: hasAmount,
  date: (text) => hasDay(text) || clock.test(text),
  reason: (text) => cause.test(text),
  // "Valid until 30 November" says how long, too.
  duration: (text) => span.test(text) || (until.test(text) && (hasDay(text) || clock.test(text))),
  place: (text) => place.test(text),
  number: (text) =>
    /\d/.test(text) ||
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|none|both)\b/i.test(text),
  person: (text) => name.test(text) || firstPerson.test(text),
};

export const canAnswer = (kind: QuestionKind, text: string) => tests[kind]?.(text) ?? true;

/** The facts in which two answers can differ, in a form that can be compared. */
export function factsOf(kind: QuestionKind, text: string): string {
  if (kind === "amount")
    return amountsIn(text)
      .map(({ digits }) => digits)
      .sort()
      .join(" ");
  if (kind === "date")
    return (text.toLowerCase().match(new RegExp(`${day.source}|${clock.source}`, "gi")) ?? []).sort().join(" ");
  if (kind === "duration")
    return (text.toLowerCase().match(new RegExp(`${span.source}|${day.source}`, "gi")) ?? []).sort().join(" ");
  return kind === "number" ? (text.match(/\d[\d.,]*/g) ?? []).sort().join(" ") : "";
}
