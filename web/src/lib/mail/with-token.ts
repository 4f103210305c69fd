type Selection = { from: number; to: number };

/** A text with a token put in: at the caret, else at the end, and never glued to a word before or after it. */
export function withToken(text: string, token: string, selection?: Selection): { text: string; caret: number } {
  const { from, to } = selection ?? { from: text.length, to: text.length };
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const isGluedBefore = /[^\s([{"“'‘]$/.test(before);
  const isGluedAfter = /^[\p{L}\p{N}{[(]/u.test(after);
  const put = `${isGluedBefore ? " " : ""}${token}${isGluedAfter ? " " : ""}`;
  return { text: before + put + after, caret: from + put.length };
}
