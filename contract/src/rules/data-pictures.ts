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
const isBase64 = (code: number) =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x2f && code <= 0x39) ||
  code === 0x2b ||
  code === 0x3d ||
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d);
