// Links, addresses, bank accounts and phone numbers in an answer that are not in what the model was given: it invented them, or
// somebody planted them.
import { visibleCharacters } from "@intellibox/contract/html/visible";

export type ContactKind = "unknown-link" | "unknown-address" | "unknown-account" | "unknown-phone";
export type UnknownContact = { kind: ContactKind; text: string };

const email = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu;
const topLevels =
  "com|net|org|info|biz|io|co|ai|app|dev|xyz|top|site|online|shop|store|club|link|click|live|me|tv|ly|gl|to|in|uk|us|ca|au|de|fr|es|pt|br|it|nl|ru|cn|jp|eu|ch|at|be|pl|se|tk|ml|ga|cf|gq|cc|su|zip|mov|test|example|support|help|pro|gov|edu";
/** A name without "https://", which mail programs turn into a link. */
const bareDomain = new RegExp(
  `(?<![\\p{L}\\p{N}@./-])(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,4}(?:${topLevels}|xn--[a-z0-9-]{2,30})(?![\\p{L}\\p{N}@-])(?:/[^\\s<>"')]{0,500})?`,
  "gu",
);
const iban = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?\b/g;
const account = /(?<![\d+.,/-])\d{8,20}(?![\d.,/-]\d)/g;
const phone = /(?<![\w.,/-])(?:\+|\(?0)[\d ()./-]{6,20}\d(?!\w)/g;

const maxFound = 5;

export function unknownContacts(answer: string, given: string): UnknownContact[] {
  const text = visibleCharacters(answer).normalize("NFKC");
  const source = visibleCharacters(given).normalize("NFKC").toLowerCase();
  const sourceDigits = digitsOf(source);
  const joined = source.replaceAll(/[\s-]/g, "");
  const found: UnknownContact[] = [];
  const add = (kind: ContactKind, parts: Iterable<RegExpMatchArray>, isKnown: (part: string) => boolean) => {
    for (const [part] of parts) if (!isKnown(part)) found.push({ kind, text: part.replace(/[\s.,;:!?]+$/, "").trim() });
  };
  add("unknown-address", text.matchAll(email), (part) => source.includes(part.toLowerCase()));
  add("unknown-link", text.replaceAll(email, " ").matchAll(bareDomain), (part) => source.includes(hostOf(part)));
  add("unknown-account", text.matchAll(iban), (part) => joined.includes(part.toLowerCase().replaceAll(/[\s-]/g, "")));
  const rest = text.replaceAll(iban, " ");
  add("unknown-phone", rest.matchAll(phone), (part) => isDate(part) || hasDigits(sourceDigits, digitsOf(part)));
  add("unknown-account", rest.replaceAll(phone, " ").matchAll(account), (part) => sourceDigits.includes(part));
  const seen = new Set<string>();
  return found.filter(({ text: part }) => !seen.has(part) && seen.add(part)).slice(0, maxFound);
}

const hostOf = (domain: string) => domain.toLowerCase().replace(/[./,;:!?]+$/, "");
const digitsOf = (text: string) => text.replaceAll(/[ ()./-]/g, "").replaceAll(/\D+/g, " ");
const isDate = (part: string) => /^0?\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(part.trim());
/** The number may be written with or without its country. */
const hasDigits = (source: string, written: string) => {
  const digits = written.trim();
  return digits.length < 7 || source.includes(digits) || source.includes(digits.slice(-8));
};
