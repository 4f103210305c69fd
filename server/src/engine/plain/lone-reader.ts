import { isGroupWord, isInstitution } from "../intents/addressee.ts";
import { isFirstName } from "../intents/first-names.ts";
import { genderOf } from "../intents/gender.ts";
import { isDateWord } from "../intents/words.ts";
import { capitalize } from "../text/words.ts";
import { piecesOf } from "./pieces.ts";

const capital = "\\p{Lu}[\\p{L}'’-]+";
const titled = `(?:[Mm]r|[Mm]rs|[Mm]s|[Dd]r|[Pp]rof)\\.? \\p{L}[\\p{L}'’-]+`;
const place = `(?: (?:at|in|from|of) (?:the )?[\\p{L}&]+(?: ${capital})*)?`;
const addressed = new RegExp(
  `^(?:to|for|attn|fao|contact:?|this goes to|goes to) (?:the |our |my )?(${titled}|${capital}(?: (?:&|${capital})){0,3})(${place})$`,
  "u",
);
// "to whiteline laundry"
const smallFirm =
  /^(?:to|for|attn) (?:the )?((?:\p{Ll}+ ){1,2}(?:laundry|ltd|garage|hotel|bakery|company|insurance|bank|clinic|college|council|builders|plumbers|motors|foods|cleaning|printers|catering|logistics|couriers|dental|vets|supplies|stores|electrics|nursery|florists?))$/u;
const alone = new RegExp(`^(${titled}(?: ${capital})?|${capital}(?: ${capital})?)(${place})$`, "u");
// A name that ends the notes as a sentence of its own: "…. Renata", "…. Harcourt Joinery", "…. hotel Drei Linden".
const last = new RegExp(
  `^((?:(?:hotel|restaurant|school|college|garage|clinic|cafe|museum|bakery|farm) )?${capital}(?: (?:& )?${capital}){0,3})(${place})$`,
  "u",
);
const inBrackets = new RegExp(`\\((?:contact|attn|fao|c/o|via)\\s*:? ?(${titled}|${capital}(?: ${capital})?)\\)`, "u");
const people =
  "(?:team|crew|staff|tenants|parents|residents|members|customers|clients|colleagues|suppliers|volunteers|drivers|managers|leads|students|pupils|neighbou?rs|patients|guests|players|owners|participants|families|teachers|trainees|nurses|branches|departments|partners|exhibitors|subscribers|donors|shareholders|trainers|coaches|helpers|cleaners)";
const group = new RegExp(
  `^(?:and )?(?:(?:this )?(?:goes |is )?(?:to|for) )?((?:the |our |all |all the |whole |the whole |entire )?(?:\\p{Ll}+ )?${people}(?: (?:of|in|on|at|over|under|from)? ?(?:the )?(?:class|year|block|floor|ward|unit|group|building|site|\\d[\\p{L}\\d]*)(?: [\\p{L}\\d]{1,8})?)?)$`,
  "iu",
);
const headings =
  /^(?:reminder|urgent|update|question|note|notes|news|info|request|invitation|invoice|order|delivery|meeting|offer|quote|sorry|thanks|hello|hi|welcome|notice|important|correction|change|memo|minutes|agenda|confirmation|cancellation|complaint|apology|today|tomorrow|yes|no|ok)$/i;

/** The notes of an intent and the reader that they name in a piece of its own: "…. Mrs Pollard", "gwil - …", "…, goes to whole crew". */
export function loneReader(text: string): { reader: string; rest: string } | undefined {
  const bracket = inBrackets.exec(text);
  if (bracket?.[1])
    return { reader: upper(bracket[1]), rest: text.replace(bracket[0], "").replace(/ {2,}/g, " ").replace(/ ,/g, ",") };
  const sentences = piecesOf(text).map(({ text: piece }) => piece);
  const end = sentences.length > 1 ? (last.exec(sentences.at(-1) ?? "")?.[1] ?? "") : "";
  const pieces = piecesOf(text).flatMap(({ text: piece }) => piece.split(/,\s+(?![^()]*\))/));
  // "…. Bea, can you sort it?"
  const called = /(?:^|[.;!?–-] )(\p{Lu}\p{Ll}+), (?=(?:can|could|would|will) you\b|please\b)/u.exec(text);
  if (called?.[1] && !isDateWord(called[1])) return { reader: called[1], rest: text.replace(`${called[1]}, `, "") };
  for (const piece of [pieces.at(-1), ...pieces.slice(0, -1)]) {
    if (piece === undefined || piece.length > 60) continue;
    const found = readerIn(piece, piece === pieces[0] ? text.slice(text.indexOf(piece) + piece.length) : undefined);
    if (found) return { reader: found, rest: without(text, piece) };
  }
  const isSaidBefore = end !== "" && text.indexOf(end) < text.lastIndexOf(end);
  if (end !== "" && !isSaidBefore && !isDateWord(end) && /[.!?]\s+\S+(?: \S+){0,4}$/.test(text) && end.length < 40)
    return { reader: upper(end), rest: without(text, sentences.at(-1) ?? "") };
  return undefined;
}

