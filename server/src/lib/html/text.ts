import { decodeEntities } from "@intellibox/contract/html/entities";
import { gapOf, htmlTokens, tidyLines } from "@intellibox/contract/html/tokens";

/**
 * The words of an HTML mail, for the search and the snippet. It runs on every incoming mail, so it does not lay out lists, quotes or
 * links, which `renderText` does at several times the cost.
 */
export function wordsOfHtml(html: string): string {
  const pieces: string[] = [];
  for (const token of htmlTokens(html)) pieces.push(token.kind === "text" ? token.text : gapOf(token.name));
  return tidyLines(decodeEntities(pieces.join("")));
}
