import { missingFacts } from "./required-facts.ts";

const mostFacts = 200;
const mostFound = 5;

/** Names, numbers, dates and addresses of an answer that only the examples of style have: they belong to another mail. */
export function borrowedFacts(answer: string, given: string, examples: string): string[] {
  if (!examples) return [];
  const [text, source] = [answer.normalize("NFKC").toLowerCase(), given.normalize("NFKC").toLowerCase()];
  return missingFacts(examples, given, mostFacts)
    .filter((fact) => fact.length > 1 && has(text, fact.toLowerCase()) && !has(source, fact.toLowerCase()))
    .slice(0, mostFound);
}

/** As a whole word or number. */
function has(text: string, fact: string): boolean {
  const isInside = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (let at = text.indexOf(fact); at >= 0; at = text.indexOf(fact, at + 1))
    if (!isInside(text[at - 1]) && !isInside(text[at + fact.length])) return true;
  return false;
}
