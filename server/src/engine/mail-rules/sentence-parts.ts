// Divides a sentence that describes a mail rule. Quotations, addresses and web addresses become single characters first, so that
// the words in them are never read as words of the sentence.

export type Part = { kind: "quoted" | "address" | "domain" | "url"; text: string };
/** The text with a private-use character for each part. */
export type Marked = { text: string; parts: Part[] };

const firstMark = 0xe000;
const mostParts = 100;
/** Matches one part. */
export const mark = "[\\uE000-\\uE064]";

const kinds: [Part["kind"], RegExp][] = [
  ["quoted", /["“”„«»]([^"“”„«»\n]{1,200})["“”„«»]/g],
  ["quoted", /(?<![\p{L}\p{N}])['‘’]([^'‘’\n]{1,200})['‘’](?![\p{L}\p{N}])/gu],
  ["url", /\bhttps?:\/\/[^\s,;]+[^\s,;.!?]/gi],
  ["address", /[^\s<>,;:()"]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu],
  ["domain", /@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu],
  [
    "domain",
    /(?<![\p{L}\p{N}.@])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,4}(?:com|org|net|edu|gov|io|co|in|de|uk|eu|fr|es|it|nl|ch|at|us|ca|au|jp|dev|app|ai|info|biz|me|test|example)\b(?!\.\p{L})/giu,
  ],
];

export function markParts(sentence: string): Marked {
  const parts: Part[] = [];
  let text = sentence.replace(/[\uE000-\uF8FF]/g, " ");
  for (const [kind, pattern] of kinds)
    text = text.replace(pattern, (whole: string, inner: unknown) => {
      if (parts.length >= mostParts) return whole;
      const kept = kind === "quoted" && typeof inner === "string" ? inner : whole;
      parts.push({ kind, text: kept.trim().replace(/^@/, "") });
      return String.fromCharCode(firstMark + parts.length - 1);
    });
  return { text: text.replace(/\s+/g, " ").trim(), parts };
}

/** The parts in a piece of marked text, in their order. */
export const partsIn = (text: string, parts: Part[]): Part[] =>
  [...text].flatMap((character) => parts[character.charCodeAt(0) - firstMark] ?? []);

/** The piece with its parts in their own words again, quotations with quotation marks. */
export const unmarked = (text: string, parts: Part[]): string =>
  text.replace(/[\uE000-\uE064]/g, (character) => {
    const part = parts[character.charCodeAt(0) - firstMark];
    if (!part) return "";
    return part.kind === "quoted" ? `“${part.text}”` : part.text;
  });

/** `"a", "b" or c`: the values of a list, each without articles. */
export function valuesIn(text: string, parts: Part[]): Part[] {
  return text
    .split(/\s*(?:,|;|\bor\b|\band\b|\/|&)\s*/i)
    .flatMap((piece): Part[] => {
      const found = partsIn(piece, parts);
      if (found.length > 0) return found;
      // "My wife Maria" is Maria.
      const named = /^my\s+\p{Ll}+\s+(\p{Lu}.*)$/u.exec(piece)?.[1] ?? piece;
      const words = named
        .replace(/^(?:(?:the|a|an|my|our|either|both|any of)\s+)+/i, "")
        .replace(/\s+(?:address|addresses|accounts?|domains?)$/i, "")
        .replace(/[(),;:.!?]+$/, "")
        .trim();
      return words ? [{ kind: "quoted", text: words }] : [];
    })
    .filter(({ text: value }) => /[\p{L}\p{N}]/u.test(value));
}
