/** Whether a number or a name of the intent is not in the draft, or too many of its words. */
export function factsMissing(intent: string, draft: string, hasCapitalNouns: boolean): boolean {
  const has = new Set(tokensOf(draft).map((token) => token.toLowerCase()));
  const isLost = tokensOf(intent).some((token, at) => {
    const isNumber = /\p{N}/u.test(token);
    // A sentence's first word has a capital letter of its own.
    const isName =
      at > 0 &&
      !hasCapitalNouns &&
      /^\p{Lu}\p{Ll}/u.test(token) &&
      !/[.!?:]\s*$/.test(intent.slice(0, intent.indexOf(token)));
    return (isNumber || isName) && !has.has(token.toLowerCase());
  });
  if (isLost) return true;
  const stems = new Set(stemsOf(draft));
  const missing = stemsOf(intent).filter((stem) => !stems.has(stem)).length;
  return missing > mostMissing && missing > stemsOf(intent).length * 0.5;
}

// The verb of an order and its reader's title are not said.
const mostMissing = 3;

const tokensOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The first four letters of each long word, without accents. */
const stemsOf = (text: string) =>
  tokensOf(text.normalize("NFD").replace(/[\u0300-\u036f]/g, ""))
    .filter((token) => token.length >= 5)
    .map((token) => token.slice(0, 4).toLowerCase());
