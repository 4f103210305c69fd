import type { Draft } from "#engine/types.ts";
import type { BlindIntent, Finding } from "./cases.ts";
import { greetingFault } from "./greeting.ts";
import { ordersIn } from "./orders.ts";
import { contentWords, covered, hasFact, literal, plain, sameWord, sentences } from "./words.ts";

/** Returns the faults of a draft. Grammar is checked separately, because its checker takes seconds to start. */
export function draftFindings(row: BlindIntent, { subject, body }: Draft): Finding[] {
  const text = `${subject}\n${body}`;
  const findings: Finding[] = [];
  for (const fact of row.must) if (!hasFact(text, fact)) findings.push({ gate: "facts", what: fact });
  // Words that the engine did not understand stand in brackets: the writer is led to them before sending.
  const written = text.replace(/\[[^\]]*\]/g, "[]");
  for (const string of row.mustNot) {
    if (hasPhrase(written, string)) findings.push({ gate: "forbidden", what: string });
    else if (hasPhrase(text, string)) findings.push({ gate: "marked", what: string });
  }
  for (const order of ordersIn(written, row)) findings.push({ gate: "instruction", what: order });
  const fault = greetingFault(body, row);
  if (fault) findings.push(fault);
  for (const clause of row.clauses) {
    if (covered(clause, body) < 0.5) findings.push({ gate: "dropped", what: clause });
  }
  for (const sentence of doubledSentences(body)) findings.push({ gate: "doubled", what: sentence });
  const cheer = row.serious ? cheerful.exec(body)?.[0] : undefined;
  if (cheer) findings.push({ gate: "cheerful", what: cheer });
  return findings;
}

/** Whether the phrase stands in the text as words of its own. */
export function hasPhrase(text: string, phrase: string): boolean {
  const wanted = plain(phrase);
  const start = /^[\p{L}\p{N}]/u.test(wanted) ? "(?<![\\p{L}\\p{M}\\p{N}])" : "";
  const end = /[\p{L}\p{N}]$/u.test(wanted) ? "(?![\\p{L}\\p{M}\\p{N}])" : "";
  return new RegExp(start + literal(wanted) + end, "u").test(plain(text));
}

/** Sentences that say again what an earlier one said in the same words. */
export function doubledSentences(body: string): string[] {
  const all = sentences(body).map((sentence) => ({ sentence, words: [...new Set(contentWords(sentence))] }));
  return all.flatMap(({ sentence, words }, at) => {
    if (words.length < 4) return [];
    const isRepeat = all.slice(0, at).some((earlier) => {
      const shared = words.filter((word) => earlier.words.some((other) => sameWord(word, other))).length;
      return shared / words.length >= 0.8 && earlier.words.length >= words.length / 2;
    });
    return isRepeat ? [sentence] : [];
  });
}

const cheerful =
  /!|\bhope (?:this|you|all|everything)\b|\b(?:great|wonderful|exciting|excited|thrilled|delighted|cheers)\b|\bhappy to (?:tell|share|announce|inform)|\bpleased to (?:tell|share|announce|inform)|\bhave a (?:great|nice|lovely)\b|\bfreu(?:e|en)\b|\b(?:ravi|heureux|plaisir)\b|\bespero que (?:est[ée]|se encuentre|esteja)|\b(?:encantad|feliz|felices)\w*|\bbadhai\b|बधाई|खुशी/iu;
