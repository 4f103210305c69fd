import type { RepliedLanguage } from "../sentences/foreign-replies.ts";
import { isSideRemark } from "../summaries/side-remarks.ts";
import { sentencesOf } from "../text/sentences.ts";
import type { Care } from "./care.ts";
import {
  admissionWords,
  careWords,
  choiceWords,
  demandWords,
  fraudWords,
  harmlessWords,
  natureWords,
  pressureWords,
  questionWords,
  replyWords,
  reportWords,
  requestWords,
  riskyWords,
  timeWords,
} from "./foreign-words.ts";
import { isPhishing } from "./phishing.ts";

/** `isSafe`: a request that one click may promise. */
export type ForeignAsk = { kind: "question" | "request"; quote: string; isSafe: boolean };
/** A refusal often opens with thanks; it is not answered "You are welcome". */
const refusalWords =
  /(?<!\p{L})(?:leider|bedauern|absage|anderen? (?:bewerber\p{L}*|anbieter\p{L}*|kandidat\p{L}*)|malheureusement|regret\p{L}*|(?:n'avons|n’avons|n'a|n’a) pas (?:été )?reten\p{L}*|autres? candidat\p{L}*|lamentablemente|lamentamos|desafortunadamente|por desgracia|otr[oa]s? (?:candidat|proveedor|empresa)\p{L}*|infelizmente|outr[oa]s? (?:candidat|fornecedor|empresa)\p{L}*|afsos|nahi kar (?:payenge|sakte))(?!\p{L})|खेद|दुर्भाग्य|अस्वीकार/iu;

export type ForeignNature = "asks" | "news" | "thanks" | "complaint" | "invitation" | "illness" | "loss" | "sympathy";

/** The nature and the requests of a mail in one of the languages that replies are written in, apart from English. */
export type ForeignMail = {
  asks: ForeignAsk[];
  nature: ForeignNature;
  /** The time of an invitation or a proposed meeting, in the mail's words; "" if there is none. */
  when: string;
  /** Two times from which the reader is to choose, if the mail offers them. */
  options: string[];
  care: Care | undefined;
};

const mostAsks = 8;

export function readForeignMail(text: string, language: RepliedLanguage): ForeignMail {
  const read = text.slice(0, 20_000);
  const sentences = sentencesIn(read, language);
  const all = sentences
    .flatMap((sentence) => askOf(sentence, language))
    .map((ask) => ({
      ...ask,
      // A promise does not answer a question.
      isSafe:
        harmlessWords[language].test(ask.quote) &&
        !riskyWords.test(ask.quote) &&
        !(ask.kind === "request" && !/[?？]/.test(ask.quote) && replyWords[language].test(ask.quote)),
    }));
  // The weather, and the writer's good wishes, say nothing of the kind of mail.
  const told = sentences.filter((sentence) => !isSideRemark(sentence)).join(" ");
  const nature = natureOf(told, language, all.length > 0);
  const lines = read
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,2}[.)])\s+(?=\p{L})/u, "").replace(/[\s,;.]+$/, ""));
  const options = optionsOf(sentences, lines, language);
  // A sender who asks whether the reader comes has fixed the day.
  const isFixed =
    nature === "invitation" && sentences.some((sentence) => attends.test(sentence) || /पधार/u.test(sentence));
  const timed = isFixed ? undefined : sentences.find((sentence) => proposes(sentence, language, nature));
  const when =
    options.length > 0 ? `[${options.join(" / ")}]` : timed ? whenOf(timed.replace(calledOff, ""), language) : "";
  // The question that the time itself answers ("Passt Ihnen Dienstag um 10 Uhr?") is not asked back.
  const isAnswered = ({ quote, kind }: ForeignAsk) =>
    (kind === "question" && nature === "invitation" && attends.test(quote)) ||
    (options.length > 0 && (choiceWords[language].test(quote) || options.every((option) => quote.includes(option)))) ||
    (kind === "question" && isOnlyTime(quote, language) && (quote.includes(when) || quote.split(" ").length <= 5));
  const asks = all.filter(
    (ask) =>
      !((when || nature === "invitation") && isAnswered(ask)) &&
      // "Er wird uns fehlen" asks for nothing.
      (nature !== "sympathy" || begs.test(ask.quote)),
  );
  return {
    asks: asks.slice(0, mostAsks),
    nature,
    when,
    options,
    care: careOf(read, all, language, nature === "complaint"),
  };
}

