import { pluralVerb } from "./german-verbs.ts";
import type { Grammar } from "./grammar.ts";
import { orderIn } from "./parse-order.ts";

/** Not after "28.3." or "Dr.", and only before a capital letter, a number or another script. */
export const sentencesOf = (text: string, { dative }: Grammar) =>
  // German has ordinal numbers with a dot before small letters.
  (dative
    ? text.replace(
        /(?<=\d\.)\s+(?=(?:Bitte|Wir|Sie|Ich|Die|Der|Das|Er|Es|Falls|Wenn|Dafür|Wer|Dann|Bis|Frag|Sag|Und|Aber|Unser|Unsere|Danach)\s)/gu,
        "\n",
      )
    : text.replace(/(?<=\d\.)\s+(?=\p{Ll}{4}|\p{Lu}[\p{Ll}'’]+\s|\p{Lu}['’]\p{Ll})/gu, "\n")
  )
    .split(
      /(?<=[^\d\s.]{3}[.!?…])(?<!(?:Sra|Dra|Mme|Prof|Ing|Lic|Mrs|bzw|ca|Fam|Mlle)\.)\s+(?=[\p{Lu}\p{Lo}¿¡"'(\d])|(?<=[।?])\s+|(?<=\p{Ll}{3}[.!])\s+(?=\p{Ll})|(?<=(?<![\p{L}.])(?:\p{Ll}{2}|\p{Lu}{3,6})[.!])(?<!(?:no|nr|st|vs|ca|co|mr|ms|dr|sr|fr|hr|pl|jr|cf|pp)\.)\s+(?=\p{Ll}{2})|(?<=\d ?(?:h|%|€|Uhr|kg|km)\.)\s+(?=\p{L}{2})|\n+/u,
    )
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** Words that tell the writer how to write. */
export const isStyle = (text: string, { style, styleWords }: Grammar) => style.test(text) || styleWords.test(text);

const isSentence = (text: string, { begins, finite, joins, postposition, isWish }: Grammar) =>
  begins.test(text) ||
  (!joins.test(text) && (finite.test(text) || (postposition !== undefined && isWish?.(text) === true)));

// Bounds the work on text that is only commas.
const mostJoints = 60;
const joints = /,\s+(?:(?:y|e|et|und|aur|और)\s+)?|;\s+|\s+(?:y|e|et|und|aur|और)\s+/giu;

// "Wer nicht kann, bitte Vollmacht schicken": the comma ends a condition without one of its own.
const condition =
  /^(?:wer|wenn|falls|sobald|bevor|si|s['’]ils?|quand|dès que|ceux qui|celles qui|quien(?:es)?|cuando|se|quem|quando|caso|agar|जो|अगर|यदि)\s[^,]*$/iu;

const isInBrackets = (text: string) => text.lastIndexOf("(") > text.lastIndexOf(")");

const isVerbLast = (phrase: string, { finite, joins, begins }: Grammar) => {
  const [, rest = "", verb = ""] = /^(.+\s)(\p{Ll}{3,})$/u.exec(phrase) ?? [];
  return (
    (finite.test(verb) || (/t$/u.test(verb) && pluralVerb(verb) !== undefined && !/^ge/u.test(verb))) &&
    !finite.test(rest) &&
    !joins.test(phrase) &&
    !begins.test(phrase) &&
    !/^(?:bitte|\p{Ll}+t) /iu.test(phrase)
  );
};

/**
 * Splits a text before a further order, a wish, an instruction about the style and a sentence of its own. A phrase without a verb
 * stays with the sentence before it, except with the first part if that may not grow.
 */
export function splitParts(text: string, grammar: Grammar, mayGrow = true): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const joint of [...text.matchAll(joints)].slice(0, mostJoints)) {
    if (joint.index < from || isInBrackets(text.slice(from, joint.index))) continue;
    const next = text.slice(joint.index + joint[0].length);
    const isComma = /^[,;]/.test(joint[0]);
    if (joint[0].startsWith(",") && condition.test(text.slice(from, joint.index))) continue;
    const phrase = (/^.*?(?=[,;]\s|$)/su.exec(next)?.[0] ?? next).replace(/[.!।]+$/u, "");
    // "frag sie, was sie braucht": the question is what the order asks.
    const isAsked =
      isComma &&
      [grammar.joints.that, grammar.joints.whether, grammar.joints.which].some((asks) => asks.test(next)) &&
      orderIn(text.slice(from, joint.index).trim(), grammar, false)?.link === "alone";
    if (isAsked) continue;
    const wished = /^que\s+(?<rest>.*)$/su.exec(next)?.groups?.rest;
    // "dass das Dach dicht ist, die Gaube aber später kommt": the verb stands last in both.
    if (isComma && mayGrow && parts.length === 0 && grammar.dative && isVerbLast(phrase, grammar)) continue;
    const isNew =
      orderIn(phrase, grammar, false) ||
      orderIn(next.slice(0, 300).replace(/[.!।]+$/u, ""), grammar, false) ||
      (wished && grammar.isWish?.(wished)) ||
      (isComma && grammar.wishedDeed?.(phrase) !== undefined) ||
      (isComma && !grammar.dative && grammar.infinitive?.test(`${phrase} `)) ||
      (isComma &&
        (joint[0].startsWith(";") ||
          isStyle(phrase, grammar) ||
          isSentence(phrase, grammar) ||
          (grammar.question?.test(phrase) && !grammar.joins.test(phrase)) ||
          (!mayGrow && parts.length === 0 && !grammar.joins.test(phrase) && !grammar.attached?.test(phrase))));
    if (!isNew) continue;
    parts.push(text.slice(from, joint.index));
    from = joint.index + joint[0].length;
    if (parts.length > 20) break;
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter(Boolean);
}
