type Selection = { from: number; to: number };

/** Inserts a token at the caret, else at the end, with spaces between it and adjacent words. */
export function withToken(text: string, token: string, selection?: Selection): { text: string; caret: number } {
  const { from, to } = selection ?? { from: text.length, to: text.length };
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const isGluedBefore = /[^\s([{"“'‘]$/.test(before);
  const isGluedAfter = /^[\p{L}\p{N}{[(]/u.test(after);
  const put = `${isGluedBefore ? " " : ""}${token}${isGluedAfter ? " " : ""}`;
  return { text: before + put + after, caret: from + put.length };
}
