// Numbers and days of a sentence that nothing else has: neither the mails that it cites nor the question.
import { atFirstUse } from "#lib/at-first-use.ts";

/** Languages whose names of days and months are known. */
const languages = ["en", "de", "fr", "es", "pt", "it", "nl", "hi"];
const first = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

/** "May" is more often a verb, "Sun" and "Mar" are words of other languages. */
const ambiguous = "may sun mar sat sa so mi do di mai dom sex seg ma me ve lu je".split(" ");

/** "november", "nov" and "नवंबर" are month-11; "friday" and "freitag" are weekday-5. */
const names = atFirstUse(namesOfDays);

function namesOfDays(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const language of languages)
    for (const style of ["long", "short"] as const) {
      const name = (of: "month" | "weekday", at: Date) =>
        new Intl.DateTimeFormat(language, { [of]: style, timeZone: "UTC" })
          .format(at)
          .normalize("NFKC")
          .toLowerCase()
          .replace(/\.$/, "");
      // The first day of 2024 was a Monday.
      for (let day = 1; day <= 7; day++)
        found.set(name("weekday", new Date(first + (day - 1) * dayMs)), `weekday-${day}`);
      for (let month = 1; month <= 12; month++)
        found.set(name("month", new Date(Date.UTC(2024, month - 1, 15))), `month-${month}`);
    }
  for (const word of ambiguous) found.delete(word);
  return found;
}

type Figure = { written: string; keys: string[] };

function figuresIn(text: string): Figure[] {
  const plain = text.normalize("NFKC");
  const found: Figure[] = [];
  for (const [written] of plain.matchAll(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu)) {
    const parts = written.split(/[^\p{Nd}]+/u).map(bare);
    found.push({ written, keys: [bare(written), ...(parts.length > 1 ? parts : [])] });
  }
  for (const [written] of plain.matchAll(/[\p{L}\p{M}]{2,20}/gu)) {
    const key = names().get(written.toLowerCase());
    if (key) found.push({ written, keys: [key] });
  }
  return found;
}

/** Digits of any script, without separators, zeros in front and empty cents. */
const bare = (number: string) =>
  Array.from(number.replace(/[.,]00$/, "").replaceAll(/[^\p{Nd}]/gu, ""), digitOf)
    .join("")
    .replace(/^0+(?=\d)/, "");

function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 128) return digit;
  // The ten digits of a script follow each other.
  let zero = code;
  while (zero > code - 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

/** As written, each once. `dates` are those of the cited mails, in the asker's time zone as YYYY-MM-DD. */
export function unconfirmedFigures(sentence: string, given: string, dates: string[]): string[] {
  const known = new Set(figuresIn(given).flatMap(({ keys }) => keys));
  for (const date of dates) {
    const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
    const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
    for (const key of [year, month, day, `month-${month}`, `weekday-${weekday}`]) known.add(String(key));
  }
  const isKnown = (key: string) => known.has(key) || (key.startsWith("month-") && known.has(key.slice(6)));
  const open = figuresIn(sentence).filter(({ keys: [whole = "", ...parts] }) => {
    const isWhole = isKnown(whole);
    return !isWhole && !(parts.length > 0 && parts.every((part) => isKnown(part) || known.has(`month-${part}`)));
  });
  return [...new Set(open.map(({ written }) => written))];
}
