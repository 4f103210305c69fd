/** Whether a number or a name of the intent is not in the draft. */
export function factsMissing(intent: string, draft: string, hasCapitalNouns: boolean): boolean {
  const has = new Set(tokensOf(draft).map((token) => token.toLowerCase()));
  return tokensOf(intent).some((token, at) => {
    const isNumber = /\p{N}/u.test(token);
    // A sentence's first word has a capital letter of its own.
    const isName =
      at > 0 &&
      !hasCapitalNouns &&
      /^\p{Lu}\p{Ll}/u.test(token) &&
      !/[.!?:]\s*$/.test(intent.slice(0, intent.indexOf(token)));
    return (isNumber || isName) && !has.has(token.toLowerCase());
  });
}

const tokensOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