// "patient: Liesl Baum", "client = Mr Ruscoe"
const labelled = new RegExp(
  `[.,;]? (?:pt|patient|client|customer|guest|tenant|owner) ?(?:[:=]|is(?= (?:Mr|Mrs|Ms|Dr)\\b)) ?(${titled}|${capital}(?: ${capital})?)(?=[.,;]|$)`,
  "u",
);
const goesTo = new RegExp(
  `^(?:(?:this|that) )?(?:goes )?to (?:the |our )?(${titled}|${capital}(?: ${capital}){0,2}|\\p{Ll}+)(${place})$`,
  "u",
);
/** The reader that the last words of notes name outright: "…. to security", "… - goes to Nuria Vance". */
export function namedLast(text: string): { reader: string; rest: string; isLabelled?: boolean } | undefined {
  const [label, who0] = labelled.exec(text) ?? [];
  if (label && who0 && !isDateWord(who0))
    return { reader: upper(who0), rest: text.replace(label, "").trim(), isLabelled: true };
  const pieces = piecesOf(text);
  const end = pieces.at(-1)?.text.split(/,\s+/).at(-1) ?? "";
  const [, who = ""] = pieces.length > 1 || text.includes(",") ? (goesTo.exec(end) ?? []) : [];
  if (who === "" || isDateWord(who) || (/^\p{Ll}/u.test(who) && !isInstitution(who) && !isGroupWord(who)))
    return undefined;
  return {
    reader: /^\p{Ll}/u.test(who) && isGroupWord(who) ? `the ${who}` : isInstitution(who) ? `${who} team` : who,
    rest: without(text, end),
  };
}

/** `rest` is what follows a first piece. */
function readerIn(piece: string, rest: string | undefined): string | undefined {
  const [, who, where = ""] = addressed.exec(piece) ?? [];
  if (who && !isDateWord(who)) return upper(who) + where;
  const small = smallFirm.exec(piece)?.[1];
  if (small) return upper(small);
  const [, everybody] = group.exec(piece) ?? [];
  if (everybody)
    return /^(?:the|our|all|whole|entire)\b/i.test(everybody)
      ? everybody.replace(/^(?:the )?(?:whole|entire) /i, "the ")
      : `the ${everybody}`;
  const [, name, at = ""] = alone.exec(piece) ?? [];
  if (
    name &&
    !isDateWord(name.split(" ")[0] ?? "") &&
    (/^(?:mr|mrs|ms|dr|prof)\b/i.test(name) ||
      isFirstName(name.split(" ")[0] ?? "") ||
      genderOf(name) === "he" ||
      (genderOf(name) === "she" && / /.test(name)))
  )
    return upper(name) + (/^ (?:at|in|from|of) /.test(at) ? "" : at);
  // "gwil - can you …": a small name that calls somebody.
  if (
    rest &&
    /^\s*[-–—,:]\s/.test(rest) &&
    /^\p{L}\p{Ll}{2,11}$/u.test(piece) &&
    !headings.test(piece) &&
    (isFirstName(piece) || (/^\s*[-–—]\s/.test(rest) && /\b(?:you|your|u|ur|thanks|please)\b/i.test(rest)))
  )
    return capitalize(piece);
  return undefined;
}

const upper = (who: string) =>
  who.replace(/(^|[ .-])(\p{Ll})/gu, (_, mark: string, letter: string) => mark + letter.toUpperCase());

const without = (text: string, piece: string) => {
  const at = text.lastIndexOf(piece);
  return `${text.slice(0, at).replace(/[\s,;:–—-]+$/, "")} ${text.slice(at + piece.length).replace(/^[\s.,;:–—-]+/, "")}`.trim();
};
