// Sentences of a mail that ask for money, an account or a secret in the way that fraud does.

import { sentencesOf } from "../text/sentences.ts";
import { bankMoved, namesSum, presses } from "./care.ts";
import { careWords, fraudWords } from "./foreign-words.ts";
import { announcesAccount } from "./moved-accounts.ts";
import { isPhishing } from "./phishing.ts";

export type DangerWords = { kind: "bank-details" | "payment-pressure" | "asks-secret"; words: string };

const maxRead = 60_000;
const maxWords = 200;

/** Money that cannot be called back, or a payment outside of the usual way. */
const unusualPayment =
  /\b(?:gift ?cards?|(?:itunes|steam|google play|prepaid) cards?|bitcoin|btc|usdt|crypto\w*|western union|moneygram|wire transfer|by wire)\b/i;
const secrecy =
  /\b(?:keep (?:this|it) (?:between us|confidential|quiet|to yourself)|(?:strictly |highly )?confidential (?:transfer|payment|matter|deal|transaction)|(?:do not|don'?t|never) (?:tell|call|contact|discuss|mention|inform)|i(?:'m| am) in (?:a|an) (?:\w+ )?meeting|can(?:not|'t) (?:talk|take calls|be reached)|(?:nobody|no ?one) else\b[^.!?]{0,40}\bknows|(?:don['’]?t|do not|without) (?:go(?:ing)? through|follow(?:ing)?|use|using|wait(?:ing)? for) (?:the )?(?:normal|usual|regular|standard) (?:approvals?|process|procedures?|channels?)|deal with me only|only deal with me|not aware of this|(?:doesn['’]?t|don['’]?t) know about this)\b/i;
