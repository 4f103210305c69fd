import { parseThreadDate } from "./thread-dates.ts";
import { cleanAddress } from "./thread-headers.ts";
import type { Line } from "./thread-lines.ts";
import { attributionStart, wroteWords } from "./thread-words.ts";

type Attribution = {
  message: { from: string; to: string; at: string | null };
  /** The number of lines that it is wrapped over; the given line is the last. */
  lines: number;
};

const maxLines = 4;
/** The longest attributions have about 24 words; longer lines are sentences. */
const maxLength = 320;

/** Finds "On Friday, 5 January 2024 at 10:00, Ann <ann@x.org> wrote:" in any language, ending at the given line. */
export function findAttribution(lines: Line[], last: number): Attribution | undefined {
  const ending = lines[last];
  if (!ending || !endsInColon(ending.text) || ending.text.length > maxLength || !mayEndOne.test(ending.text))
    return undefined;
  let joined = "";
  let best: Attribution | undefined;
  for (let count = 1; count <= maxLines; count += 1) {
    const line = lines[last - count + 1];
    if (!line || line.text === "" || line.depth !== ending.depth || (count > 1 && endsInColon(line.text))) break;
    joined = count === 1 ? line.text.trim() : `${line.text.trim()} ${joined}`;
    if (joined.length > maxLength) break;
    const message = read(joined);
    if (!message) continue;
    // If the date is wrapped, its second half may match alone: prefer the match that has the first word.
    if (attributionStart.test(joined)) return { message, lines: count };
    best ??= { message, lines: count };
  }
  return best ?? readBare(lines, last);
}

/** Reads "Ann Lee wrote:" without a date, if a quotation follows directly. */
function readBare(lines: Line[], at: number): Attribution | undefined {
  const { text = "", depth = 0 } = lines[at] ?? {};
  const next = lines[at + 1]?.text === "" ? lines[at + 2] : lines[at + 1];
  const name = /^(?!(?:he|she|they|you|i|we|it|as|who|what)\b)([^\s,;:!?]+(?: [^\s,;:!?]+){0,4}) /iu.exec(text);
  const wrote = wroteWords.exec(text);
  if (!next || next.depth <= depth || !name || !wrote || text.length - wrote.index - wrote[0].length > 2)
    return undefined;
  const from = cleanAddress(text.slice(0, wrote.index));
  return from.split(" ").length <= 5 ? { message: { from, to: "", at: null }, lines: 1 } : undefined;
}

const endsInColon = (text: string) => text.endsWith(":") || text.endsWith("：");
/** A cheap check before the expensive patterns: an address in brackets, or a word for "wrote". */
const mayEndOne = new RegExp(`[>)\\]]\\s?[:：]$|${wroteWords.source}`, "iu");

const address =
  /[<([]{1,2}(?:mailto:)?([^\s<>()[\]@]{1,64}@[^\s<>()[\]@]{1,190})(?:<mailto:[^<>\s]{1,254}>)?[>)\]]{1,2}/i;
const yearOrTime = /(?<!\d)(?:(?:19|20)\d\d|[२१]\p{Nd}{3}|\d{1,2}[:.h]\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2})(?!\d)/u;

function read(text: string): Attribution["message"] | undefined {
  if (!yearOrTime.test(text)) return undefined;
  // An address that is wrapped inside its brackets has a space at the line break.
  const line = text.replace(/\s*[:：]$/, "").replaceAll("< ", "<");
  const wrote = wroteWords.exec(line);
  if (!wrote && !(/[>)\]]$/.test(line) && address.test(line))) return undefined;
  const at = parseThreadDate(line);
  // No known word, but a date, an address and a colon, as mail programs of every language write it.
  if (!wrote) return at ? { from: nameIn(line), to: "", at } : undefined;
  if (!at && !attributionStart.test(line)) return undefined;
  const before = line.slice(0, wrote.index);
  const after = line.slice(wrote.index + wrote[0].length);
  // "Am … schrieb Ann:" has the name after the verb; "Ann ezt írta (időpont: …):" has the date there.
  const isNameAfter = /\p{L}{2}/u.test(after) && !yearOrTime.test(after);
  const from = isNameAfter ? cleanAddress(after.replace(/^[\s,]+/, "")) : nameIn(before);
  return from === "" && !at ? undefined : { from, to: "", at };
}

/** The text after the date, or before it if the name comes first. */
function nameIn(text: string): string {
  const spot = address.exec(text);
  const upToAddress = spot ? text.slice(0, spot.index) : text;
  const mail = spot ? ` <${spot[1]}>` : "";
  const isDateFirst = yearOrTime.test(upToAddress);
  const name = isDateFirst ? afterDate(upToAddress) : upToAddress.replace(attributionStart, "");
  return cleanAddress(`${name.replace(/^[\s,;:.–-]+|[\s,;:–-]+$/g, "")}${mail}`.trim().replace(/^<(.*)>$/, "$1"));
}

const datePieces =
  /(?<!\d)(?:(?:19|20)\d\d(?!\d)(?:-\d\d-\d\d)?(?:\s?[+-]\d{4}(?!\d))?(?:\s?(?:г\.|р\.))?|\d{1,2}[:.h]\d{2}(?::\d{2})?(?:\s?[ap]\.?\s?m\.?(?!\p{L}))?(?:\s?\(?(?:(?:GMT|UTC)\s?[+-]\d{1,2}(?::?\d{2})?|[+-]\d{2}:?\d{2}|UTC|GMT|CES?T|[ECMP][SD]T|IST|BST)\)?(?!\p{L}))?(?:\s?\([A-Z]{2,5}\))?|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?:\s?[+-]\d{4}(?!\d))?|[०-९]{1,4}(?::[०-९]{2})?)/giu;
/** Words between a date and a name: "at 10:00 hrs", "10 बजे को". */
const fillers =
  /^[\s,;.–-]*(?:(?:hrs|uhr|odesílatel|klo|kl|बजे|को|पर|óra|ore|heures|saat|tarihinde|в|о|ч|год)[.,]?(?=[\s,]|$)[\s,]*)*/iu;

function afterDate(text: string): string {
  let end = 0;
  for (const piece of text.matchAll(datePieces)) end = piece.index + piece[0].length;
  const rest = text.slice(end).replace(fillers, "");
  if (/\p{L}/u.test(rest)) return rest;
  // The date comes last, as in "Ann, 5 Oca 2024 Cum, 10:00 tarihinde".
  const first = text.search(/\d/);
  return first > 0 ? text.slice(0, first).replace(attributionStart, "") : "";
}
