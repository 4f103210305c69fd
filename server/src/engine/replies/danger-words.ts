// Sentences of a mail that ask for money, an account or a secret in the way that fraud does.

import { sentencesOf } from "../text/sentences.ts";
import { bankMoved, payment, presses } from "./care.ts";
import { careWords, fraudWords } from "./foreign-words.ts";
import { isPhishing } from "./phishing.ts";

export type DangerWords = { kind: "bank-details" | "payment-pressure" | "asks-secret"; words: string };

const maxRead = 60_000;
const maxWords = 200;

/** Money that cannot be called back, or a payment outside of the usual way. */
const unusualPayment =
  /\b(?:gift ?cards?|(?:itunes|steam|google play|prepaid) cards?|bitcoin|btc|usdt|crypto\w*|western union|moneygram|wire transfer|by wire)\b/i;
const secrecy =
  /\b(?:keep (?:this|it) (?:between us|confidential|quiet|to yourself)|do not (?:tell|call|contact)|don't (?:tell|call)|i(?:'m| am) in a meeting|can(?:not|'t) (?:talk|take calls))\b/i;
const account =
  /\b[A-Z]{2}\d{2}[A-Z0-9 ]{11,34}\b|\b(?:account|a\/c|acct)\.?\s*(?:no|number|#)?\.?\s*:?\s*\d{6,}|\bsort code\b|\bifsc\b|\brouting number\b/i;
const invoice = /\b(?:invoices?|payments?|pay|remit\w*|transfer\w*|salary|wages|payroll|deposit)\b/i;

/** What a text asks for, each kind once, with the sentence that says it. */
export function dangerWordsIn(text: string): DangerWords[] {
  const read = text.slice(0, maxRead);
  const sentences = sentencesOf(read);
  const whole = read.replace(/\s+/g, " ");
  const found: DangerWords[] = [];
  const add = (kind: DangerWords["kind"], words: string | undefined) => {
    if (words) found.push({ kind, words: words.replace(/\s+/g, " ").trim().slice(0, maxWords) });
  };
  const speaksOfPayment = invoice.test(whole) || account.test(whole);
  const moved = sentences.find((sentence) => bankMoved.test(sentence));
  const foreign = (["de", "fr", "es", "pt", "hi"] as const).some((language) => careWords[language].always.test(whole));
  if (moved && speaksOfPayment) add("bank-details", moved);
  else if (foreign && account.test(whole))
    add(
      "bank-details",
      sentences.find((sentence) => account.test(sentence)),
    );
  const unusual = sentences.find((sentence) => unusualPayment.test(sentence));
  const pressed = sentences.find((sentence) => payment.test(sentence) && presses.test(sentence));
  if (unusual && (presses.test(whole) || secrecy.test(whole))) add("payment-pressure", unusual);
  else if (pressed && secrecy.test(whole)) add("payment-pressure", pressed);
  if (isPhishing(read))
    add("asks-secret", sentences.find((sentence) => /https?:|\bclick\b|\blink\b/i.test(sentence)) ?? sentences[0]);
  else if (fraudWords.test(whole))
    add(
      "payment-pressure",
      sentences.find((sentence) => fraudWords.test(sentence)),
    );
  return found;
}
