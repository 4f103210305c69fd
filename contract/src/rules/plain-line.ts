/** Controls that reverse or hide text. Joiners stay, because Indic and Arabic scripts need them. */
const deceiving = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** The text without characters that hide or reverse others. */
export const withoutDeceiving = (text: string) => text.replaceAll(deceiving, "");

/** One line without control characters and without characters that hide or reverse text. */
export const plainLine = (text: string, max: number) =>
  [
    ...withoutDeceiving(text.slice(0, max * 8).toWellFormed())
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
      .trim(),
  ]
    .slice(0, max)
    .join("")
    .trim();
