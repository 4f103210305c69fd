import { missingFacts } from "../drafts/check-draft.ts";
import { type Turned, turnToReader } from "../intents/person.ts";
import type { Reader } from "../intents/reader.ts";
import { finiteVerb, wordsIn } from "../intents/words.ts";
import { capitalize } from "../text/words.ts";
import { withoutAddressing } from "./addressing.ts";
import { englishCheckWords } from "./check-words.ts";
import { openingOf } from "./openings.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { asQuestion, isAsked } from "./questions.ts";
import { askedBy, asSaid, givenBy, neededBy, orderedBy, performedBy } from "./requests.ts";
import { doubtOf } from "./sentence-check.ts";

/** The parts of a plain mail: opening, topic, statements and questions. `isWhole` marks a sentence that has a verb. */
export type PlainPart = {
  as: "opening" | "topic" | "fact" | "ask";
  text: string;
  isWhole: boolean;
  isUncertain?: boolean;
};

type Surroundings = {
  reader: Reader;
  isPlural: boolean;
  /** The sentences that the engine makes of a piece. */
  compose: (piece: string) => { isAsk: boolean; text: string }[];
};

/** The parts of hurried notes. Typing is repaired and remarks are removed before. */
export function readPlainNotes(text: string, around: Surroundings): PlainPart[] {
  const parts: PlainPart[] = [];
  const reader = spokenReader(text, around.reader);
  let earlier = "";
  for (const piece of piecesOf(text)) {
    let said = withoutAddressing(piece.text, reader);
    if (/^welcome\. /i.test(said)) {
      parts.push({ as: "opening", text: "Welcome to the team.", isWhole: true });
      said = said.slice("welcome. ".length);
    }
    if (said === "") continue;
    const ordered =
      said === piece.text || performative.test(said) || !/^welcome/i.test(piece.text)
        ? performedParts(piece, said, { ...around, reader }, parts)
        : undefined;
    if (ordered) {
      parts.push(...ordered);
      earlier += ` ${said}`;
      continue;
    }
    const before = parts.at(-1);
    if (before && timeOnly.test(said)) {
      before.text = before.text.replace(/([.?!]?)$/, (mark) => ` ${said}${mark}`);
      continue;
    }
    const turned = turnToReader(said, reader, earlier);
    earlier += ` ${said}`;
    parts.push(...partsOf({ ...piece, text: turned.text }, turned, { ...around, reader }, parts));
  }
  return parts;
}

// A time that stands alone belongs to what was said before it.
const timeOnly =
  /^(?:by|before|until|from|on|at) (?:(?:the )?(?:end of (?:the )?(?:day|week|month)|noon|midnight|today|tomorrow|tonight|(?:next |this )?(?:\p{L}+day|week|month)|\d[\d:.]*(?: ?[ap]m)?)(?: (?:at )?(?:\d[\d:.]*(?: ?[ap]m)?|noon|morning|afternoon|evening|latest))?)$/iu;
const performative =
  /^(?:please |and |then |also |but )*(?:tell|ask|inform|notify|remind|explain|apologi[sz]e|refuse|decline|reject|chase|mention|say|invite|congratulate|thank|welcome|announce|forward|follow[ -]?up (?:with|on|about|for)|check in|resign|complain|offer (?!valid|ends|expires)|propose|suggest|warn|assure|write|reply|confirm (?:to|that)|push|wish|let|introduce|nudge|request)\b/i;

