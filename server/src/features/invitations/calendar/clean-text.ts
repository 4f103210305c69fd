/** Characters that reverse text or are not seen, which can show another name or address than the file has. Joiners stay: scripts of India need them. */
const disguising = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Text of a calendar file on one line. */
export const cleanLine = (text: string, most: number) =>
  text
    .slice(0, most * 4)
    .replaceAll(disguising, "")
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim()
    .slice(0, most)
    .toWellFormed();

/** Like `cleanLine`, but keeps line breaks. */
export const cleanLines = (text: string, most: number) =>
  text
    .slice(0, most * 4)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(disguising, "")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
    .slice(0, most)
    .toWellFormed();
