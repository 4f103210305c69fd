import { findAttribution } from "@intellibox/contract/rules/thread-attribution";
import { readHeaderBlock } from "@intellibox/contract/rules/thread-headers";
import { linesOf } from "@intellibox/contract/rules/thread-lines";
import { isOriginalMark } from "@intellibox/contract/rules/thread-words";

/** What the sender wrote, and the original quoted below it ("" where there is none, or where answers stand between its lines). */
export function foldText(text: string): { own: string; quoted: string } {
  const raw = text.split("\n");
  const lines = linesOf(text);
  const at = lines.findIndex((_, index) => beginsQuote(lines, index));
  // Lines may be counted differently where a text is odd; then nothing is hidden.
  if (at <= 0 || lines.length !== raw.length) return { own: text, quoted: "" };
  const start = at - (linesAbove(lines, at) - 1);
  const own = raw.slice(0, start).join("\n").trimEnd();
  if (!own.trim() || isAnsweredBetween(lines.slice(at))) return { own: text, quoted: "" };
  return { own, quoted: raw.slice(start).join("\n").trim() };
}

type Lines = ReturnType<typeof linesOf>;

function beginsQuote(lines: Lines, at: number) {
  const line = lines[at];
  if (!line) return false;
  if (line.depth > 0 || isOriginalMark(line.text)) return true;
  return Boolean(readHeaderBlock(lines, at)?.message ?? findAttribution(lines, at));
}

/** An attribution may be wrapped over several lines, and is found by its last. */
const linesAbove = (lines: Lines, at: number) => findAttribution(lines, at)?.lines ?? 1;

function isAnsweredBetween(lines: Lines) {
  const firstQuoted = lines.findIndex(({ depth }) => depth > 0);
  return firstQuoted >= 0 && lines.slice(firstQuoted).some(({ depth, text }) => depth === 0 && text.trim() !== "");
}
