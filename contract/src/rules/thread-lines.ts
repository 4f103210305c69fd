/** A line without its quote marks; `depth` is their number. */
export type Line = { depth: number; text: string };

/** Deeper than real quotations; it bounds the work on a line of quote marks. */
const maxDepth = 50;

const blank: Line = { depth: 0, text: "" };

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    lines.push(start === end ? blank : unquoted(text, start, end));
    start = end + 1;
  }
  return lines;
}

function unquoted(text: string, start: number, end: number): Line {
  let depth = 0;
  let from = start;
  for (let at = start; at < end && depth < maxDepth; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 62 /* > */) {
      depth += 1;
      from = at + 1;
    } else if (code !== 32) break;
  }
  // One space after the mark belongs to it; further spaces are the writer's indentation.
  if (depth > 0 && text.charCodeAt(from) === 32) from += 1;
  return { depth, text: text.slice(from, end).trimEnd() };
}
