/**
 * Text from outside as the rules may safely read it: invisible characters gone, endless runs cut short, length bounded.
 * Runs matter because a pattern that looks for the end of a line full of blanks may look again from every blank.
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

// Zero-width, bidi and other invisible characters hide words from the reader; no rule should see them. The joiners
// U+200C and U+200D stay: Indic scripts and emoji are spelled with them.
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
