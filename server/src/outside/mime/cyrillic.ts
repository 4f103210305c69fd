/** Recognizes undeclared Cyrillic text by its letters: detectors of charsets need more text than a subject or a short letter has. */

const minLetters = 5;
const maxRead = 4_096;
/** The ten most frequent letters are two thirds of a Russian text, and a third of other bytes that look like Cyrillic letters. */
const minShare = 0.5;
/** And the Ukrainian and Belarusian "і". */
const frequent = new Set("оеаинтсрвлі");

/** The charset, or undefined if the text is probably not Cyrillic. */
export function cyrillicCharset(bytes: Buffer): "windows-1251" | "koi8-r" | undefined {
  const begin = bytes.subarray(0, maxRead);
  // Words of Western languages have single letters beyond ASCII, Cyrillic words have no others.
  const { high, beside } = countHigh(begin);
  if (high < minLetters || beside < high * 0.8) return undefined;
  const found = (["windows-1251", "koi8-r"] as const)
    .map((charset) => ({ charset, share: shareOf(new TextDecoder(charset).decode(begin)) }))
    .sort((one, other) => other.share - one.share)[0];
  return found && found.share >= minShare ? found.charset : undefined;
}

function countHigh(bytes: Buffer) {
  let high = 0;
  let beside = 0;
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] as number) < 0xc0) continue;
    high++;
    if ((bytes[at - 1] ?? 0) >= 0xc0 || (bytes[at + 1] ?? 0) >= 0xc0) beside++;
  }
  return { high, beside };
}

/** The share of frequent letters, less those in upper case within a word, which the wrong one of the two charsets gives. */
function shareOf(text: string): number {
  let letters = 0;
  let good = 0;
  // Dashes and quotation marks are no letters of a word.
  for (const [run] of text.matchAll(/[^\0-\x7f«»„“”‘’–—…№\xa0]+/g)) {
    letters += run.length;
    const isOneCase = run === run.toUpperCase();
    for (const [at, letter] of [...run].entries()) {
      const isMisplaced = at > 0 && !isOneCase && letter !== letter.toLowerCase();
      if (isMisplaced) good--;
      else if (frequent.has(letter.toLowerCase())) good++;
    }
    // Words in capitals are rare, except for the first.
    if (isOneCase && run.length > 3) good -= run.length / 4;
  }
  return letters === 0 ? 0 : good / letters;
}
