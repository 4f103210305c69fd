// Sentences of a mail that ask for money, an account or a secret in the way that fraud does.

import { sentencesOf } from "../text/sentences.ts";
import { bankMoved, namesSum, presses } from "./care.ts";
import { careWords, fraudWords } from "./foreign-words.ts";
import { isPhishing } from "./phishing.ts";

export type DangerWords = { kind: "bank-details" | "payment-pressure" | "asks-secret"; words: string };

const maxRead = 60_000;
const maxWords = 200;

/** Money that cannot be called back, or a payment outside of the usual way. */
const unusualPayment =
  /\b(?:gift ?cards?|(?:itunes|steam|google play|prepaid) cards?|bitcoin|btc|usdt|crypto\w*|western union|moneygram|wire transfer|by wire)\b/i;
const secrecy =
  /\b(?:keep (?:this|it) (?:between us|confidential|quiet|to yourself)|(?:strictly |highly )?confidential (?:transfer|payment|matter|deal|transaction)|(?:do not|don'?t|never) (?:tell|call|contact|discuss|mention|inform)|i(?:'m| am) in (?:a|an) (?:\w+ )?meeting|can(?:not|'t) (?:talk|take calls|be reached))\b/i;
/** Money is to go somewhere. */
const movesMoney = /\b(?:pay|paying|payments?|transfer|wire|remit\w*|purchase|buy)\b/i;
const account =
  /\b[A-Z]{2}\d{2}[A-Z0-9 ]{11,34}\b|\b(?:account|a\/c|acct)\.?\s*(?:no|number|#)?\.?\s*:?\s*\d{6,}|\bsort code\b|\bifsc\b|\brouting number\b/i;
const invoice = /\b(?:invoices?|payments?|pay|remit\w*|transfer\w*|salary|wages|payroll|deposit)\b/i;

/** The reader shall hand over a secret in an answer or on the phone. */
const handsOver =
  /\b(?:send|reply|replying|read|give|tell|share|forward|provide|text)\b.{0,60}(?:\byour (?:\w+ (?:and )?){0,2}(?:password|passcode|pin|credentials)\b|\b(?:otp|one[- ]time code|verification code|(?:four|six|nine|\d)[- ]?digit code)\b)|\b(?:anydesk|teamviewer|ultraviewer)\b.{0,80}\bcode\b|\botp\s+(?:bhej|bata|share)|(?:otp|ओटीपी|पासवर्ड|पिन).{0,30}(?:भेज|बता|दें)/iu;

/** Changed accounts, payments and secrecy in German, French, Spanish, Portuguese, Hindi and Hinglish. */
const foreignMoved =
  /(?:neue[nrs]?|geänderte[nrs]?|änderung)\s(?:.{0,30}\s)?(?:konto|bankverbindung|iban)|(?:nouveau|nouvelles?|changement)\s(?:.{0,30}\s)?(?:compte|rib|coordonnées bancaires|iban)|(?:nueva|cambio de|cambiado)\s(?:.{0,30}\s)?cuenta|(?:nova|alteração|mudança|mudamos)\s(?:.{0,30}\s)?conta|(?:नया|नए|बदल).{0,30}(?:खात|अकाउंट)|(?:खात|अकाउंट).{0,30}(?:बदल|नया)|account\s+(?:change|badal|naya)/iu;
const foreignPayment =
  /überweis|rechnung|zahl|virement|factur|pa(?:y|i)e|règl|transferencia|pag(?:ar|o|ue|arse)|transferência|boleto|\bpix\b|bhej|भुगतान|पैसे/iu;
const foreignSecrecy =
  /niemandem|mit niemand|n['’]en parle|no lo comentes|não comente|em sigilo|kisi ko (?:mat|na)|किसी को मत/iu;
const foreignTransfer = /überweis|virement|transferencia|transferência|\bpix\b|transfer kar|ट्रांसफर/iu;

/** Finds the signs of fraud in a text, each kind once, with the sentence that has it. */
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
  const movedAbroad = sentences.find((sentence) => foreignMoved.test(sentence));
  const sentAbroad = sentences.find((sentence) => foreignTransfer.test(sentence));
  const foreign = (["de", "fr", "es", "pt", "hi"] as const).some((language) => careWords[language].always.test(whole));
  if (moved && speaksOfPayment) add("bank-details", moved);
  else if (foreign && account.test(whole))
    add(
      "bank-details",
      sentences.find((sentence) => account.test(sentence)),
    );
  else if (movedAbroad && foreignPayment.test(whole)) add("bank-details", movedAbroad);
  const unusual = sentences.find((sentence) => unusualPayment.test(sentence));
  const moving = sentences.find((sentence) => movesMoney.test(sentence));
  if (unusual && (presses.test(whole) || secrecy.test(whole))) add("payment-pressure", unusual);
  else if (moving && secrecy.test(whole) && namesSum(whole)) add("payment-pressure", moving);
  else if (sentAbroad && foreignSecrecy.test(whole)) add("payment-pressure", sentAbroad);
  const handed = sentences.find((sentence) => handsOver.test(sentence));
  if (isPhishing(read))
    add("asks-secret", sentences.find((sentence) => /https?:|\bclick\b|\blink\b/i.test(sentence)) ?? sentences[0]);
  else if (handed) add("asks-secret", handed);
  else if (fraudWords.test(whole))
    add(
      "payment-pressure",
      sentences.find((sentence) => fraudWords.test(sentence)),
    );
  return found;
}
