// Requests that one click must not agree to, because the sender may be forged. The user verifies them first, through a known contact.

import { sentencesOf } from "../text/sentences.ts";
import type { ReplyIntent } from "../types.ts";
import type { Ask } from "./ask.ts";
import { admissionWords, careWords, fraudWords } from "./foreign-words.ts";
import { natureOf } from "./nature.ts";
import { isPhishing } from "./phishing.ts";

// A draft never promises secrets.
const dangerous =
  /\b(?:password|passcode|pin code|verification code|one-time code|otp|gift cards?|wire transfer|bank details|social security|seed phrase|private key|api key|credentials)\b/i;
export const isDangerous = (text: string) => dangerous.test(text);

/** A sum of money, by the sign, the code or the name of its currency. */
const amount =
  "(?:[$€£₹¥]\\s?\\d|\\b(?:usd|eur|gbp|inr|rs|chf)\\.?\\s?\\d|\\d\\s?k?\\s?(?:usd|eur|euros?|dollars?|bucks|pounds?|quid|rupees?|gbp|inr|lakhs?|crores?)\\b)";

/** A request needs care if its sentence matches one of these. */
const delicate = [
  // Money.
  /\b(?:wire|remit\w*|certify)\b/i,
  /\b(?:settle|process|approve|clear|release|authori[sz]e)\b.{0,60}\b(?:invoices?|amount|bill|dues|balance|funds?|transactions?|transfer|order|statement|arrears)\b/i,
  /\buse the (?:new |following |attached |updated )?(?:details|coordinates|account)\b|\b(?:list|details|numbers|records|data)\b[^,;.]{0,20}\bof (?:all |our |your |the )*(?:customers?|clients?|employees?|staff|patients?|members?)\b/i,
  /\btransfer\b.{0,60}(?:\b(?:it|money|funds?|amount|sum|account|usd|eur|inr|gbp|rs)\b|[$€£₹]|\d)/i,
  /\b(?:bank(?:ing)? (?:accounts?|details|information|transfer)|accounts? (?:number|details)|iban|swift|ifsc|routing number|beneficiary|direct deposit|payroll (?:account|details|information))\b/i,
  /\b(?:use|route|through|via|into|from|swap|switch|change|update)\b.{0,60}\baccount\b/i,
  /\b(?:gift ?cards?|(?<!\b(?:(?:do|would) you (?:also |still )?(?:want|like|need)|(?:we|I) (?:also )?(?:have|offer|give|enclose|attach)|redeem|use)\b[^.?!]{0,30})vouchers?|prepaid cards?|bitcoin|btc|crypto\w*|usdt|wallet address)\b/i,
  /\b(?:lend|borrow|loan)\b.{0,30}(?:\d|\bmoney\b|\bcash\b)|\b(?:forward|return|send back)\b.{0,30}\b(?:remainder|difference|rest)\b/i,
  // "Send me 800 pounds", but not "send me a quote for $2,000".
  new RegExp(
    `\\b(?:send|give|spare|spot|advance|cover|front|lend)\\b(?:\\s+\\S+){0,3}?\\s+(?:[\\d.,]*${amount}|(?:some )?(?:money|cash)\\b)`,
    "i",
  ),
  // Secrets and identities, of the user and of others.
  /\b(?:passwords?|passcode|passphrase|pin(?: code)?|one[- ]time code|otp|(?:verification|security|access) code|(?:\d|four|six)[- ]?digit (?:code|number|pin)|cvv|credentials?|seed phrase|recovery phrase|private key|api key|ssn|social security|aadhaar)\b/i,
  /\b(?:send|share|forward|e-?mail|provide|upload|reply|copy|scan|photo|picture)\b.{0,60}\bpassports?\b/i,
  /\b(?:send|share|give|forward|export|provide|need|pull)\b.{0,60}\b(?:w-?2s?|w-?9s?|p60s?|tax forms?|pay ?slips?|salar(?:y|ies)|(?:employees?|staff|customers?|clients?)['’]? (?:list|records|data|details|database))\b/i,
  /\byour (?:(?:personal |private |direct )?(?:cell|mobile|whatsapp)|(?:personal|private) phone)(?: phone)?(?: number| no)?\b/i,
  /\b(?:log|sign)[- ]?in\b|\b(?:verify|validate|confirm|update|unlock|restore|reactivate)\b.{0,30}\b(?:account|identity|billing(?! address)|mailbox|details)\b/i,
  /\b(?:click|follow|tap)\b.{0,30}\b(?:link|here|button|below)\b/i,
  /\b(?:change|update|switch|redirect|amend)\b.{0,60}\b(?:delivery|shipping|payment|payee|contact)\b.{0,20}\b(?:address|details|number|information)\b/i,
];

/** An ordinary bill asks for payment too. Payment needs care only if the mail presses for it. */
const payment = /\b(?:pay|paying|payable|payments?|prepay\w*|reimburse\w*|refund\w*)\b/i;
export const presses =
  /\b(?:today|tonight|right away|immediate(?:ly)?|at once|urgent(?:ly)?|asap|now|this (?:morning|afternoon|evening|minute|hour)|within (?:the (?:hour|day)|\d+ (?:hours?|minutes?))|end of (?:the )?(?:day|business)|eod|final (?:notice|demand|reminder|warning)|last (?:notice|reminder|warning)|overdue|(?:due|unpaid|outstanding|open) since|days? (?:late|over(?:due)?)|legal action|debt collect\w*|bailiffs?|disconnect\w*|cut off|avoid (?:interest|a fee|fees|penalt\w+|suspension))\b/i;

/** Claims and legal obligations. */
const legal = [
  /\b(?:liab\w+(?! (?:insurance|insurers?|cover)\b)|compensat\w+|damages|negligen\w+|breach\w*|lawsuit|proceedings|surcharges?|demurrage|waive|legal (?:action|claim|notice|steps)|settlement|admit|at fault|owe[sd]?|debts?|penalt\w+|indemni\w+|claims?(?! (?:forms?|numbers?|references?|handlers?)\b))\b/i,
  /\b(?:sign|execute|accept|agree to|approve)\b.{0,40}\b(?:contract|agreement|terms|nda|deed|waiver|guarantee)\b/i,
  /\b(?:approve|authori[sz]e|e-?sign|countersign)(?:$|\W+(?:it|this|that|by|before|today|now|asap|attached|below|the (?:attached|document|request|order|po))\b)/i,
  /\bproceed with\b.{0,30}\b(?:order|po|purchase)\b/i,
  /\baccept (?:full |all |the |your )*(?:responsibility|blame|liability)\b|\b(?:was|is|were) (?:caused by|the fault of|due to) (?:you|your)\b|\bcredit notes?\b/i,
  /\bconfirm (?:that )?you (?:accept|agree|owe|are responsible|will (?:pay|cover|bear))\b/i,
  /\b(?:at|on|for) your (?:own )?(?:cost|costs|expense|account)\b|\bcover (?:the|our|my|all) (?:costs?|damages?|loss(?:es)?)\b|\bmoney back\b/i,
];

const secret =
  "(?:passwords?|passcode|credentials|one[- ]time code|otp|(?:verification|security|access) code|(?:\\d|four|six)[- ]?digit (?:code|number|pin)|seed phrase|recovery phrase|private key)";
const bank =
  "(?:banks?(?! (?:holidays?|staff|shifts?|nurses?))|bank(?:ing)? (?:account|details)|account details|(?:(?!(?:your|user|online|mail|e-?mail|customer|service)\\b)\\p{L}+) account)";
const moved =
  "(?:new|chang(?:ed|es?|ing)|updat(?:ed|es?|ing)|switch(?:ed|ing)|moved|moving|swap|closed|frozen|audit(?:ed)?|blocked|instead)";
const either = (one: string, other: string, apart: number) =>
  new RegExp(`\\b${one}\\b.{0,${apart}}\\b${other}\\b|\\b${other}\\b.{0,${apart}}\\b${one}\\b`, "iu");

/** A mail needs care if any part of it matches one of these. */
const suspicious = [
  /\b(?:confirm|acknowledge|admit|accept|agree)\b.{0,60}\b(?:your (?:fault|liability|negligence)|(?:fault|responsibility|blame) (?:was|is|lies|lay) (?:on|with) (?:you|your))\b/i,
  /\bgift ?cards?\b|\b(?:itunes|steam|google play|prepaid) cards?\b/i,
  /\b(?:bitcoin|btc|usdt|ethereum|crypto ?currency|wallet (?:address|below))\b|\b\d+(?:\.\d+)? ?% (?:per|a|each) (?:day|week)\b/i,
  /\b(?:western union|moneygram|zelle|cash ?app|wire transfer|by wire|sort code|routing number|iban|beneficiary|direct deposit)\b/i,
  either("(?:salary|wages|pay ?che(?:ck|que)|pay run)", "(?:account|bank|deposit)", 80),
  either("(?:send|reply|share|give|tell|provide|forward|confirm|enter|keep|reset|read)", secret, 100),
  /\b(?:mailbox|account|password|access|storage)\b.{0,60}\b(?:expires?|expired|suspended|locked|disabled|deactivated|limited|terminated|restricted|full)\b.{0,200}(?:https?:|\b(?:click|call|sign in|log in|verify)\b)/i,
  /\b(?:log|sign)[- ]?in\b.{0,120}https?:|https?:.{0,200}\b(?:log|sign)[- ]?in\b/i,
  /\b(?:did not|didn't|have not|haven't) (?:authori[sz]e|make|place|request|order)\b.{0,120}\b(?:call|phone|dial|contact)\b/i,
  /\b(?:anydesk|teamviewer|ultraviewer|remote (?:access|control|session))\b/i,
  /\byou(?:'ll| will| can)? keep \d+ ?%|\bmove (?:it|the money|the funds?) (?:abroad|out of)\b/i,
  /\b(?:anything|whatever|all) you owe\b|\b(?:new|different|other|another) bank(?! holiday)\b|\bbank (?:is different|has changed|relationship ends)\b/i,
  /\bhelp (?:me|us)(?: out)? with \d|\b(?:lost my (?:wallet|purse|phone)|(?:bag|wallet) was stolen)\b/i,
  /\bpay (?:now|today|immediately|within|by|via|online)\b.{0,80}(?:\blinks?\b|https?:)|\b(?:legal action|credit rating|court|bailiffs?)\b.{0,200}https?:/i,
  /\b(?:next of kin|inheritance|unclaimed (?:funds?|estate)|lottery|late (?:mr|mrs|client))\b/i,
  /\b(?:copy|scan|photo|picture) of your (?:passport|id\b|identity|driv\w+ licen[cs]e)/i,
  /\b(?:run|do) (?:a|an|some) (?:quick |small |urgent )?errands?\b/i,
];

const secretly =
  /\b(?:stays?|keep (?:this|it)|strictly|just) (?:between (?:us|you and me)|to yourself|confidential until|quiet)\b/i;
/** News that will be public soon is kept back in honest offices, too. Fraud names money, or gives the secret no end. */
const announced =
  /\b(?:the press|press release|(?:will|to) be (?:announced|informed|told|published|made public|communicated)|announce(?:ment)?|before (?:we|i) (?:tell|inform)|embargo)\b/i;
const isSecretive = (whole: string) =>
  secretly.test(whole) && !(announced.test(whole) && !money.test(whole) && !payment.test(whole));

const money = new RegExp(
  `${amount}|\\b(?:deposit|down payment|overdue|unpaid|(?:plus|excl\\.?|incl\\.?|excluding|including) vat)\\b`,
  "i",
);

/** Whether a text names a sum of money. */
export const namesSum = (text: string): boolean => money.test(text);

/** A bank or an account is said to be another one now. */
export const bankMoved = either(bank, moved, 80);

/** Requests that one click may promise. Safe requests are listed, because a list of unsafe ones could never be complete. */
const harmless =
  /^(?:please )?(?:pass (?:on )?(?:my|our|their) (?:thanks|regards|wishes|best|congratulations)|send|resend|share|forward|e-?mail|show|review|check|(?:have|take) a look|have .{1,40}\b(?:ready|with you|to hand|at hand)|arrive|(?:do not|don't) (?:reply|respond|answer)|look|read|see|comment|proofread|go through|think|call|ring|meet|talk|speak|join|attend|come|visit|stop by|drop by|bring|book|(?:re)?schedule|move (?:the|our|my)|prepare|write|draft|edit|print|remind|discuss|explain|describe|present|introduce|interview|vote|choose|decide|ask|sit|save|carry|hold|wait|note|consider|arrange|organi[sz]e|suggest|propose|recommend|quote|estimate|include|mention|leave|avoid|follow|use only|collect|make sure|ensure|check|find out|tell|let|correct|pack|dig|look up|test|try|fix|repair|finish|stop (?:all|the|any|using|work)|pause|remove (?:all|the|any|every)|take|put|upload|return|replace|clean|label|drill|cut(?!.*\b(?:prices?|rates?|fees?|costs?)\b)|paint|mark|measure|weld|polish|wash|rinse|trim|water|feed|pick (?:up|her|him|it|them|me|us)|switch off|turn off|get (?:the|a|an|two|three|some)|preserve|keep|work from|save the date|chase\b|approve (?:the |my |last week's |this week's |our |\w+['’]s )*(?:time ?sheets?|leave|holidays?|vacation|draft|minutes|agenda|design|layout|slides)|update (?:the|my|our) (?:slides?|deck|docs?|document|page|agenda|draft|report|presentation|sheet|spreadsheet|plan|website|drawing|drawings|schedule|rota|list)|give (?:me|us) (?:your )?(?:feedback|comments?|thoughts|an update|a call|a ring|two|three|four|the names?|some)|give \S+ (?:an answer|a reply|a call|a ring|an update|feedback))\b/i;
const risky =
  /\b(?:pay|paying|paid|payments?|(?<!\b(?:hs|tariff|commodity|post|zip|area|country|colou?r|bar|qr|dress|product|item|source) )codes?|refund\w*|reimburse\w*|credit|compensat\w+|(?<!\b(?:an?|the|new|our|your|this|that|print|next|first|last|production|dry|test|trial|pay|school|bus|\w+day|\w+['’]s) )run|install|download|enable|disable|register|renew|upgrade|activate|authori[sz]e|release|grant|add|delete|transfer|buy|purchase(?! order)|(?<!purchase )order|ship|submit|fill|enter|sign|scan|deposit(?! invoices?\b| receipts?\b)|open|rule|approval|authori[sz]ation|consent|signature|acceptance|go-ahead|rights|admin|sign-?off|discounts?|money|funds|cash|user|users|permissions?|access|2fa|mfa|firewall|antivirus|cheque|check out|surprise|secret|confidential|discreet\w*)\b|^(?:please )?(?:take care of|handle|do|manage|sort out) (?:it|this|that)\b/i;

/** Whether a request may hand over access, goods or rights. */
const isRisky = ({ task }: { task: string }): boolean => risky.test(task);

/** Requests that would help a forged sender. Ordering, signing for or filling in something is ordinary work. */
const exploitable =
  /\b(?:(?<!\b(?:an?|the|new|our|your|this|that|print|next|first|last|production|dry|test|trial|pay|school|bus|\w+day|\w+['’]s) )run|install|download|enable|disable|activate|upgrade|authori[sz]e|release|grant|rule|rights|admin|permissions?|2fa|mfa|firewall|antivirus|cheque|money|funds|cash|surprise|secret|confidential|discreet\w*)\b|\btransfer (?:the |our |your )?(?:domain|ownership|licen[cs]e)|https?:|@\w|^(?:please )?(?:take care of|handle|do|manage|sort out) (?:it|this|that)\b/i;

/** Whether a request should be verified although it names no money. */
export const mayBeExploited = ({ task, sentence }: { task: string; sentence: string }): boolean =>
  isRisky({ task }) && (exploitable.test(task) || /https?:/i.test(sentence));

/** Whether a promise does no harm even if the sender is forged. */
export const mayPromise = ({ task }: { task: string }): boolean => harmless.test(task) && !risky.test(task);

/** "money" is a request for money, secrets, identities or access, or mail that resembles one; "claim" a legal obligation. */
export type Care = "money" | "claim";

/** The kind of care that a mail needs, if any. */
export function careOf(text: string, asks: Ask[]): Care | undefined {
  const read = text.slice(0, 60_000);
  if (isPhishing(read)) return "money";
  const whole = read.replace(/\s+/g, " ");
  const asked = asks
    .filter((ask) => !offersToPay.test(ask.sentence) && !asksAboutMoney(ask))
    .map(({ sentence }) => sentence.slice(0, 1_000).replace(mentionsPayment, " "));
  const isOne = (signs: RegExp[]) => asked.some((sentence) => signs.some((sign) => sign.test(sentence)));
  const isPressed = presses.test(whole);
  if (isOne(delicate) || (isPressed && isOne([payment])))
    return isOne(legal) && !suspicious.some((sign) => sign.test(whole)) && !isSecretive(whole) && !isOne([paid])
      ? "claim"
      : "money";
  // A higher price is a matter of business, not a claim.
  if (isOne(legal) && !(priceRise.test(whole) && !isOne(legal.filter((sign) => !agrees.test(sign.source)))))
    return "claim";
  if (asks.length === 0 && natureOf(text, asks) === "thanks") return undefined;
  if (suspicious.some((sign) => sign.test(whole)) || isSecretive(whole)) return "money";
  // Short text in another language may be taken for English.
  if ((["de", "fr", "es", "pt", "hi"] as const).some((language) => careWords[language].always.test(whole)))
    return "money";
  if (fraudWords.test(whole)) return "money";
  if (admissionWords.test(whole)) return "claim";
  if (sentencesOf(read).some((sentence) => bankMoved.test(sentence))) return "money";
  if (claims.test(whole)) return "claim";
  // A sum elsewhere in the mail is only a mention, unless the request could spend it.
  const spends = (ask: Ask) =>
    ask.kind === "request" &&
    !mayPromise(ask) &&
    (mayBeExploited(ask) || (isPressed && (isRisky(ask) || money.test(ask.sentence.slice(0, 1_000)))));
  return money.test(whole) && asks.some(spends) ? "money" : undefined;
}

const priceRise =
  /\b(?:raise|increase|put up|adjust|rise|new|go(?:es)? up|higher)\b.{0,60}\b(?:prices?|rates?|fees?|tariffs?|rent|hourly)\b|\b(?:prices?|rates?|fees?|tariffs?|rent)\b.{0,60}\b(?:rais\w+|increas\w+|rise\w*|go(?:es)? up|adjust\w*)\b/i;
const agrees = /agree/;

/** "Is the deposit refundable?" and "What is the fee?" ask for a fact, which the reader fills in; only "you" could be asked to pay. */
const asksAboutMoney = ({ kind, sentence }: Ask) =>
  kind === "question" &&
  /\?/.test(sentence) &&
  !/\b(?:you|your|please|kindly)\b/i.test(sentence) &&
  !isDangerous(sentence) &&
  !/\b(?:account|iban|fault|blame|liab\w+|damages|compensat\w+)\b|https?:/i.test(sentence);

/** Words about payment that demand none: terms, and money that was already given. */
const mentionsPayment =
  /\b(?:payment (?:providers?|processors?|terms?|plans?|methods?|options?|terminals?|systems?|schedules?|pages?|dates?)|(?:pay|payments?) (?:in|by) (?:(?:two|three|four|six|monthly|\d+) )?instal?ments?|refund polic(?:y|ies)|(?:already |have |has |was |were |been |being |get |be )(?:refunded|reimbursed|prepaid|paid)|(?:pay|reimburse|refund) you|what (?:we|i|they) (?:now |currently )?pay|do you (?:accept|take) \p{L}+ payments?)\b/giu;
/** A demand that states fault or wants money back, even without a question. */
const claims =
  /\b(?:issue|start|commence|begin|bring) (?:court |legal )?proceedings\b|\badmission of (?:your |the |any )?(?:fault|liability|responsibility|negligence)\b|\bletter before (?:action|claim)\b|\bapply to the (?:tribunal|court|ombudsman)\b|\bsmall claims\b|\bfailing which (?:we|i)\b|\bunless (?:we|i) (?:receive|get)\b.{0,160}\b(?:court|legal|proceedings|solicitors?|lawyers?)\b|\b(?:fault|blame|mistake|error|responsibility) (?:is|was|lies?) (?:clearly |entirely |all )?(?:yours|your|with you)\b|\b(?:want|like|demand|expect|request|insist on)\b.{0,30}\bmy money back\b|\b(?:i|we) (?:expect|demand|insist)\b.{0,120}\b(?:free of charge|compensat\w+|refund\w*|credit the)\b/i;

const paid = /\b(?:pay|paying|payments?|wire|transfer|remit|account|iban|gift|password|code)\b/i;
const offersToPay =
  /^\W*(?:(?:and|also|so)\W+)?(?:(?:can|may|could|should|shall) (?:we|i)|how (?:can|do) (?:we|i)|who|do you (?:accept|take)) pays?\b/i;

/** The one-click answers to mail that needs care, and to mail that gives orders to machines. */
export const carefulIntents: ReplyIntent[] = [
  { label: "Verify first", stance: "verify" },
  { label: "Ask for time", stance: "more-time" },
  { label: "Decline politely", stance: "decline" },
];
