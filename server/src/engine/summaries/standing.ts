// Keeps the sentences of a thread that still hold: without plans that changed later, and without answered questions.
import { forAllLetters } from "../text/words.ts";
import {
  decidesAgainst,
  deniedFigures,
  hasAmount,
  hasFigure,
  isChange,
  overturns,
  revokes,
  setsPrice,
} from "./importance.ts";
import type { RankedSentence } from "./rank.ts";

const mostLater = 40;

/** The sentences that no later message replaces, denies or answers. `senders` names who wrote each message. */
export function standingOf(sentences: RankedSentence[], senders: string[]): RankedSentence[] {
  const changes = sentences
    .filter(({ text }) => (isChange(text) && hasFigure(text)) || revokes(text))
    .slice(-mostLater);
  const decisions = sentences
    .filter(
      ({ text }) =>
        decidesAgainst(text) || deniedFigures(text).length > 0 || deniedDays(text).length > 0 || setsPrice(text),
    )
    .slice(-mostLater);
  const lastOverturned = Math.max(
    -1,
    ...sentences.filter(({ text }) => overturns(text)).map(({ message }) => message - 1),
  );
  return sentences.filter(
    (sentence) =>
      !decisions.some((later) => later.message > sentence.message && denies(later, sentence)) &&
      !isOverturned(sentence, lastOverturned) &&
      !(isQuestion(sentence.text) && isAnsweredLater(sentence, senders)) &&
      !(
        hasFigure(sentence.text) &&
        changes.some((later) => later.message > sentence.message && isSameMatter(sentence.stems, later.stems))
      ),
  );
}

const isQuestion = (text: string) => /[?？]["'”»)]*\s*$/.test(text);

function denies(later: RankedSentence, { text, stems }: RankedSentence): boolean {
  if (deniedFigures(later.text).some((figure) => figure.length > 1 && text.includes(figure))) return true;
  if (deniedDays(later.text).some((day) => daysIn(text).includes(day))) return true;
  if (setsPrice(later.text) && hasAmount(text) && namesPrice.test(text) && !isQuestion(text)) return true;
  return decidesAgainst(later.text) && !isQuestion(text) && sharesMatter(stems, later.stems);
}

const namesPrice = forAllLetters(
  /\b(?:price|costs?|rate|rent|fee|total|each|per (?:head|person)|preise?|kosten|kostet|miete|prix|coûte?|tarif|precio|cuesta|coste|preço|custa|custo|valor)\b/iu,
);

/** Another person wrote later, so the question is answered or repeated. */
const isAnsweredLater = ({ message }: RankedSentence, senders: string[]): boolean =>
  senders.slice(message + 1).some((sender) => sender !== senders[message]);

/** The days, hours and sums of a plan that was overturned, and what was asked about it. */
const isOverturned = ({ text, message }: RankedSentence, last: number) =>
  message <= last && (/\d|[?？]\s*$/.test(text) || hasFigure(text) || isPlea.test(text));
const isPlea = forAllLetters(/\b(?:please|bitte|merci de|por favor|kripya)\b/iu);

/** Half of the words that are no figures, and at least two, are the same. */
const isSameMatter = (a: string[], b: string[]) => {
  const words = new Set(a.filter((stemmed) => !/^\d/.test(stemmed)));
  const shared = new Set(b.filter((stemmed) => words.has(stemmed))).size;
  return shared >= 2 && shared * 2 >= words.size;
};

/** The matter that a decision takes back is named again, in part. */
const sharesMatter = (a: string[], b: string[]) => {
  const words = new Set(a.filter((stemmed) => !/^\d/.test(stemmed)));
  const shared = new Set(b.filter((stemmed) => words.has(stemmed))).size;
  return shared >= 2 && shared * 3 >= words.size;
};

const month =
  "(?:jan|feb|mar|mär|apr|avr|abr|may|mai|jun|juin|jul|juil|aug|août|ago|sep|oct|okt|out|nov|dec|dez|déc|dic)";
const dayName =
  "(?:\\d{1,2}(?:st|nd|rd|th)\\b|\\d{1,2}\\.?\\s(?:of\\s|de\\s|bis\\s\\d{1,2}\\.\\s)?" +
  month +
  "|" +
  month +
  "\\p{L}*\\s\\d{1,2}\\b|\\b(?:the|dem|den|der|am|le|el|dia)\\s\\d{1,2}\\b\\.?)";
const dayNames = new RegExp(dayName, "giu");

/** The days of the month that a sentence names, as numbers: "the 19th", "19 June", "3. Juni". */
const daysIn = (text: string): string[] => [
  ...new Set([...text.matchAll(dayNames)].map(([day]) => /\d{1,2}/.exec(day)?.[0] ?? "")),
];

const isNotKept = forAllLetters(
  /\b(?:is|are) off\b|\b(?:can['’]t|cannot|can not|won['’]t|will not) (?:be (?:kept|held|met|done)|keep|make|do|hold|work)\b|\bno longer (?:works?|possible|holds?|on)\b|\b(?:cancell?ed|called off|fell through|taken back)\b|\b(?:doesn['’]t|does not|didn['’]t) work\b|\b(?:nicht (?:mehr )?(?:halten|am|klappen|möglich)|doch nicht|klappt nicht|zurücknehmen|fällt aus|abgesagt|entfällt|geplatzt)\b|\b(?:annulée?s?|n['’]est plus possible|ne (?:pourrons|pouvons|peut|peux) (?:pas|plus)|tombe à l['’]eau)\b|\b(?:ya no|no (?:podemos|puede|puedo|podrá|va a poder)|se cancela|cancelad\w|anulad\w)\b|\b(?:já não|não (?:dá|vai dar|podemos|pode|consigo|conseguimos))\b|\b(?:cancel ho|nahi ho (?:pa|sak))/iu,
);

/** The days that a sentence takes back: "the 19th is off", "instead of 5 to 7 June". */
function deniedDays(text: string): string[] {
  if (isQuestion(text)) return [];
  const instead = insteadOf.exec(text)?.[1];
  const denied = instead ? daysIn(instead.replace(/^(\d{1,2}) (?:to|bis|a|au|al) /u, "$1th ")) : [];
  if (!isNotKept.test(text)) return denied;
  // "The 3rd can't be kept, we come on the 17th": only the clause that denies.
  const clause = text
    .split(/[,;:–]\s|\s(?:but|so|sondern|weil|because|mais|pero|mas)\s/)
    .find((part) => isNotKept.test(part));
  return [...denied, ...daysIn(clause ?? text)];
}
const insteadOf =
  /(?<!\p{L})(?:instead of|rather than|anstatt|statt|au lieu du?|en (?:vez|lugar) del?|em vez d[eo]|ki jagah)\s(?:(?:the|am|dem|vom|le|el|o|dia)\s)?([^,;.!?]{1,40})/iu;
