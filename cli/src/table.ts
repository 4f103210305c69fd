import { safeLine } from "./safe-text.ts";

/** Rows below their headings. The last column gets what is left of the screen; in a file or a pipe nothing is cut. */
export function table(headings: string[], rows: string[][], columns?: number) {
  const lines = [headings, ...rows.map((row) => row.map(safeLine))];
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => lengthOf(line[at] ?? ""))));
  return lines
    .map((line) => {
      const text = line
        .map((cell, at) => cell + " ".repeat(Math.max(0, (widths[at] ?? 0) - lengthOf(cell))))
        .join("  ");
      return `${cut(text.trimEnd(), columns)}\n`;
    })
    .join("");
}

/** "Name: value" lines with the values below each other. */
export function facts(pairs: [string, string | undefined][]) {
  const known = pairs.filter((pair): pair is [string, string] => Boolean(pair[1]));
  const width = Math.max(0, ...known.map(([name]) => name.length + 2));
  return known.map(([name, value]) => `${`${name}:`.padEnd(width)}${safeLine(value)}\n`).join("");
}

const lengthOf = (text: string) => [...text].length;
const cut = (text: string, columns = Number.POSITIVE_INFINITY) =>
  lengthOf(text) <= columns ? text : `${[...text].slice(0, columns - 1).join("")}…`;

/** A time in the reader's zone, as 2026-03-04 09:30. */
export function timeText(date: Date) {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
