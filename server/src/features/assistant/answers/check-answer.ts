// Checks a model's answer against what it was given. Runs in a worker thread.
import { languageOf } from "#engine/text/language.ts";
import type { Warning } from "../untrusted.ts";
import { borrowedFacts } from "./borrowed-facts.ts";
import { missingFacts } from "./required-facts.ts";
import { unknownContacts } from "./unknown-contacts.ts";

export type AnswerToCheck = {
  /** The answer as the user will read it. */
  text: string;
  /** The user's own words, whose facts the answer must contain. Empty if they ask for none. */
  request: string;
  /** The answer must have its language. Empty if any will do. */
  languageFrom: string;
  /** A language that the answer must have, by its code, in place of `languageFrom`. */
  language?: string | undefined;
  /** The text that was rewritten, whose facts should stay. If the user's words may change them, they are not asked for again. */
  kept?: { text: string; mayChange: boolean };
  /** All that the model was given, without examples of style. */
  given: string;
  /** Examples of style, whose facts belong to other mails. */
  examples?: string;
  /** Links that were removed from the answer, because they are not in what was given. */
  removedLinks: string[];
};

/** A warning for the user, and what the model is told if it can repair it. */
export type Finding = { warning: Warning; repair?: string };

export function checkAnswer(answer: AnswerToCheck): Finding[] {
  const { text, request, given, removedLinks, kept } = answer;
  const findings: Finding[] = [];
  const missing = missingFacts(request, text);
  if (missing.length > 0)
    findings.push({
      warning: { kind: "missing-facts", text: missing.join(", ") },
      repair: `these details of the request are missing: ${missing.map((fact) => JSON.stringify(fact)).join(", ")}`,
    });
  const lost = kept ? missingFacts(kept.text, withPlainDigits(text)) : [];
  if (kept && lost.length > 0)
    findings.push({
      warning: { kind: "lost-facts", text: lost.join(", ") },
      ...(!kept.mayChange && {
        repair: `these details of the text are missing: ${lost.map((fact) => JSON.stringify(fact)).join(", ")}`,
      }),
    });
  const language = wrongLanguage(answer);
  if (language)
    findings.push({
      warning: { kind: "other-language", text: language.is },
      repair: `it is written in ${language.is}, but it must be in ${language.expected}`,
    });
  const borrowed = borrowedFacts(text, given, answer.examples ?? "");
  if (borrowed.length > 0)
    findings.push({
      warning: { kind: "borrowed-facts", text: borrowed.join(", ") },
      repair: `these details come from the examples of style and do not belong into this mail: ${borrowed.map((fact) => JSON.stringify(fact)).join(", ")}`,
    });
  for (const link of removedLinks.slice(0, 3)) findings.push({ warning: { kind: "unknown-link", text: link } });
  for (const contact of unknownContacts(text, given)) findings.push({ warning: contact });
  return findings.map(({ warning, repair }) => ({
    warning: { ...warning, text: warning.text.slice(0, 240) },
    ...(repair && { repair }),
  }));
}

const languageNames: Record<string, string> = {
  en: "English",
  de: "German",
  fr: "French",
  es: "Spanish",
  it: "Italian",
  pt: "Portuguese",
  nl: "Dutch",
  hi: "Hindi",
  ru: "Russian",
  ar: "Arabic",
  he: "Hebrew",
  zh: "Chinese",
  ja: "Japanese",
  ko: "Korean",
};

/** "in German", "auf Englisch", "en français": the user chose the language. */
const choosesLanguage =
  /\b(?:english|german|french|spanish|portuguese|hindi|hinglish|italian|dutch|englisch|deutsch|französisch|spanisch|anglais|allemand|français|espagnol|inglés|alemán|francés|español|inglês|alemão|francês|espanhol|português|translate|translation|übersetz|traduire|traduc|tradu[zç])/i;

const minLetters = 40;

function wrongLanguage({ text, request, languageFrom, language }: AnswerToCheck) {
  if (lettersIn(text) < minLetters) return undefined;
  const is = languageOf(text);
  if (language) {
    const isOther = language in languageNames && is in languageNames && is !== language;
    return isOther ? { is: languageNames[is] ?? is, expected: languageNames[language] ?? language } : undefined;
  }
  if (!languageFrom.trim() || choosesLanguage.test(request)) return undefined;
  const expected = languageOf(languageFrom);
  // English is also the guess for a short text in an unknown language, so it must have a few words to be sure.
  if (expected === "en" && lettersIn(languageFrom) < minLetters) return undefined;
  if (is === expected || is === "other" || expected === "other") return undefined;
  // Hinglish is answered in Hindi or English, as the model sees fit.
  if (is === "hi" && expected === "en") return undefined;
  return { is: languageNames[is] ?? is, expected: languageNames[expected] ?? expected };
}

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

/** "५" and "٥" are "5". */
const withPlainDigits = (text: string) =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    // The digits of a script follow each other in Unicode, and blocks of ten begin at a code point that is no digit before.
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
