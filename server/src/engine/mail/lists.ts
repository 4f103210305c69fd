import { unwrap } from "../text/sentences.ts";

/** A paragraph, a list with the line that announces it, or a table with its head row. */
export type MailBlock =
  | { kind: "text"; text: string }
  | { kind: "list"; lead: string; items: string[] }
  | { kind: "table"; lead: string; head: string[]; rows: string[][] };

const marker =
  /^\s*(?:(?:[-*•·–—+‣▪◦]\s+|o(?:\t|\s{2,}))|\(?\d{1,2}[.)]\s+|\d{1,2}\s*[-–:]\s+(?=\p{L})|\(?[a-h]\)\s+|\[[ xX]?\]\s+|(?:AP|Action|Item|Task|TODO)\s?#?\d{1,2}\s*[:.)–-]\s*)/u;

export const isListItem = (line: string) => marker.test(line);
export const withoutMarker = (line: string) => line.replace(marker, "").trim();

const cellsOf = (line: string) =>
  line
    .replace(/^\s*\|/, "")
    .replace(/\|\s*$/, "")
    .split(/\s*\|\s*|\t+| {4,}/)
    .map((cell) => cell.trim());
const isRow = (line: string) => line.length < 400 && cellsOf(line).filter(Boolean).length >= 3;
const isRuler = (line: string) => /^[\s|:+=-]{3,}$/.test(line);

/** A line that announces what follows: "Next steps:", "Before the stop:", "Action points". */
const isLead = (line: string) =>
  /:\s*$/.test(line) || (line.split(/\s+/).length <= 6 && /^\p{Lu}/u.test(line) && !/[.!?,;:]/.test(line));

/** The blocks of a mail's text, in order. Linear in its length. */
export function blocksOf(text: string): MailBlock[] {
  const lines = text.split("\n").slice(0, 4_000);
  const blocks: MailBlock[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    for (const line of unwrap(paragraph)) blocks.push({ kind: "text", text: line });
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (!line.trim()) {
      flush();
    } else if (isListItem(line)) {
      flush();
      const items: string[] = [];
      i = readItems(lines, i, items) - 1;
      blocks.push({ kind: "list", lead: takeLead(blocks), items });
    } else if (isRow(line) && rowAfter(lines, i)) {
      flush();
      const rows: string[][] = [];
      for (; i < lines.length && (isRow(lines[i] ?? "") || isRuler(lines[i] ?? "")); i++)
        if (!isRuler(lines[i] ?? "")) rows.push(cellsOf(lines[i] ?? ""));
      i--;
      blocks.push({ kind: "table", lead: takeLead(blocks), head: rows[0] ?? [], rows: rows.slice(1) });
    } else if (isLead(line) && isListItem(nextLine(lines, i))) {
      flush();
      blocks.push({ kind: "text", text: line.trim() });
    } else paragraph.push(line);
  }
  flush();
  return blocks;
}

/** Reads items from a line on, with their wrapped lines and the blank lines between them. Returns the line after them. */
function readItems(lines: string[], start: number, items: string[]): number {
  let i = start;
  let end = start;
  for (; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (!line.trim()) continue;
    if (isListItem(line)) items.push(withoutMarker(line));
    else if (/^\s{2,}\S/.test(line) && (lines[i - 1] ?? "").trim()) items[items.length - 1] += ` ${line.trim()}`;
    else break;
    end = i + 1;
  }
  return end;
}

function takeLead(blocks: MailBlock[]): string {
  const last = blocks.at(-1);
  if (last?.kind !== "text" || !isLead(last.text)) return "";
  blocks.pop();
  return last.text.replace(/\s*:\s*$/, "");
}

const nextLine = (lines: string[], i: number) => lines.slice(i + 1, i + 4).find((line) => line.trim()) ?? "";
const rowAfter = (lines: string[], i: number) => {
  const next = lines[i + 1] ?? "";
  return isRuler(next) || (isRow(next) && cellsOf(next).length === cellsOf(lines[i] ?? "").length);
};