/** "den 5. Mai vormittags oder den 7. Mai ab 13 Uhr", if the mail asks which of them suits. */
function optionsOf(sentences: string[], lines: string[], language: RepliedLanguage): string[] {
  const times = new RegExp(`${timeWords[language].source}${furtherTime}`, "giu");
  const isChoice = sentences.some((sentence) => choiceWords[language].test(sentence));
  const listed = isChoice ? lines.filter((line) => line.length <= 60 && startsWithTime(line, language)) : [];
  if (listed.length > 1) return listed.slice(0, 6);
  for (const sentence of sentences) {
    if (!isChoice && !(/[?？]/.test(sentence) && questionWords[language].meets.test(sentence))) continue;
    const found = [...sentence.matchAll(times)];
    const [one, two] = found;
    const between = one && two ? sentence.slice(one.index + one[0].length, two.index) : "";
    if (
      one &&
      two &&
      found.length === 2 &&
      /(?<!\p{L})(?:oder|ou|o|ya|or|या)(?!\p{L})/u.test(between) &&
      between.length < 40
    )
      return [one[0], two[0]].map((time) => time.trim().replace(/^(?:am|den|le|el|na|no|dia)\s+/iu, ""));
  }
  return [];
}

const startsWithTime = (line: string, language: RepliedLanguage) => {
  const found = timeWords[language].exec(line);
  return found !== null && found.index <= 3;
};

