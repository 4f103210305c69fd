import { parseThreadDate } from "./thread-dates.ts";
import type { Line } from "./thread-lines.ts";
import { type Label, labels } from "./thread-words.ts";

type Values = Partial<Record<Label, string>>;
type HeaderBlock = { end: number; message: { from: string; to: string; at: string | null } | undefined };

/**
 * Reads the block of header lines that starts at a line. It is the header of a message if it has a sender and one more field.
 * Without `message`, the lines are text and the caller can skip them.
 */
export function readHeaderBlock(lines: Line[], start: number): HeaderBlock | undefined {
  const first = lines[start];
  if (!first || !labelOf(first.text)) return undefined;
  const values: Values = {};
  let isTechnical = false;
  let current: Label = "other";
  let end = start;
  let blanks = 0;
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const header: Header | undefined = line.depth === first.depth ? labelOf(line.text, isTechnical) : undefined;
    if (header && !(header.label === "from" && values.from !== undefined)) {
      current = header.label;
      isTechnical ||= header.isTechnical;
      values[current] ??= header.value;
      end = at + 1;
      blanks = 0;
    } else if (line.text === "" && blanks === 0 && continuesAfterBlank(lines, at, first.depth)) {
      blanks = 1;
    } else if (line.text !== "" && blanks === 0 && isContinuation(lines, at, first.depth)) {
      if (current !== "other") values[current] = `${values[current] ?? ""} ${line.text.trim()}`;
      end = at + 1;
    } else break;
  }
  const next = lines[end];
  return { end, message: isHeader(values, !next || next.text === "") ? messageOf(values) : undefined };
}

function isHeader(values: Values, isSetOff: boolean) {
  const { from, to, date, subject } = values;
  if (!from) return false;
  if (date !== undefined || subject !== undefined) return true;
  // "From: London / To: Paris" is a header only if everything else looks like one.
  return to !== undefined && (isSetOff || from.includes("@") || to.includes("@"));
}

function messageOf({ from = "", to = "", date }: Values) {
  return { from: cleanAddress(from), to: cleanAddress(to), at: date === undefined ? null : parseThreadDate(date) };
}

type Header = { label: Label; value: string; isTechnical: boolean };

/** Reads "*From:* Ann", "De : Ann" or "Subject:\tHello": a known word, a colon and a value. In raw mail, any hyphenated name. */
function labelOf(line: string, isTechnical = false): Header | undefined {
  const colon = colonIn(line);
  if (colon < 1) return undefined;
  const raw = line.slice(0, colon).toLowerCase();
  const word = labels.has(raw)
    ? raw
    : raw
        .replace(/[*_\s\u00a0]+/g, " ")
        .trim()
        .normalize("NFC");
  const isName = word.startsWith("x-") || (isTechnical && word.includes("-"));
  const label = labels.get(word) ?? (isName && /^[\w-]+$/.test(word) ? "other" : undefined);
  if (!label) return undefined;
  const value = line
    .slice(colon + 1, colon + maxValue)
    .replace(/^[*_\s]+/, "")
    .replace(/\*{1,3}$/, "");
  return { label, value, isTechnical: label === "other" && (word === "received" || word.includes("-")) };
}

/** Longer than the longest label. */
const maxLabel = 36;

function colonIn(line: string) {
  const end = Math.min(line.length, maxLabel);
  for (let at = 0; at < end; at += 1) {
    const code = line.charCodeAt(at);
    if (code === 0x3a || code === 0xff1a) return at;
  }
  return -1;
}

/** Longer recipient lists are cut, because a pattern trims the value. */
const maxValue = 2_000;

/** Within so many lines after an unindented continuation line, the next header must follow. */
const lookAhead = 3;

function isContinuation(lines: Line[], at: number, depth: number) {
  const line = lines[at];
  if (!line || line.depth !== depth) return false;
  if (/^[ \t]/.test(line.text)) return true;
  for (let next = at + 1; next <= at + lookAhead; next += 1) {
    const candidate = lines[next];
    if (!candidate || candidate.text === "" || candidate.depth !== depth) return false;
    const header = labelOf(candidate.text);
    if (header) return header.label !== "from";
  }
  return false;
}

/** Some programs make each header a paragraph: after a blank line the next line must be a header too. */
function continuesAfterBlank(lines: Line[], at: number, depth: number) {
  const next = lines[at + 1];
  if (!next || next.depth !== depth) return false;
  const header = labelOf(next.text);
  return header !== undefined && header.label !== "from" && header.label !== "other";
}

/** "Ann [mailto:ann@x.org]" → "Ann <ann@x.org>"; "ann@x.org<mailto:ann@x.org>" → "ann@x.org". */
export function cleanAddress(value: string): string {
  const short = value.slice(0, maxValue).replace(/\s+/g, " ").trim();
  if (!/[*[\]"'“]|mailto:/i.test(short)) return short;
  return short
    .replace(/\[mailto:([^\][\s]{3,254})\]/gi, "<$1>")
    .replace(/<mailto:[^<>\s]{3,254}>/gi, "")
    .replace(/\*/g, "")
    .replace(/^["'“]([^"'“”<]{1,200})["'”](?= ?<|$)/, "$1")
    .trim();
}
