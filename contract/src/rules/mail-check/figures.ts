import { isOneSlipApart } from "../close-words.ts";
import { isAgreement, sentencesOf } from "./agreement.ts";
import type { CheckedMail, Finding } from "./types.ts";

const symbols: Record<string, string> = {
  "₹": "INR",
  "€": "EUR",
  $: "USD",
  "£": "GBP",
  rs: "INR",
  "rs.": "INR",
  rupees: "INR",
  euro: "EUR",
  euros: "EUR",
  dollars: "USD",
  pounds: "GBP",
};
const currency = String.raw`₹|€|\$|£|Rs\.?|INR|EUR|USD|GBP|CHF|JPY|AED|SGD|AUD|CAD|rupees|euros?|dollars|pounds`;
const amountPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(${currency})\s?(\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,4}(?:[.,]\d{2})?(?!\d)|\d[\d.,]{0,18}\d|\d)|(\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,4}(?:[.,]\d{2})?(?!\d)|\d[\d.,]{0,18}\d|\d)\s?(${currency})(?![\p{L}]))`,
  "giu",
);

type Amount = { words: string; figure: string; digits: string; currency: string };

/** Sums of money, with their currency. */
export function amountsIn(text: string): Amount[] {
  return [...text.matchAll(amountPattern)].slice(0, maxCompared).flatMap(([words, before, first, second, after]) => {
    const unit = (before ?? after ?? "").toLowerCase();
    const figure = first ?? second ?? "";
    return { words, figure, digits: digitsOf(figure), currency: symbols[unit] ?? unit.toUpperCase() };
  });
}

/** "1,200.00" and "1200" are the same sum, and so are "41.5" and "41.50". */
function digitsOf(figure: string) {
  // A separator before a single digit stands once: "12,00,0" is a slip of the thousands.
  const written = /[.,](\d\d)$|^[^,]*,(\d)$|^[^.]*\.(\d)$/.exec(figure)?.slice(1).find(Boolean);
  const cents = written?.padEnd(2, "0");
  const whole = (written ? figure.slice(0, -1 - written.length) : figure)
    .replaceAll(/\D/g, "")
    .replace(/^0+(?=\d)/, "");
  return cents && cents !== "00" ? `${whole}.${cents}` : whole;
}

/** Numbers of orders, invoices and tickets: letters with digits, or at least five digits. */
const reference =
  /(?<![\p{L}\p{N}.,:/@-])(?:[A-Z]{1,6}[-/ ]?\d[\d/-]{2,20}\d|#\s?\d{4,12}|\d{5,12})(?![\p{L}\p{N}@]|[.,:/-]\d)/gu;
const phone = /(?:\+|\b00)\d[\d ()-]{6,18}\d|\b(?:tel|phone|mobile|fax|call|dial)\b[^\n]{0,20}\d[\d ()-]{6,18}\d/gi;

const referencesIn = (text: string) =>
  [...text.replaceAll(phone, " ").matchAll(reference)].slice(0, maxCompared).map(([words]) => words);
const bare = (words: string) => words.replaceAll(/[^\p{L}\p{N}]/gu, "").toUpperCase();

/** More numbers are a table, not a mail that somebody typed. Each is compared with each. */
const maxCompared = 200;

/** Sums and numbers that are one typing mistake away from one of the thread. */
export function checkFigures({ text, subject, thread }: CheckedMail): Finding[] {
  if (!thread) return [];
  return [...checkAmounts(text, thread.text), ...checkReferences(text, `${thread.text}\n${subject}`)];
}

function checkAmounts(text: string, threadText: string): Finding[] {
  const given = amountsIn(threadText);
  const known = new Set(given.map(({ digits }) => digits));
  const said = new Set(amountsIn(text).map(({ digits }) => digits));
  const found = new Map<string, Finding>();
  for (const amount of amountsIn(text)) {
    if (known.has(amount.digits) || amount.digits.replace(".", "").length < 3) continue;
    const twin = given.find(
      (one) => one.currency === amount.currency && !said.has(one.digits) && isMistyped(amount.digits, one.digits),
    );
    if (given.some((one) => one.currency === amount.currency && isPart(amount.digits, one.digits))) continue;
    if (twin)
      found.set(
        amount.words,
        figureFinding("other-amount", amount.words, twin.words, amount.words.replace(amount.figure, twin.figure)),
      );
  }
  const agreed = [...new Set(given.map((one) => `${one.currency} ${one.digits}`))];
  for (const sentence of sentencesOf(text).filter(isAgreement)) {
    const [only] = given;
    const other = amountsIn(sentence).find((one) => one.currency === only?.currency && !known.has(one.digits));
    if (agreed.length === 1 && only && other && !found.has(other.words))
      found.set(other.words, figureFinding("other-amount", other.words, only.words, only.words));
  }
  return [...found.values()];
}

/** A half, a third or a quarter of a sum: an instalment. */
const isPart = (part: string, sum: string) => [2, 3, 4].some((count) => Number(part) * count === Number(sum));

/** Swapped, missing or doubled digits, or a moved decimal point. One other digit is a new price as often as a mistake. */
function isMistyped(a: string, b: string) {
  const [plainA, plainB] = [a.replace(".", ""), b.replace(".", "")];
  if (plainA === plainB) return true;
  if (plainA.length === plainB.length) return isSwapped(plainA, plainB);
  return Math.min(plainA.length, plainB.length) >= 3 && isOneSlipApart(plainA, plainB);
}

const isSwapped = (a: string, b: string) => isOneSlipApart(a, b) && [...a].sort().join("") === [...b].sort().join("");

function checkReferences(text: string, threadText: string): Finding[] {
  const given = [...new Set(referencesIn(threadText))];
  const known = new Set(given.map(bare));
  const said = new Set(referencesIn(text).map(bare));
  const found = new Map<string, Finding>();
  for (const words of referencesIn(text)) {
    const key = bare(words);
    if (known.has(key) || key.length < 5) continue;
    const twins = given.filter(
      (one) => !said.has(bare(one)) && isSameKind(one, words) && isOneSlipApart(key, bare(one)),
    );
    const [twin] = twins;
    if (twins.length === 1 && twin && !isNeighbour(key, bare(twin)))
      found.set(words, figureFinding("other-number", words, twin, twin));
  }
  return [...found.values()];
}

const isSameKind = (a: string, b: string) => /^[A-Z]*/i.exec(a)?.[0] === /^[A-Z]*/i.exec(b)?.[0];

/** The next number of a series is meant: INV-2042 after INV-2041. */
const isNeighbour = (a: string, b: string) =>
  Math.abs(Number(/\d+$/.exec(a)?.[0] ?? Number.NaN) - Number(/\d+$/.exec(b)?.[0] ?? Number.NaN)) <= 3;

const figureFinding = (kind: "other-amount" | "other-number", words: string, other: string, to: string): Finding => ({
  kind,
  key: `${kind} ${words}`,
  words,
  other,
  isGrave: false,
  fix: { type: "replace", where: "text", from: words, to },
});
