import { readStatement } from "./statement.ts";

/** Notes that are separated by commas: "order 99120, charged twice on 4 May, refund already issued". */
export function jottingsOf(text: string): string[] {
  if (text.length > 1_500) return [text];
  const pieces = splitCommas(text);
  return pieces.length < 2 || isWhole(text, pieces)
    ? [text]
    : pieces.map((piece) => piece.replace(/^(?:and|also)\s+/i, ""));
}

/** Splits at commas, but not inside brackets, numbers ("1,250") or dates ("March 20, 2025"). */
function splitCommas(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    if (text[i] === ")") depth = Math.max(0, depth - 1);
    const gap = depth > 0 ? null : /^,\s+(?!\d{4}\b)/.exec(text.slice(i, i + 8));
    if (!gap) continue;
    pieces.push(text.slice(start, i));
    i += gap[0].length - 1;
    start = i + 1;
  }
  pieces.push(text.slice(start));
  return pieces.map((piece) => piece.trim()).filter(Boolean);
}

const joins =
  /^(?:and|or|but|so|because|which|who|whom|whose|where|when|while|with|if|as|since|although|including|especially|then)\b/i;

/** Whether the commas of a text belong to one sentence. */
function isWhole(text: string, [first = "", ...rest]: string[]): boolean {
  if (
    /^(?:if|when|as|since|although|because|while|once|unfortunately|however|in|on|at|by|for|after|before|last|next|yesterday|today|dear|both)\b/i.test(
      first,
    ) &&
    readStatement(first) === undefined &&
    rest[0] !== undefined &&
    readStatement(rest[0]) !== undefined
  )
    return true;
  if (rest.every((piece) => joins.test(piece))) return true;
  const isStatement = readStatement(first) !== undefined;
  if (isStatement && rest.some((piece) => joins.test(piece))) return true;
  // "March, April and May": a list of nouns in one sentence.
  if (
    rest.length > 0 &&
    /\s(?:and|or)\s/i.test(rest.at(-1) ?? "") &&
    rest.every((piece) => piece.split(/\s+/).length <= 5) &&
    isStatement
  )
    return true;
  return /^\p{Lu}/u.test(text) && /[.!?]["')]?$/.test(text) && isStatement;
}
