/**
 * Removes the start tags of `object` and `noscript` that have no end tag. A browser shows the rest of the mail as their content, but
 * the sanitizer would leave it out.
 */
export function withoutUnclosed(html: string): string {
  const open: Record<string, { start: number; end: number }[]> = { object: [], noscript: [] };
  for (const { 0: tag, 1: slash, 2: name = "", index } of html.matchAll(/<(\/?)(object|noscript)\b[^<>]*>?/gi)) {
    const ofName = open[name.toLowerCase()] ?? [];
    if (slash) ofName.pop();
    else ofName.push({ start: index, end: index + tag.length });
  }
  const unclosed = Object.values(open)
    .flat()
    .sort((a, b) => a.start - b.start);
  if (unclosed.length === 0) return html;
  const starts = [0, ...unclosed.map(({ end }) => end)];
  return starts.map((start, index) => html.slice(start, unclosed[index]?.start)).join("");
}
