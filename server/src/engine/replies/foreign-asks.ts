import type { RepliedLanguage } from "../sentences/foreign-replies.ts";
import { sentencesOf } from "../text/sentences.ts";
import type { Care } from "./care.ts";
import {
  admissionWords,
  careWords,
  fraudWords,
  harmlessWords,
  natureWords,
  questionWords,
  replyWords,
  requestWords,
  riskyWords,
  timeWords,
} from "./foreign-words.ts";

/** `isSafe`: a request that one click may promise. */
export type ForeignAsk = { kind: "question" | "request"; quote: string; isSafe: boolean };
/** A refusal often opens with thanks; it is not answered "You are welcome". */
const refusalWords =
  /(?<!\p{L})(?:leider|bedauern|absage|anderen? (?:bewerber\p{L}*|anbieter\p{L}*|kandidat\p{L}*)|malheureusement|regret\p{L}*|(?:n'avons|n’avons|n'a|n’a) pas (?:été )?reten\p{L}*|autres? candidat\p{L}*|lamentablemente|lamentamos|desafortunadamente|por desgracia|otr[oa]s? (?:candidat|proveedor|empresa)\p{L}*|infelizmente|outr[oa]s? (?:candidat|fornecedor|empresa)\p{L}*|afsos|nahi kar (?:payenge|sakte))(?!\p{L})|खेद|दुर्भाग्य|अस्वीकार/iu;

export type ForeignNature = "asks" | "news" | "thanks" | "complaint" | "invitation" | "illness" | "loss";

/** What a mail in one of the replied languages is and asks for. */
export type ForeignMail = {
  asks: ForeignAsk[];
  nature: ForeignNature;
  /** The time of an invitation or a proposed meeting, in the mail's words; "" if there is none. */
  when: string;
  care: Care | undefined;
};

const mostAsks = 8;

export function readForeignMail(text: string, language: RepliedLanguage): ForeignMail {
  const read = text.slice(0, 20_000);
  const sentences = sentencesIn(read, language);
  const all = sentences
    .flatMap((sentence) => askOf(sentence, language))
    .map((ask) => ({ ...ask, isSafe: harmlessWords[language].test(ask.quote) && !riskyWords.test(ask.quote) }));
  const nature = natureOf(read, language, all.length > 0);
  const timed = sentences.find((sentence) => proposes(sentence, language, nature));
  const when = timed ? whenOf(timed, language) : "";
  // The question that the time itself answers ("Passt Ihnen Dienstag um 10 Uhr?") is not asked back.
  const isAnswered = ({ quote, kind }: ForeignAsk) =>
    kind === "question" && isOnlyTime(quote, language) && (quote.includes(when) || quote.split(" ").length <= 5);
  const asks = all.filter((ask) => !(when && isAnswered(ask)));
  return { asks: asks.slice(0, mostAsks), nature, when, care: careOf(read, all, language, nature === "complaint") };
}

/** The day and the hour, which may stand apart: "Saturday 24 October ko PTM hai, aapka slot 10:20 ka hai". */
function whenOf(sentence: string, language: RepliedLanguage): string {
  const day = (timeWords[language].exec(sentence)?.[0] ?? "").trim();
  const hour = /\b\d{1,2}[:h.]\d{2}\b/.exec(sentence)?.[0] ?? "";
  const plain = day.replace(/^(?:am|den|le|el)\s+/iu, "");
  return hour && !plain.includes(hour) ? `${plain}, ${hour}` : plain;
}

const sentencesIn = (text: string, language: RepliedLanguage) => {
  const sentences = sentencesOf(text).slice(0, 200);
  return language === "de" ? joinOrdinals(sentences) : sentences;
};

/** "das 2. OG" is not the end of a sentence. */
function joinOrdinals(sentences: string[]): string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    if (last !== undefined && /\b\d{1,2}\.$/.test(last)) joined[joined.length - 1] = `${last} ${sentence}`;
    else joined.push(sentence);
  }
  return joined;
}

