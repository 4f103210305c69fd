/** Shorter texts may consist mostly of symbols and still be readable. */
const longEnough = 200;
const tooMany = 0.2;

/** True if text should not be shown: it has replacement characters, or much of a long text is unprintable. */
export function looksBinary(text: string): boolean {
  if (text.includes("\0") || text.includes("\ufffd")) return true;
  if (text.length < longEnough) return false;
  let characters = 0;
  let hidden = 0;
  for (const character of text) {
    characters += 1;
    if (isHidden(character)) hidden += 1;
  }
  return characters >= longEnough && hidden > characters * tooMany;
}

/** Controls except white space, lone surrogates, private use and unassigned code points. */
function isHidden(character: string) {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return code < 9 || code > 13;
  if (code < 0x7f) return false;
  if (code < 0xa0) return true;
  return /[\p{Cs}\p{Co}\p{Cn}]/u.test(character);
}
