/** A picture that stands in a text as a `data:` URL: from `start` to `end`. */
export type DataPicture = { type: string; base64: string; start: number; end: number };

const head = /data:image\/([a-z+.-]{1,20});base64,/gi;

/**
 * The pictures pasted into a mail's HTML. The run of their letters is read by hand: a pattern remembers a way back for each of
 * them, and at ten million the engine gives up with an overflow.
 */
export function findDataPictures(text: string): DataPicture[] {
  const found: DataPicture[] = [];
  const search = new RegExp(head);
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const begins = search.lastIndex;
    let end = begins;
    while (end < text.length && isBase64(text.charCodeAt(end))) end++;
    found.push({ type: (match[1] ?? "").toLowerCase(), base64: text.slice(begins, end), start: match.index, end });
    search.lastIndex = end;
  }
  return found;
}

/** The text with something else in their places; undefined leaves a picture as it is. */
export function replaceDataPictures(text: string, change: (picture: DataPicture) => string | undefined): string {
  const pieces: string[] = [];
  let kept = 0;
  for (const picture of findDataPictures(text)) {
    const instead = change(picture);
    if (instead === undefined) continue;
    pieces.push(text.slice(kept, picture.start), instead);
    kept = picture.end;
  }
  return pieces.join("") + text.slice(kept);
}

/** Pasted pictures are most of such a text's length and none of its words. */
export const withoutDataPictures = (text: string): string => replaceDataPictures(text, () => "");

/** A letter, a digit, `+`, `/`, `=`, or white space, which editors wrap such lines with. */
const base64Codes = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/=\s]/.test(String.fromCharCode(code)) ? 1 : 0,
);
// By a table: mail may hold ten million of them, and they are gone through more than once.
const isBase64 = (code: number) => base64Codes[code] === 1;
