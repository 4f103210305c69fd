// Finds addresses in text that people paste. Runs in a worker thread for long texts.
import { emailPattern } from "@intellibox/contract/rules/email-pattern";

export const longestAddress = 254;
/** As `composeMail` accepts them. */
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{1,253}$/u;

/** The address of a cell, in lower case: "ada@example.com" or "Ada <ada@example.com>". */
export function addressIn(cell = ""): string | undefined {
  if (cell.length > 4 * longestAddress) return undefined;
  const text = (/<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell).trim().normalize("NFKC").toLowerCase();
  return text.length <= longestAddress && emailPattern.test(text) && plainAddress.test(text) ? text : undefined;
}

/** Every address of a text, whatever stands between them, each once and in lower case. */
export const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;|<>"']+/).flatMap((piece) => addressIn(piece) ?? [])),
];
