import { isOriginalMark, labels, wroteWords } from "@intellibox/contract/rules/thread-words";

/** Mail programs wrap an attribution over at most this many lines. */
const maxWrapped = 3;

/** Splits a text into the sender's own words and the quoted original. `quoted` is "" if there is no quote, or answers between its lines. */
export function foldText(text: string): { own: string; quoted: string } {
  const lines = text.split(/\r?\n/);
  const whole = { own: text, quoted: "" };
  const found = lines.findIndex((_, at) => beginsQuote(lines, at));
  if (found <= 0) return whole;
  const at = withAttribution(lines, found);
  const own = lines.slice(0, at).join("\n").trimEnd();
  if (!own.trim() || isAnsweredBetween(lines.slice(found))) return whole;
  return { own, quoted: lines.slice(at).join("\n").trim() };
}

const isQuoted = (line: string) => /^\s?>/.test(line);

/** A quoted line, "-----Original Message-----", or the header of one: From and, within a few lines, Date or Subject. */
function beginsQuote(lines: readonly string[], at: number) {
  const line = lines[at] ?? "";
  if (isQuoted(line) || isOriginalMark(line)) return true;
  if (labelOf(line) !== "from") return false;
  const following = new Set(lines.slice(at + 1, at + 5).map(labelOf));
  return following.has("date") && (following.has("subject") || following.has("to"));
}

function labelOf(line: string) {
  const name = /^[*\s]{0,3}([^:：*]{1,24})[*\s]{0,2}[:：]/u.exec(line)?.[1];
  return name && labels.get(name.trim().toLowerCase().normalize("NFC"));
}

/** Returns the first line of the attribution ("On Friday Ann wrote:"), which belongs to the quote; else the quote's own. */
function withAttribution(lines: readonly string[], quote: number) {
  let last = quote - 1;
  while (last >= 0 && !lines[last]?.trim()) last -= 1;
  const end = lines[last] ?? "";
  if (!/[:：]\s*$/u.test(end)) return quote;
  let joined = "";
  for (let at = last; at >= 0 && at > last - maxWrapped && lines[at]?.trim(); at -= 1) {
    joined = `${lines[at]} ${joined}`;
    if (wroteWords.test(joined) && (/\d/.test(joined) || at === last)) return startOfParagraph(lines, at, last);
  }
  return quote;
}

/** The attribution's date may be on the line above the name. */
function startOfParagraph(lines: readonly string[], from: number, last: number) {
  let at = from;
  while (at > 0 && at > last - maxWrapped + 1 && lines[at - 1]?.trim() && !/\d/.test(lines[at] ?? "")) at -= 1;
  return at;
}

function isAnsweredBetween(lines: readonly string[]) {
  const first = lines.findIndex(isQuoted);
  return first >= 0 && lines.slice(first).some((line) => line.trim() !== "" && !isQuoted(line));
}