/** An order to the writer as the engine speaks it to the reader, if nothing of it is doubtful. */
function performedParts(
  piece: Piece,
  said: string,
  around: Surroundings,
  before: PlainPart[],
): PlainPart[] | undefined {
  if (!performative.test(piece.text) && !performative.test(said)) return undefined;
  const checked = checkOf(around, before);
  for (const text of new Set([piece.text, said])) {
    if (!performative.test(text)) continue;
    const made = around.compose(piece.isQuestion ? `${text}?` : text);
    const lost = missingFacts(said, `${around.reader.name} ${made.map((one) => one.text).join(" ")}`);
    if (
      made.length > 0 &&
      lost.length === 0 &&
      made.every((one) => !doubtOf(one.text, checked) && !/^(?:ask|tell|explain)\b/i.test(one.text))
    )
      return made.map(({ isAsk, text: sentence }) => ({
        as: isAsk ? "ask" : "fact",
        text: sentence.replace(/\.$/, isAsk ? "." : ""),
        isWhole: true,
      }));
  }
  return undefined;
}

const checkOf = ({ reader }: Surroundings, before: PlainPart[]) => ({
  reader,
  words: englishCheckWords,
  before: before.map(({ text }) => text).join(" "),
});

/** "She" in notes that name no person is the reader, if the reader has no name. */
function spokenReader(text: string, reader: Reader): Reader {
  if (reader.name !== "" || reader.isPerson) return reader;
  const genders = new Set(
    (text.match(/\b(?:he|him|his|she|her)\b/gi) ?? []).map((word) =>
      /^s?he$|^her/i.test(word) && /^(?:she|her)$/i.test(word) ? "she" : "he",
    ),
  );
  const [gender] = genders;
  if (genders.size !== 1 || !/\b(?:he|she) (?:asked|wants|wanted|needs|should|can|has to|must)\b/i.test(text))
    return reader;
  return { ...reader, isPerson: true, gender: gender as "he" | "she" };
}

function partsOf(piece: Piece, { isUncertain }: Turned, around: Surroundings, before: PlainPart[]): PlainPart[] {
  const text = piece.text.replace(/^(?:and|but|also|so|then|plus|maybe)[,:]? (?=\S)/i, "").trim();
  const we = around.isPlural ? "we" : "I";
  const me = around.isPlural ? "us" : "me";
  const [, topic, rest] =
    /^(?:re|about|regarding|concerning|subject)\b:? (.{3,60}?)(?:\s*:\s*(.+))?$/isu.exec(text) ?? [];
  if (topic && finiteVerb(wordsIn(topic)) < 0)
    return [
      { as: "topic", text: topic, isWhole: true },
      ...(rest ? partsOf({ ...piece, text: rest }, { text: rest, isUncertain }, around, before) : []),
    ];
  const whole = (as: PlainPart["as"], said: string): PlainPart[] => [{ as, text: said, isWhole: true }];
  const opening = openingOf(text, we);
  if (opening) return whole("opening", opening);
  if (isUncertain) return [{ as: "fact", text: asItem(text), isWhole: false, isUncertain }];
  const given = givenBy(text, we, before.map((part) => part.text).join(" "));
  if (given) return whole("fact", given);
  const asked = askedBy(text, me);
  if (asked) return whole("ask", asked);
  const needed = neededBy(text.replace(/,? please$/i, ""), we);
  if (needed) return whole(piece.isQuestion ? "ask" : "fact", needed);
  const ordered = orderedBy(text.replace(/\?+$/, ""), around.reader.name !== "");
  if (piece.isQuestion || isAsked(text))
    return whole("ask", ordered && !/\bok(?:ay)?$/i.test(text) ? ordered : asQuestion(text, me));
  const performed = performedBy(text, we);
  if (performed) return whole("fact", performed);
  if (ordered) return whole("ask", ordered);
  return [factOf(text, we, around, before)];
}