/** Money is to go somewhere. */
const movesMoney = /\b(?:retainer|paying|payments?|transfer|wire|remit\w*|purchase|buy|pay)\b/i;
const account =
  /\b[A-Z]{2}\d{2}[A-Z0-9 ]{11,34}\b|\b(?:account|a\/c|acct)\.?\s*(?:no|number|#)?\.?\s*:?\s*\d{6,}|\bsort code\b|\bifsc\b|\brouting number\b/i;
/** "Our new account number": a text that names the account is about paying to it. */
const ownNewAccount =
  /\b(?:our|my)\s+(?:new|changed|updated|revised)\s+(?:bank(?:ing)?\s+)?(?:account|a\/c|acct|iban)\b/i;
/** Other words for the same: "updated our banking information", "our UPI id has changed", "the IBAN is wrong, use this one". */
const otherwiseMoved =
  /\b(?:updated?|changed?|changing|revised?|switched|replaced?|new)\b.{0,40}\b(?:bank(?:ing)? (?:information|info|details|account|coordinates|instructions)|(?:remittance|wire|payment|beneficiary|settlement) (?:details|account|instructions|information)|upi (?:id|address|handle)|iban|ifsc|sort code)\b|\b(?:our|my) (?:upi (?:id|address|handle)|iban|bank(?:ing)? (?:details|information|account))\b.{0,30}\b(?:changed|changes|moved|updated|different|replaced)\b|\b(?:iban|account|bank details|upi)\b.{0,60}\b(?:wrong|incorrect|outdated|no longer (?:valid|active|in use)|closed|frozen|blocked)\b.{0,60}\b(?:use|pay|send|transfer|instead)\b|\b(?:use|pay (?:in)?to|transfer (?:it |this )?to) (?:our|my|the|this|an?) (?:\w+['’]s?|other|different|alternative|alternate|temporary|second|secondary|partner|subsidiary|sister company['’]?s?) (?:\w+ )?(?:bank )?account\b/i;
/** "Our bank details remain unchanged", and questions whether they have changed. */
const unmoved =
  /\b(?:unchanged|(?:have|has|did|do|does|will) (?:not|never)(?: be(?:en)?)? chang|not changed|same as before)|^(?:have|has|did) .{0,120}\?\s*$/i;
/** The reader's own settings, which many services confirm, and not where the sender wants to be paid. */
const readersOwn = /\byour (?:bank|payment|upi|iban|remittance|account|billing|payout)/i;
/** A request for the codes of gift cards, which are as good as money. */
const wantsCodes = /\b(?:send|text|forward|share|e-?mail|whatsapp)\s+(?:me|us)\b.{0,60}\bcodes?\b/i;
const invoice = /\b(?:invoices?|payments?|pay|remit\w*|transfer\w*|salary|wages|payroll|deposit)\b/i;

/** Blackmail: somebody claims to have seen or taken something, and wants to be paid for silence. */
const blackmail =
  /\b(?:hacked|infected|compromised|have (?:full )?access to|control of|recorded|filmed|installed (?:a |the )?(?:trojan|malware|virus|spyware))\b.{0,120}\b(?:you|your)\b|\b(?:i|we)(?:'ve| have)? (?:recorded|filmed|hacked|got (?:a )?video)\b|\bwebcam\b|\b(?:intimate|compromising|embarrassing) (?:video|pictures?|photos?|recordings?|footage)\b/i;
const ransom =
  /\b(?:bitcoin|btc|monero|crypto\w*|usdt|wallet|ransom)\b|\b(?:pay|transfer|send)\b.{0,60}(?:[$€£₹]|\b(?:usd|eur|gbp|inr)\b)/i;
const threat =
  /\b(?:(?:will|shall|going to) (?:\w+ )?(?:send|publish|share|post|leak|forward|release|expose)|published|leaked|exposed|all (?:of )?your (?:contacts|friends|family|colleagues))\b/i;

/** Money from nowhere: a prize, an inheritance, a donation. */
const windfall =
  /\b(?:you(?:'ve| have| are)? (?:been )?(?:won|selected|chosen)|your (?:e-?mail )?(?:address|id) (?:has |was )?(?:been )?(?:won|selected|drawn)|winning (?:number|ticket|notification)|lott(?:ery|o)|jackpot|next of kin|inherit(?:ance|ed)|unclaimed (?:funds?|inheritance|prize|money)|donat\w+ (?:\S+ ){0,8}to you|late (?:client|husband|father)|compensation fund)\b/i;
const largeSum =
  /\b(?:million|billion|lakhs?|crores?)\b|[$€£₹]\s?\d{1,3}(?:,\d{2,3})+|\d{1,3}(?:[.,]\d{3}){1,3}\s?(?:usd|eur|gbp|inr|dollars|euros|pounds|rupees)/i;
const claims =
  /\b(?:claim|contact (?:me|us|our|the)|reply (?:with|to)|provide|send (?:me|us|your)|(?:processing|release|transfer|clearance|handling|legal) fees?|full names?|bank details|confidential(?:ly)?|percent|\d+ ?%)\b/i;

/** A fee for a parcel, or a supply that ends today, behind a link or a phone number. */
const heldBack =
  /\b(?:parcel|package|shipment|delivery|consignment)\b.{0,120}\b(?:held|on hold|waiting|could not|unable|failed|suspended|customs|unpaid)\b|\b(?:electricity|power|gas|water|bijli|mobile|sim|connection|line)\b.{0,80}\b(?:disconnect\w*|cut(?: off)?|deactivat\w*|suspend\w*|kat|band)\b/i;
const smallFee = /\b(?:fees?|duty|duties|charges?|postage|bill|kyc|pay|update)\b/i;
const wayToPay =
  /https?:|\bwww\.|\b(?:click|link|call|whatsapp|contact)\b.{0,60}(?:\d{8,}|\b(?:here|below|link|officer|number)\b)/i;

/** Before "share your OTP", in the same clause: "Never", "Do not", "We will not ask you to". */
const warnsOf =
  /(?:\b(?:never|not|nobody|no one|avoid|without|instead of|rather than)|n['’]t)(?: +[\w'’/]+){0,6} *$|(?:mat|na|nahi|nahin|न|मत|नहीं)\s*$/iu;
/** After it, in Hindi and Hinglish: "OTP share mat karein". */
const warnsAfter = /^.{0,40}(?:\b(?:mat|na|nahi|nahin)\b|(?<!\p{L})(?:न|मत|नहीं|ना)(?!\p{L}))/iu;
/** The reader shall hand over a secret in an answer or on the phone. */
const handsOver =
  /\b(?:send|reply|replying|read|give|tell|share|forward|provide|text)\b.{0,60}(?:\byour (?:\w+ (?:and )?){0,2}(?:password|passcode|pin|credentials)\b|\b(?:otp|one[- ]time code|verification code|(?:four|six|nine|\d)[- ]?digit code)\b)|\b(?:anydesk|teamviewer|ultraviewer)\b.{0,80}\bcode\b|\botp\s+(?:bhej|bata|share)|(?:otp|ओटीपी|पासवर्ड|पिन).{0,30}(?:भेज|बता|दें)/iu;

/** Payments and secrecy in German, French, Spanish, Portuguese, Hindi and Hinglish. */
const foreignPayment =
  /überweis|rechnung|zahl|virement|factur|pa(?:y|i)e|règl|transferencia|pag(?:ar|o|ue|arse|amento)|fatura|transferência|boleto|\bpix\b|bhej|भुगतान|पैसे|gehalt|lohn|salair|nómina|salári|salary|वेतन|इनवॉइस/iu;
const foreignSecrecy =
  /niemandem|mit niemand|n['’]en parle|no lo comentes|não comente|em sigilo|kisi ko (?:\p{L}+ ){0,2}(?:mat|na)\b|(?:phone|call) mat kar|किसी को मत/iu;
const foreignTransfer = /überweis|virement|transferencia|transferência|\bpix\b|transfer kar|ट्रांसफर/iu;

/** Finds the signs of fraud in a text, each kind once, with the sentence that has it. */
export function dangerWordsIn(text: string): DangerWords[] {
  const read = text.slice(0, maxRead);
  const sentences = sentencesOf(read);
  const whole = read.replace(/\s+/g, " ");
  const found: DangerWords[] = [];
  const add = (kind: DangerWords["kind"], words: string | undefined) => {
    if (words && !found.some((one) => one.kind === kind))
      found.push({ kind, words: words.replace(/\s+/g, " ").trim().slice(0, maxWords) });
  };
  const speaksOfPayment = invoice.test(whole) || account.test(whole);
  const moved = sentences.find(
    (sentence) =>
      (bankMoved.test(sentence) && !unmoved.test(sentence)) ||
      (ownNewAccount.test(sentence) && account.test(whole)) ||
      isOtherwiseMoved(sentence),
  );
  const movedAbroad = sentences.find((sentence) => announcesAccount(sentence));
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
  if (unusual && (presses.test(whole) || secrecy.test(whole) || wantsCodes.test(whole)))
    add("payment-pressure", unusual);
  else if (moving && secrecy.test(whole) && namesSum(whole)) add("payment-pressure", moving);
  else if (sentAbroad && foreignSecrecy.test(whole)) add("payment-pressure", sentAbroad);
  else add("payment-pressure", scamIn(whole, sentences));
  const handed = sentences.find(isHandedOver);
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

const isOtherwiseMoved = (sentence: string) =>
  otherwiseMoved.test(sentence) && !unmoved.test(sentence) && !readersOwn.test(sentence);

/** "Never share your OTP" is what honest mail says. */
function isHandedOver(sentence: string): boolean {
  const match = handsOver.exec(sentence);
  if (!match) return false;
  return !warnsOf.test(sentence.slice(0, match.index)) && !warnsAfter.test(sentence.slice(match.index));
}

/** The sentence by which a mail of a common kind of fraud can be told. */
function scamIn(whole: string, sentences: string[]): string | undefined {
  const first = (sign: RegExp) => sentences.find((sentence) => sign.test(sentence)) ?? sentences[0];
  if (blackmail.test(whole) && ransom.test(whole) && threat.test(whole)) return first(ransom);
  if (windfall.test(whole) && largeSum.test(whole) && claims.test(whole)) return first(windfall);
  if (heldBack.test(whole) && smallFee.test(whole) && wayToPay.test(whole) && presses.test(whole))
    return first(heldBack);
  return undefined;
}
