/**
 * Makes untrusted text safe for the engine's patterns: removes invisible characters, shortens runs and bounds the length.
 * Runs are shortened because a pattern that seeks the end of a line of blanks may backtrack from every blank.
 */
export function tame(text: string, longest: number): string {
  return text
    .slice(0, longest)
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(invisible, "")
    .replace(/[\t\u00A0\u2000-\u200A\u3000]/g, " ")
    .replace(/ {3,}/g, "  ")
    .replace(/\n(?: ?\n){3,}/g, "\n\n\n")
    .replace(/([^\p{L}\p{N}\s])\1{80,}/gu, (run) => run.slice(0, 80));
}

// Zero-width, bidi and other invisible characters hide words from the reader. The joiners U+200C and U+200D stay, because
// Indic scripts and emoji are spelled with them.
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
