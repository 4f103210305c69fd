import iconv from "iconv-lite";

/** Windows language (its low ten bits) to the code page of programs from before Unicode, [MS-LCID]; the rest is 1252. */
const byLanguage: Record<number, string> = {
  1: "cp1256",
  2: "cp1251",
  5: "cp1250",
  8: "cp1253",
  13: "cp1255",
  14: "cp1250",
  17: "cp932",
  18: "cp949",
  21: "cp1250",
  24: "cp1250",
  25: "cp1251",
  26: "cp1250",
  27: "cp1250",
  28: "cp1250",
  30: "cp874",
  31: "cp1254",
  32: "cp1256",
  34: "cp1251",
  35: "cp1251",
  36: "cp1250",
  37: "cp1257",
  38: "cp1257",
  39: "cp1257",
  41: "cp1256",
  42: "cp1258",
  47: "cp1251",
};
/** Chinese and Serbian depend on the country and the script. */
const byLocale: Record<number, string> = {
  1028: "cp950",
  3076: "cp950",
  5124: "cp950",
  2052: "cp936",
  4100: "cp936",
  3098: "cp1251",
  7194: "cp1251",
};
/** Internet code pages that imply a language: the mail's ANSI properties are then in that language's Windows code page. */
const byInternet: Record<number, string> = {
  50220: "cp932",
  50221: "cp932",
  50222: "cp932",
  51932: "cp932",
  20866: "cp1251",
  21866: "cp1251",
  28595: "cp1251",
  28592: "cp1250",
  28597: "cp1253",
  28598: "cp1255",
  38598: "cp1255",
  28599: "cp1254",
  28596: "cp1256",
  28594: "cp1257",
  51949: "cp949",
  52936: "cp936",
  54936: "cp936",
};

export const ansiOfLocale = (locale: number) => byLocale[locale] ?? byLanguage[locale & 0x3ff] ?? "cp1252";

/** A Windows code page number to an encoding iconv-lite knows; 1200 is UTF-16, which ANSI text never is. */
export function ansiOfCodepage(codepage: number): string | undefined {
  if (codepage === 65001) return "utf-8";
  const name = byInternet[codepage] ?? `cp${codepage}`;
  return codepage !== 1200 && codepage !== 20127 && iconv.encodingExists(name) ? name : undefined;
}