function askOf(sentence: string, language: RepliedLanguage): Omit<ForeignAsk, "isSafe">[] {
  const text = sentence.replace(/\s+/g, " ").trim();
  const { asks: asked, politely, meets } = questionWords[language];
  if (/[?？]["'»”)]*$/.test(text) || asked.test(text)) {
    if (text.length < 6 || isNoQuestion.test(text)) return [];
    return [
      {
        kind: politely.test(text) && !meets.test(text) && !price.test(text) ? "request" : "question",
        quote: quoteOf(text),
      },
    ];
  }
  if (replyWords[language].test(text))
    return / (?:und|et|y|e|aur|और|kab|kya|kitna|wann|quand|cuándo|quando) /iu.test(text)
      ? [{ kind: "question", quote: quoteOf(text) }]
      : [];
  const { is, not } = requestWords[language];
  return is.test(text) && !not.test(text) ? [{ kind: "request", quote: quoteOf(text) }] : [];
}

/** A price is never promised. */
const price =
  /(?:preis|rabatt|nachlass|skonto|\bprix\b|remise|rabais|precio|descuento|rebaja|preço|desconto|दाम|छूट|कीमत|\bprice\b|\bdiscount\b|\brate\b)/iu;
const isNoQuestion =
  /^(?:wie geht|comment (?:ça va|allez)|¿?(?:qué tal|cómo est)|tudo bem|como vai|kaise ho|kaise hain|कैसे हैं)/iu;

/** Without what introduces the question, and without its last mark, which the reply's own sentence has. */
const quoteOf = (text: string) => {
  const behind = /^[^:?]{3,60}[:：]\s+(.{8,})$/u.exec(text)?.[1];
  return (behind ?? text)
    .replace(/^(?:[-*•–]|\d{1,2}[.)])\s+/, "")
    .replace(greeted, "")
    .replace(/^(?:et|und|y|e|और|aur|außerdem|also)\s+/iu, "")
    .replace(/[.।\s]+$/, "")
    .slice(0, 300);
};

const greeted =
  /^(?:ol[áa]|hola|bonjour|hallo|hi|hello|hey|namaste|नमस्ते|guten (?:tag|morgen)|buen[oa]s (?:d[ií]as|tardes)|bom dia|boa tarde|exmo|exma|car[oa]s?|chers?|chères?|lieber?|estimad[oa]s?|prezad[oa]s?|senhora?|sr|sra|डॉक्टर|श्रीमान|dear)(?![\p{L}\p{M}])\.?[^,:!?]{0,30}[,:!]\s*/iu;

function natureOf(text: string, language: RepliedLanguage, hasAsks: boolean): ForeignNature {
  const signs = natureWords[language];
  for (const nature of ["loss", "illness", "complaint", "invitation"] as const)
    if (signs[nature].test(text)) return nature;
  if (hasAsks) return "asks";
  return signs.thanks.test(text) && !refusalWords.test(text) ? "thanks" : "news";
}

const proposes = (sentence: string, language: RepliedLanguage, nature: ForeignNature) =>
  timeWords[language].test(sentence) &&
  (nature === "invitation"
    ? natureWords[language].invitation.test(sentence) || /\d/.test(timeWords[language].exec(sentence)?.[0] ?? "")
    : questionWords[language].meets.test(sentence) && /[?？]|\bkya\W*$/i.test(sentence)) &&
  !questionWords[language].until.test(sentence);

const isOnlyTime = (quote: string, language: RepliedLanguage) => questionWords[language].meets.test(quote);

function careOf(text: string, asks: ForeignAsk[], language: RepliedLanguage, isComplaint: boolean): Care | undefined {
  const { always, asked, claim } = careWords[language];
  const whole = text.replace(/\s+/g, " ");
  if (always.test(whole) || commonFraud.test(whole) || fraudWords.test(whole)) return "money";
  if (admissionWords.test(whole)) return "claim";
  const isClaimed = asks.some(({ quote }) => claim.test(quote));
  if (isClaimed || (claim.test(whole) && (isComplaint || legalWords.test(whole)))) return "claim";
  if (amount.test(whole) && approvalWords.test(whole)) return "money";
  if (asks.some(({ quote, kind }) => asked.test(quote) || (kind === "request" && amount.test(quote)))) return "money";
  const isPayment = (sentence: string) =>
    asked.test(sentence) && !paidBefore.test(sentence) && (amount.test(sentence) || /https?:/i.test(sentence));
  return sentencesOf(text).some(isPayment) ? "money" : undefined;
}

/** A claim need not be worded as a request: "fordern wir Sie auf". */
const legalWords =
  /(?:fordern? (?:wir|ich)|mandant|anwalt|anwält|kanzlei|klage|mise en demeure|avocat|huissier|tribunal|abogad|demanda|burofax|advogad|processo judicial|वकील|कानूनी|नोटिस|\blegal notice\b|\bvakeel\b)/iu;
const approvalWords =
  /(?:freigabe|freigeben|genehmig|approbation|valider|validation|aprob|autoriz|aprov|मंज़ूरी|मंजूरी|स्वीकृति|manzoori|\bapprov)/iu;
const paidBefore =
  /(?:\b(?:haben?|hatten?|wurde|avons|ai payé|a été|hemos|he pagado|pagamos|paguei|pagué)\b|चुके|diya hai|kar diya)/iu;
const commonFraud = /\b(?:iban|swift|bitcoin|btc|usdt|gift ?cards?|otp|anydesk|teamviewer|western union|moneygram)\b/i;
const amount = /[€$£₹]\s?\d|R\$\s?\d|\d\s?(?:€|euros?\b|eur\b|reais\b|rs\b|rupa|रुप|lakh|lac\b)/iu;