/** "Der Termin am 8. Mai muss ausfallen, ginge auch der 9.?": the day that is called off is not proposed. */
const calledOff =
  /^[^,;]*(?<!\p{L})(?:ausfallen|fällt (?:leider )?aus|abgesagt|absagen|(?:geht|klappt|passt)(?: (?:uns|mir|leider|gar|doch|bei uns))* nicht|annulée?|ne (?:me |nous )?(?:convient|va) (?:plus|pas)|n['’]est (?:plus|pas) possible|cancelad[oa]|no (?:puedo|podemos|es posible)|não (?:posso|podemos|dá|é possível))(?!\p{L})[^,;]*(?:[,;]\s*|$)/iu;

const furtherTime =
  "(?:\\s+(?:vormittags|nachmittags|morgens|abends|mittags|le matin|l['’]après-midi|por la (?:mañana|tarde)|de (?:manhã|tarde)|à tarde|सुबह|शाम|subah|shaam))?(?:\\s+(?:ab|um|gegen|à partir de|vers|a partir de|a las|às|das)\\s+(?:las\\s+|das\\s+)?\\d{1,2}(?:[:.h]\\d{2})?(?:\\s?(?:uhr|h|heures|horas))?)?";

/** The day and the hour, which may stand apart: "Saturday 24 October ko PTM hai, aapka slot 10:20 ka hai". */
function whenOf(sentence: string, language: RepliedLanguage): string {
  const day = (timeWords[language].exec(sentence)?.[0] ?? "").trim();
  const hour = /\b\d{1,2}[:h.]\d{2}\b/.exec(sentence)?.[0] ?? "";
  const plain = day.replace(/^(?:am|den|le|el)\s+/iu, "");
  return hour && !plain.includes(hour) ? `${plain}, ${hour}` : plain;
}

/** "… bhej dijiye aur batao ki …" asks twice. */
const secondAsk: Partial<Record<RepliedLanguage, RegExp>> = {
  hinglish: /,?\s+aur\s+(?=(?:please\s+)?(?:bata|batao|bataiye)\b)/iu,
  hi: /,?\s+और\s+(?=(?:यह\s+)?बता)/u,
};

const sentencesIn = (text: string, language: RepliedLanguage) => {
  const split = secondAsk[language];
  const sentences = sentencesOf(withListsInLine(text))
    .slice(0, 200)
    .flatMap((sentence) => (split ? sentence.split(split) : sentence));
  return language === "de" ? joinOrdinals(sentences) : sentences;
};

/** A list and the line that announces it are one sentence: "faltam-me: extratos; recibos". */
function withListsInLine(text: string): string {
  const lines: string[] = [];
  let isList = false;
  for (const line of text.split("\n")) {
    const last = lines.at(-1);
    const item = /^\s*[-*•–]\s+(.{3,160})$/u.exec(line)?.[1]?.replace(/[,;.\s]+$/, "");
    if (item && last !== undefined && !/[?？]/.test(item) && (isList || /[:：]\s*$/.test(last))) {
      lines[lines.length - 1] = `${last.trimEnd()}${isList ? ";" : ""} ${item}`;
      isList = true;
    } else if (line.trim() === "" && last !== undefined && (isList || /[:：]\s*$/.test(last))) continue;
    else {
      if (isList && last !== undefined) lines[lines.length - 1] = `${last}.`;
      isList = false;
      lines.push(line);
    }
  }
  return lines.join("\n");
}

/** "Serez-vous des nôtres ?" is answered by the acceptance. */
const attends =
  /^[¿\s]*(?:serez-vous des nôtres|seras-tu des nôtres|merci de (?:nous |me |m['’])?(?:dire|confirmer|indiquer|faire savoir)[^?]{0,40} si vous (?:serez|êtes|pourrez être|comptez être) (?:présente?s?|parmi nous|des nôtres)|(?:venez|viendrez)-vous|viens-tu|viendras-tu|(?:kommst du|kommt ihr|kommen sie|(?:bist|seid|sind) (?:du|ihr|sie)(?: auch)? dabei)|(?:vienes|vendrás|venís|vendréis|viene usted|vendrá|nos acompañ\p{L}+)|(?:você vem|vocês vêm|vens|vem|virá)|(?:क्या )?आप आ(?:एँगे|एंगे|येंगे| सकेंगे| पाएँगे| पाएंगे)|kya aap aa)[^,]{0,30}[?？]?$/iu;

const newSentence =
  /^(?:Wir|Ich|Sie|Er|Es|Du|Ihr|Das|Dies\p{L}*|Die|Der|Bitte|Und|Oder|Wenn|Falls|Können|Könnten|Haben|Hat|Ist|Sind|Am|Im|Wie|Was|Wann|Wer|Wo|Welche\p{L}*|Dann|Dazu|Außerdem|Für|Mit|Nach|Ein\p{L}*|Unser\p{L}*|Mein\p{L}*|Danke|Vielen|Leider|Gibt|Passt|Soll\p{L}*)\s/u;

/** "das 2. OG" is not the end of a sentence. */
function joinOrdinals(sentences: string[]): string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    if (last !== undefined && /\b\d{1,2}\.$/.test(last) && !newSentence.test(sentence))
      joined[joined.length - 1] = `${last} ${sentence}`;
    else joined.push(sentence);
  }
  return joined;
}

function askOf(sentence: string, language: RepliedLanguage): Omit<ForeignAsk, "isSafe">[] {
  const text = sentence.replace(/\s+/g, " ").trim().replace(conjunction[language], "");
  // "J'ai besoin de tout cela avant jeudi" sums up what was asked for.
  if (sumsUp.test(text) || ownWord.test(text)) return [];
  // "Si no, dime otra hora": only for a reader who says no.
  if (!/[?？]/.test(text) && isOtherCase.test(text)) return [];
  const { asks: asked, politely, meets } = questionWords[language];
  const { is, not } = requestWords[language];
  const isToldOnly = asked.test(text) || needsToKnow.test(text);
  // "कृपया बताइए:" only announces.
  if (/[:：]$/.test(text)) return [];
  if (/[?？]["'»”)]*$/.test(text) || isToldOnly) {
    if (text.length < 6 || isNoQuestion.test(text.replace(greeted, ""))) return [];
    const indirect = isToldOnly ? indirectQuestions(text) : [];
    if (indirect.length > 0) return indirect.map((quote) => ({ kind: "question", quote: quoteOf(quote, language) }));
    return [
      {
        kind:
          politely.test(text) && !isToldOnly && !meets.test(text) && !price.test(text) && !asksToTell.test(text)
            ? "request"
            : "question",
        quote: quoteOf(text, language),
      },
    ];
  }
  if (replyWords[language].test(text))
    return / (?:und|et|y|e|ki|ya|कि|या|aur|और|kab|kya|kitna|wann|quand|cuándo|quando) /iu.test(text)
      ? [
          {
            kind: !/^hi/.test(language) && is.test(text) && !not.test(text) ? "request" : "question",
            quote: quoteOf(text, language),
          },
        ]
      : [];
  const kind = asksToTell.test(text) ? "question" : "request";
  return is.test(text) && !not.test(text) ? [{ kind, quote: quoteOf(text, language) }] : [];
}

const sumsUp =
  /(?:besoin de (?:tout )?(?:cela|ça)|(?:brauche|benötige)n? (?:ich |wir )?(?:das|dies|das alles|alles)(?: alles)?|(?:necesito|necesitamos) (?:todo )?(?:esto|eso)|(?:preciso|precisamos) d(?:e tudo )?(?:isto|isso))(?!\p{L})/iu;

/** "Je vous envoie le planning demain", "peço desculpas": what the writer does. */
const ownWord =
  /^(?:je|nous) (?:vous|te|t['’]) ?(?:envoie|envoyons|transmets|transmettons|enverrai|enverrons|accorde|accordons|fais|ferai)(?!\p{L})|^ich (?:schicke|sende|bringe|melde|kümmere)(?!\p{L})[^?]*$|^(?:yo )?(?:te|le|os|les) (?:envío|mando|paso|enviaré|mandaré)(?!\p{L})|^(?:eu )?(?:envio|mando|enviarei|mandarei)(?:-(?:te|lhe|vos))?(?!\p{L})|(?:pe[çc]o|pido|pedimos) (?:desculpas?|disculpas)|^bitte (?:entschuldig|verzeih)/iu;

/** "Gostaria de saber se a vaga está aberta e se o trabalho é obrigatório" asks two things. */
function indirectQuestions(text: string): string[] {
  const asked =
    /(?:saber|pregunto|pergunto|savoir|demande|wissen|interessieren|frage mich),? ((?:si|se|s['’]|ob|wann|wie|wo|wer|welche\p{L}*|cuándo|cómo|cuánt[oa]s?|qué|quand|comment|combien|quando|como|quant[oa]s?|qual)(?!\p{L}).{5,})$/iu.exec(
      text,
    )?.[1];
  return asked ? asked.replace(/[.\s]+$/, "").split(/,?\s+(?:e|y|et|und)\s+(?=(?:se|si|s['’]|ob)(?!\p{L}))/iu) : [];
}

/** "Pourriez-vous me confirmer le nombre ?" is answered with a fact; nobody refuses it. */
const asksToTell =
  /(?<!\p{L})(?:di(?:me|nos|game|ganos)|dig[ao]-(?:me|nos)|diz-(?:me|nos)|(?:dites|dis)-(?:moi|nous)|sag(?:en sie)? (?:mir|uns)|mir (?:\p{L}+ ){0,2}sagen|mitteilen|bestätigen|teilen sie (?:mir|uns)|(?:me|nous|m['’]) ?(?:dire|confirmer|indiquer|préciser)|(?:decir|confirmar|indicar)(?:me|nos|les)|(?:me|nos) (?:dizer|confirmar|indicar)|(?:dizer|confirmar|indicar)-(?:me|nos)|bata (?:sakte|denge|do|dijiye)|confirm kar|conf[ií]rm[ae](?:me|nos))(?!\p{L})|बता(?:एं|एँ|इए| दें| दीजिए| दो)/iu;

/** "Necesito saber si …" is a question without its mark. */
const needsToKnow =
  /(?:me|mi) (?:pregunto|pergunto) s[ei] |je me demande s(?:i |['’])|ich frage mich,? (?:ob|wie|wann) |mich (?:würde )?interessier\p{L}*,? (?:ob|wie|wann) |^(?:necesit(?:o|amos)|quer(?:ía|emos)|quisiera) saber |^(?:j['’]ai besoin de|il me faut|je dois|j['’]aimerais) savoir |^(?:ich (?:muss|müsste|möchte)|wir (?:müssen|müssten|möchten)) (?:noch )?wissen,|^(?:precis(?:o|amos)(?: de)?|queria|gostaria de) saber /iu;

const isOtherCase =
  /^(?:si no|sinon|wenn nicht|falls nicht|sonst|ansonsten|se não|caso contrário|senão|agar nahi|warna)[,\s]/iu;

/** A price is never promised. */
const price =
  /(?:preis|rabatt|nachlass|skonto|\bprix\b|remise|rabais|precio|descuento|rebaja|preço|desconto|दाम|छूट|कीमत|\bprice\b|\bdiscount\b|\brate\b)/iu;
const isNoQuestion =
  /^(?:wie geht|comment (?:ça va|allez)|¿?(?:qué tal|cómo est)|tudo bem|como vai|kaise ho|kaise hain|कैसे हैं)/iu;

/** Without what introduces the question, and without its last mark, which the reply's own sentence has. */
const quoteOf = (text: string, language: RepliedLanguage) => {
  const [, lead = "", behind] = /^([^:?]{3,90})[:：]\s+(.{8,})$/u.exec(text) ?? [];
  // "Confirmez-moi le tirage : 2 000 ou 2 500 ?" says before its colon what is asked; a list says it behind.
  const isAskedBefore = requestWords[language].is.test(lead) && !behind?.includes("; ");
  return (isAskedBefore ? text : (behind ?? text))
    .replace(/^(?:[-*•–]|\d{1,2}[.)])\s+/, "")
    .replace(greeted, "")
    .replace(conjunction[language], "")
    .replace(reason[language], (_, mark = "") => mark)
    .replace(language === "fr" ? toldInFrench : /^$/, "")
    .replace(/[.।\s]+$/, "")
    .slice(0, 300);
};

/** "Nous arriverons vers 23 h, la réception est-elle ouverte ?": what is told before the question. */
const toldInFrench =
  /^(?![^,]*-(?:t-)?(?:il|elle|ils|elles|on|vous|tu|nous|ce)(?!\p{L}))(?!(?:si|quand|lorsque|comme|qui|que|quel)\b)[^,?]{8,},\s+(?:et\s+)?(?=[^?]*-(?:t-)?(?:il|elle|ils|elles|on|vous|tu|nous|ce)(?!\p{L})[^?]*\?$)/iu;

/** Why something is asked need not be repeated to who asks it. */
const reason: Record<RepliedLanguage, RegExp> = {
  de: /,\s+(?:weil|da|denn|damit|sonst|ansonsten|(?:die|der|das|wir|ich|es) (?!ich\b|wir\b|sie\b|du\b|ihr\b)(?:stehen|steht|liegen|liegt|brauche|brauchen|muss|müssen|habe|haben|sind|ist|bin))(?!\p{L})[^?]*?(\??)$/iu,
  fr: /,?\s+(?:car|parce qu|sinon|afin qu|pour qu|puisqu|vu qu)(?:e |['’]| )[^?]*?(\s?\??)$/iu,
  es: /,?\s+(?:porque|ya que|pues|para que|puesto que)\s[^?]*?(\??)$/iu,
  pt: /,?\s+(?:porque|pois|já que|senão|para que|uma vez que)\s[^?]*?(\??)$/iu,
  hi: /,?\s+(?:क्योंकि|ताकि|वरना|नहीं तो)\s[^?]*?(\??)$/u,
  hinglish: /,?\s+(?:kyunki|kyonki|kyuki|warna|taaki|taki|nahi to|uske bina|iske bina)\s[^?]*?(\??)$/iu,
};

/** "Y a-t-il" begins with a French word, "Y cuándo" with a Spanish conjunction. */
const conjunction: Record<RepliedLanguage, RegExp> = {
  de: /^(?:und|außerdem|also|dazu|ferner|zudem)\s+(?!\p{L}+(?:t|en) (?:ich|wir)\b|b(?:rauch|räuch|itt|enötig))/iu,
  fr: /^(?:et|puis|enfin)\s+/iu,
  es: /^(?:y|también|además,?)\s+|(?<=^¿)y\s+/iu,
  pt: /^(?:e|também|além disso,?)\s+/iu,
  hi: /^(?:और|तथा)\s+/u,
  hinglish: /^(?:aur|and|also)\s+/iu,
};

const greeted =
  /^(?:ol[áa]|oi|hola|bonjour|hallo|hi|hello|hey|namaste|नमस्ते|guten (?:tag|morgen)|buen[oa]s (?:d[ií]as|tardes)|bom dia|boa tarde|exmo|exma|car[oa]s?|chers?|chères?|lieber?|estimad[oa]s?|prezad[oa]s?|senhora?|sr|sra|डॉक्टर|श्रीमान|dear)(?![\p{L}\p{M}])\.?[^,:!?]{0,30}[,:!]\s*/iu;

/** The writer consoles the reader. */
const consoles =
  /(?<!\p{L})(?:(?:unser|mein|ihnen unser|ihnen mein|herzliches|aufrichtiges|tiefes|tief empfundenes) (?:\p{L}+ )?beileid|(?:aufrichtige|herzliche|unsere|meine) (?:tiefe )?anteilnahme|(?:mes|nos|sincères|vives) (?:\p{L}+ )?condoléances|(?:mi|nuestro) (?:\p{L}+ )?(?:\p{L}+ )?pésame|(?:mis|nuestras) (?:\p{L}+ )?condolencias|(?:os meus|os nossos|meus|nossos) (?:\p{L}+ )?(?:pêsames|sentimentos)|(?:as minhas|as nossas|minhas|nossas) (?:\p{L}+ )?condolências|(?:meri|hamari) (?:gehri )?samvedna)(?!\p{L})|(?:मेरी|हमारी|गहरी|हार्दिक) (?:\p{L}[\p{L}\p{M}]* )?संवेदना/iu;

const begs = /[?？]|(?<!\p{L})(?:bitte|merci de|veuillez|por favor|kripya|please)(?!\p{L})|कृपया/iu;

/** A report says in its first characters that it is one. */
const opening = 160;

const longThanks = 600;

function natureOf(text: string, language: RepliedLanguage, hasAsks: boolean): ForeignNature {
  const signs = natureWords[language];
  const isReport = reportWords.test(text.slice(0, opening));
  if (consoles.test(text)) return "sympathy";
  for (const nature of ["loss", "illness", "complaint", "invitation"] as const)
    if (!(isReport && (nature === "complaint" || nature === "invitation")) && signs[nature].test(text)) return nature;
  if (hasAsks) return "asks";
  // A long mail that ends with thanks is about something else.
  const lead = text.length > longThanks ? text.slice(0, longThanks / 2) : text;
  return signs.thanks.test(lead) && !refusalWords.test(text) ? "thanks" : "news";
}

const proposes = (sentence: string, language: RepliedLanguage, nature: ForeignNature) =>
  timeWords[language].test(sentence) &&
  (nature === "invitation"
    ? natureWords[language].invitation.test(sentence) || /\d/.test(timeWords[language].exec(sentence)?.[0] ?? "")
    : questionWords[language].meets.test(sentence) && /[?？]|\bkya\W*$/i.test(sentence)) &&
  !questionWords[language].until.test(sentence);

const isOnlyTime = (quote: string, language: RepliedLanguage) => questionWords[language].meets.test(quote);

/** Whether a sentence claims money or an admission in one of the languages. */
export const isClaimed = (quote: string) =>
  admissionWords.test(quote) ||
  Object.values(careWords).some(({ claim, asked }) => claim.test(quote) || asked.test(quote));

function careOf(text: string, asks: ForeignAsk[], language: RepliedLanguage, isComplaint: boolean): Care | undefined {
  if (isPhishing(text)) return "money";
  const { always, asked, claim } = careWords[language];
  const whole = text.replace(/\s+/g, " ");
  // "Can we pay by transfer?" asks for a fact, which the reader fills in.
  const told = sentencesOf(text)
    .filter((sentence) => !(/[?？]["'»”)]*$/.test(sentence) && asksAboutPayment.test(sentence)))
    .join(" ")
    .replace(/\s+/g, " ");
  if (always.test(told) || commonFraud.test(whole) || fraudWords.test(whole)) return "money";
  if (admissionWords.test(whole) || demandWords.test(whole)) return "claim";
  const isClaimed = asks.some(({ quote }) => claim.test(quote));
  if (isClaimed || (claim.test(whole) && (isComplaint || legalWords.test(whole)))) return "claim";
  if (amount.test(whole) && approvalWords.test(whole)) return "money";
  const isLinked = (sentence: string) => asked.test(sentence) && /https?:/i.test(sentence);
  if (sentencesOf(text).some(isLinked)) return "money";
  if (!pressureWords.test(whole) && !legalWords.test(whole)) return undefined;
  if (
    asks.some(
      ({ quote, kind }) => kind === "request" && !isAmountAsked(quote) && (asked.test(quote) || amount.test(quote)),
    )
  )
    return "money";
  const isPayment = (sentence: string) =>
    asked.test(sentence) && !/[?？]/.test(sentence) && !paidBefore.test(sentence) && amount.test(sentence);
  return sentencesOf(text).some(isPayment) ? "money" : undefined;
}

/** Questions of a payer: "muss ich zahlen", "peut-on payer", "podemos pagar". */
const asksAboutPayment =
  /(?<!\p{L})(?:(?:kann|können|darf|dürfen|muss|müssen|soll|sollen) (?:ich|wir|man)|(?:peut|doit)-on|puis-je|pouvons-nous|devons-nous|dois-je|est-il possible|(?:puedo|podemos|se puede|debo|debemos|tengo que|tenemos que)|(?:posso|podemos|pode-se|devo|devemos|tenho que|temos que|dá para)|kya (?:hum|main)|क्या (?:हम|मैं))(?![\p{L}\p{M}])/iu;
/** "Können Sie mir sagen, wie die 65 € zustande kommen?" wants to know, not to be paid. */
const isAmountAsked = (quote: string) =>
  /(?<!\p{L})(?:sagen|erklären|erläutern|me dire|m['’]expliquer|nous expliquer|préciser|decirme|explicar(?:me|nos)?|aclarar(?:me|nos)?|dizer-?me|me dizer|esclarecer|bata|samjha|corregir\p{L}*|korrigieren|corriger|corrigir)(?!\p{L})|बता|समझा/iu.test(
    quote,
  );

/** A claim need not be worded as a request: "fordern wir Sie auf". */
const legalWords =
  /(?:fordern? (?:wir|ich)|mandant|anwalt|anwält|kanzlei|klage|mise en demeure|avocat|huissier|tribunal|abogad|demanda|burofax|advogad|processo judicial|वकील|कानूनी|नोटिस|\blegal notice\b|\bvakeel\b)/iu;
const approvalWords =
  /(?:freigabe|freigeben|genehmig|approbation|valider|validation|aprob|autoriz|aprov|मंज़ूरी|मंजूरी|स्वीकृति|manzoori|\bapprov)/iu;
const paidBefore =
  /(?:\b(?:haben?|hatten?|wurde|avons|ai payé|a été|hemos|he pagado|pagamos|paguei|pagué)\b|चुके|diya hai|kar diya)/iu;
const commonFraud = /\b(?:iban|swift|bitcoin|btc|usdt|gift ?cards?|otp|anydesk|teamviewer|western union|moneygram)\b/i;
const amount = /[€$£₹]\s?\d|R\$\s?\d|\d\s?(?:€|euros?\b|eur\b|reais\b|rs\b|rupa|रुप|lakh|lac\b)/iu;
