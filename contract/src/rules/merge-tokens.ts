/** Begins a blank that holds words of the writer which the built-in engine did not understand. */
export const ownWordsLead = "In your words: ";

/** The text between the braces of a token: a name, and optionally the words to use if there is no value: FirstName|there. */
const inBraces = String.raw`\p{L}[\p{L}\p{M}\p{N}_ .-]{0,40}(?:\|[^{}|\n]{0,80})?`;
/** {FirstName}, {{first_name}} and {FirstName|there}. `fill-tokens.ts` fills them. */
export const braceToken = String.raw`\{\{\s*${inBraces}\}\}|\{${inBraces}\}`;

/** Placeholders that a draft leaves for its writer: {FirstName}, {{company}}, [your answer], [accept / decline], [In your words: …]. */
const token = new RegExp(String.raw`${braceToken}|\[(?:In your words: [^\]\[\n]{1,600}|[^\]\[\n]{2,80})\]`, "gu");

/** A noun that names a gap for the writer, alone ("[date]") or as the last word ("[Company Name]", "[Ihr Name]"). */
const gapNoun =
  /(?:^|[\s’'])(?:date|time|day|name|amount|price|place|location|number|reason|deadline|document|details|address|title|company|datum|uhrzeit|betrag|fecha|hora|importe|nombre|heure|montant|nom|prénom|société|vorname|nachname|firma|apellidos?|empresa|data|valor|nome)\.?$/i;
/** The writer, addressed. */
const yours = /^(?:your|ihre?[nmrs]?|votre|vos|sus?|seus?|suas?|uw|ваш[аеи]?)\s/iu;

/**
 * Brackets have many uses. A choice or a gap is several words of which only the first may have a capital, a known noun, or words
 * of a script without capitals.
 */
function isOpen(found: string) {
  if (!found.startsWith("[")) return true;
  const words = found.slice(1, -1).trim();
  return (
    /^\p{L}[^\s\p{Lu}]*\s+(?!\p{Lu})\S/u.test(words) ||
    /^\p{Lo}/u.test(words) ||
    gapNoun.test(words) ||
    yours.test(words)
  );
}

export type OpenToken = { token: string; index: number };

/** The tokens that are still unfilled in a text, with their positions. */
export const openTokensIn = (text: string): OpenToken[] =>
  [...text.matchAll(token)]
    .map((found) => ({ token: found[0], index: found.index }))
    .filter((one) => isOpen(one.token));

/** The tokens that are still unfilled in subject or body, each once, in order. */
export const unfilledTokens = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap(openTokensIn).map((one) => one.token)),
];
