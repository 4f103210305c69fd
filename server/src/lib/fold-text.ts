// Folds texts for comparing them: case, width, accents and the kind of space do not matter.
import { foldLetters } from "./tokenize.ts";

const space = 32;
/** The folded form is not one code unit. */
const isOther = 0xffff;
const highSurrogate = 0xd800;
const lowSurrogate = 0xdc00;
const afterSurrogates = 0xe000;

/** The folded code unit of each code unit, filled when a code unit is first met. Zero is unknown. */
const single = new Uint16Array(0x10000);
/** The folded form of characters that become none or several code units, and of surrogate pairs. */
const others = new Map<string, string>();
const maxOthers = 20_000;

/** Every run of spaces is one space, and there is none at either end. */
export const foldText = (text: string): string =>
  (isAscii(text) ? text.toLowerCase() : textOf(foldCodes(text))).replaceAll(/\s+/g, " ").trim();

/** UTF-8 has one byte for each character of ASCII, and counting them is ten times faster than a pattern. */
const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/**
 * The folded code units of a text of any length, with its runs of spaces. The body of a mail is compared with the words of all rules
 * in this form, because joining its spaces would take longer than the comparison.
 */
export function foldCodes(text: string): Uint16Array {
  if (isAscii(text)) return codesOf(text.toLowerCase());
  const given = composed(text);
  let codes = new Uint16Array(given.length + 16);
  let count = 0;
  for (let at = 0; at < given.length; at++) {
    const code = given.charCodeAt(at);
    const folded = single[code] || learn(code);
    if (folded !== isOther) {
      codes[count++] = folded;
      continue;
    }
    const isPair = code >= highSurrogate && code < lowSurrogate && at + 1 < given.length;
    const form = otherForm(given.slice(at, at + (isPair ? 2 : 1)));
    if (isPair) at++;
    const needed = count + form.length + given.length - at;
    if (needed > codes.length) codes = larger(codes, needed);
    for (let index = 0; index < form.length; index++) codes[count++] = form.charCodeAt(index);
  }
  return codes.subarray(0, count);
}

function larger(codes: Uint16Array, needed: number): Uint16Array<ArrayBuffer> {
  const copy = new Uint16Array(Math.ceil(needed * 1.2));
  copy.set(codes);
  return copy;
}

export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  if (text.length < 200) for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at);
  else Buffer.from(codes.buffer).write(text, "utf16le");
  return codes;
}

const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });
/** Half a surrogate pair becomes U+FFFD. */
export const textOf = (codes: Uint16Array): string => decoder.decode(codes);

/** Marks of voiced sounds in half width join the letter before them only after it is folded. */
const needsWhole = /[\uff9e\uff9f]/;
const composed = (text: string) => text.normalize(needsWhole.test(text) ? "NFKC" : "NFC");

/** Each character for itself. Letters of formulas become capitals first. The two small letters sigma are one letter. */
const foldOne = (character: string) =>
  foldLetters(character)
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replaceAll(/[\s\0]/g, " ");

function learn(code: number): number {
  const isHalf = code >= highSurrogate && code < afterSurrogates;
  const folded = isHalf ? "" : foldOne(String.fromCharCode(code));
  const value = folded.length === 1 ? folded.charCodeAt(0) : isOther;
  single[code] = value;
  return value;
}

function otherForm(character: string): string {
  let form = others.get(character);
  if (form === undefined) {
    form = foldOne(character).toWellFormed();
    if (others.size >= maxOthers) others.clear();
    others.set(character, form);
  }
  return form;
}

/** In folded code units. */
export const isSpace = (code: number | undefined) => code === space || (code !== undefined && code >= 9 && code <= 13);