function factOf(text: string, we: string, around: Surroundings, before: PlainPart[]): PlainPart {
  const [, can, deed] = /^(?:(?:I|we) )?(can['’]?t|cannot|can not|couldn['’]?t|could not) (.+)$/i.exec(text) ?? [];
  if (can && deed)
    return {
      as: "fact",
      text: `Unfortunately, ${we} ${/^could/i.test(can) ? "could not" : "cannot"} ${deed}`,
      isWhole: true,
    };
  const [, free] = /^(any ?(?:time|day)(?: (?:before|after|from|on|until|between|in) .+)?)$/i.exec(text) ?? [];
  if (free)
    return { as: "fact", text: `${capitalize(free)} is fine for ${around.isPlural ? "us" : "me"}`, isWhole: true };
  if (/^(?:urgent|important|asap|as soon as possible)$/i.test(text))
    return { as: "fact", text: `This is ${/^imp/i.test(text) ? "important" : "urgent"}`, isWhole: true };
  // "Deshawn late 4 times, must be on time": the duty is the one's who was named before.
  const isYours = /^You\b/.test(before.at(-1)?.text ?? "");
  if (isYours && /^(?:must|should|has to|have to|needs to) \p{Ll}/u.test(text))
    return {
      as: "fact",
      text: `You ${text.replace(/^has to/i, "have to").replace(/^needs to/i, "need to")}`,
      isWhole: true,
    };
  const state = /^You (?=(?:late|absent|missing|ill|off)\b)/i.test(text) ? text.replace(/^You /i, "You were ") : text;
  const checked = checkOf(around, before);
  const [made, ...others] = around.compose(state);
  const completed = made && !made.isAsk && others.length === 0 ? made.text : undefined;
  const [, duty] =
    /^You (?:should|need to|have to) (?!be\b|have\b|know\b|get\b|not\b)(\p{Ll}.+)$/iu.exec(completed ?? state) ?? [];
  if (duty) return { as: "ask", text: asSaid(`please ${duty}`), isWhole: true };
  if (
    completed &&
    !/^(?:I|We) would like to\b/.test(completed) &&
    keepsWords(state, completed) &&
    !doubtOf(completed, checked)
  )
    return { as: "fact", text: completed.replace(/\.$/, ""), isWhole: true };
  const item = asItem(state);
  return { as: "fact", text: item, isWhole: finiteVerb(wordsIn(state)) >= 0 && !doubtOf(`${item}.`, checked) };
}

const functionWords =
  /^(?:the|a|an|is|are|was|were|be|been|has|have|will|i|we|am|at|on|in|to|of|for|and|it|this|there|not|do|does|can|that|you|your|our|my|please|due|so|with|until|from|also|by|would|like|could|as|fine|ok)$/;

/** A completion adds function words only, and drops none of the writer's words. */
export function keepsWords(raw: string, completed: string): boolean {
  const wordsOf = (text: string): string[] =>
    text
      .toLowerCase()
      .replace(/’/g, "'")
      .match(/[\p{L}\p{N}]+(?:[.,:/'-][\p{L}\p{N}]+)*/gu) ?? [];
  const had = wordsOf(raw);
  const has = wordsOf(completed);
  return (
    had.every((word) => has.includes(word) || functionWords.test(word)) &&
    has.every((word) => had.includes(word) || functionWords.test(word)) &&
    // Nobody is made up before a duty or a state: "must change at first login".
    (!/^(?:I|we) (?:must|should|is|am|are|was|were|have to|late|has)\b/i.test(completed) || /^(?:I|we)\b/i.test(raw))
  );
}

const acronyms =
  /(?<![\p{L}\d@./-])(?:nda|vpn|mri|sms|hvac|ppe|usb|sla|kpi|faq|po(?= ?#?\d)|pto|ceo|cfo|nhs|mot|vat|atm|gps|pdf|iban|hr(?= )|url|dvd|tv|led|gdpr)(?![\p{L}\d@/-]|\.\p{L})/gu;

/** The writer's words as an item of a list. */
const asItem = (text: string) =>
  capitalize(
    text
      .replace(/[\s.,;:]+$/, "")
      .replace(/\bok\b/g, "OK")
      .replace(acronyms, (word) => word.toUpperCase())
      .replace(/\b(\d{1,2}) ?(am|pm)\b/gi, (_, hour: string, half: string) => `${hour} ${half.toLowerCase()}`),
  );
