import type { ReadMail } from "./mail-sentences.ts";
import { stemsOf } from "./mail-sentences.ts";
import { hasAmount, hasDay } from "./typed-facts.ts";
import type { FoundSentence } from "./types.ts";

const invoiceNumber =
  /\b(?:invoice|bill|inv)\b[\s.:#no-]{0,8}([A-Z]{0,6}[-/]?\d[\dA-Z/-]{1,20})|\b(INV[-/ ]?\d[\dA-Z/-]{1,20})/giu;
const isSettled =
  /\b(?:(?:has|have|had|was|were|been|is|are|fully|already|now) paid|paid (?:in full|on|yesterday|today|it|this|your|the)|payment (?:(?:has been|was|is) )?(?:received|made|done|processed|confirmed|completed)|(?:received|made|processed|confirmed?|completed|got|for) (?:your |the |a |our )?(?:full )?(?:payment|remittance|transfer)(?! terms)|i(?:'ve| have)? (?:just )?(?:paid|transferred|settled)|we(?:'ve| have)? (?:just )?(?:paid|transferred|settled)|receipt for|settled|cancel(?:l)?ed|credit note|void)\b/i;
const notSettled =
  /\b(?:not|never|hasn't|haven't|isn't|unpaid|until|once|if|when|after|before|please|remind\w*|would|will|to be) (?:\S+ ){0,4}?(?:paid|pay|payment|settled|received|transferred)\b|\bno payment\b/i;
const claims =
  /\b(?:due|payable|please (?:pay|find|transfer|settle)|attached|total|amount|balance|outstanding|overdue|reminder|pay by|payment terms)\b/i;

/** One sentence for each invoice that no later mail says is paid, newest first. */
export function openInvoices(mails: ReadMail[]): FoundSentence[] {
  const claimed = mails.filter(isClaim).sort((one, other) => other.mail.at.getTime() - one.mail.at.getTime());
  const seen = new Set<string>();
  return claimed.flatMap((read) => {
    const numbers = numbersIn(read);
    const keys = numbers.length > 0 ? numbers : [read.mail.thread];
    if (keys.some((key) => seen.has(key))) return [];
    for (const key of keys) seen.add(key);
    const isPaid = mails.some((other) =>
      (other.mail.thread === read.mail.thread ? other.mail.at >= read.mail.at : false) && settles(other)
        ? true
        : other !== read &&
          other.mail.at >= read.mail.at &&
          numbersIn(other).some((key) => numbers.includes(key)) &&
          settles(other),
    );
    if (isPaid) return [];
    const best =
      read.sentences.find(({ text }) => hasAmount(text) && (hasDay(text) || claims.test(text))) ??
      read.sentences.find(({ text }) => hasAmount(text)) ??
      read.sentences.find(({ text }) => /\b(?:invoice|bill)\b/i.test(text)) ??
      read.sentences[0];
    return best ? [{ mail: read.at, sentence: best.text }] : [];
  });
}

function isClaim(read: ReadMail): boolean {
  const { mail, sentences, stems } = read;
  if (!stems.has("invoic") && !stems.has("bill")) return false;
  const isNamed = [...stemsOf(mail.subject)].some((stemmed) => stemmed === "invoic" || stemmed === "bill");
  const isStated = sentences.some(
    ({ text }) => /\b(?:invoice|bill)s?\b/i.test(text) && (hasAmount(text) || claims.test(text)),
  );
  const isMoney = sentences.some(({ text }) => hasAmount(text));
  return (isNamed || isStated) && (isMoney || isStated) && !settles(read);
}

const settles = ({ sentences, mail }: ReadMail) =>
  [mail.subject, ...sentences.map(({ text }) => text)].some(
    (text) => isSettled.test(text) && !notSettled.test(text) && !/\?\s*$/.test(text),
  );

function numbersIn({ mail, sentences }: ReadMail): string[] {
  const text = [mail.subject, ...sentences.map((sentence) => sentence.text)].join("\n").slice(0, 20_000);
  return [
    ...new Set(
      [...text.matchAll(invoiceNumber)].map(([, one, other]) =>
        (one ?? other ?? "").replaceAll(/\W/g, "").replace(/^INV/i, "").toUpperCase(),
      ),
    ),
  ];
}
