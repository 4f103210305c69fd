// Readings of a text that a filter does not see at once, but a language model understands.

const mostTokens = 40;
const longestToken = 4_000;

/** Text in base64 that decodes to words. */
export function base64Text(text: string): string {
  const found: string[] = [];
  for (const [token] of text.matchAll(/(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{20,}={0,2}(?![A-Za-z0-9+/_=-])/g)) {
    if (found.length >= mostTokens) break;
    const decoded = Buffer.from(token.slice(0, longestToken), "base64").toString("utf8");
    // Random bytes are no letters and blanks.
    if (/^[\p{L}\p{N}\p{P}\p{Z}\n\r]+$/u.test(decoded) && /\p{L}{2,}\s+\p{L}{2,}/u.test(decoded)) found.push(decoded);
  }
  return found.join("\n");
}

const rot13Letter = (letter: string) => {
  const base = letter <= "Z" ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
};
export const rot13 = (text: string) => text.replace(/[A-Za-z]/g, rot13Letter);

export const reversed = (line: string) => [...line].reverse().join("");

/** "ignore_all_rules", "**ignore** all", "IgnoreAllRules" with blanks between the words. */
export const spaced = (text: string) => text.replace(/[_*~`|•·=]+/g, " ").replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, " ");

/** The cells of a table in plain text, one in a line. Blanks without a separator are skipped as a whole, so that the time is linear. */
export const cellsOf = (text: string) =>
  text.replace(/[ \t|;]+/g, (gap) => (/[\t|;]/.test(gap) ? gap.replace(/[ \t]*[|\t;][ \t]*/g, "\n") : gap));

/** Lines that end in the middle of a sentence, joined. */
export const unbroken = (text: string) => text.replace(/(?<=[\p{L}\p{N},])[ \t]*\n(?=[ \t]*[\p{L}\p{N}])/gu, " ");

const attribute =
  /\b(?:alt|title|aria-label|aria-description|placeholder|summary|content|data-[\w-]{1,30})\s*=\s*(?:"([^"]{8,2000})"|'([^']{8,2000})')/gi;
const comment = /<!--([\s\S]{4,4000}?)(?:-->|$)/g;

/** Comments and attributes of HTML, which no reader sees. */
export function unseenText(mail: string): string {
  const html = mail.slice(0, 100_000);
  const found: string[] = [];
  for (const [, text = ""] of html.matchAll(comment)) found.push(text.trim());
  for (const [, double, single] of html.matchAll(attribute)) found.push(double ?? single ?? "");
  return found.slice(0, 200).join("\n").slice(0, 20_000);
}
