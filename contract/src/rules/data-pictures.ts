/** A picture that stands in a text as a `data:` URL: from `start` to `end`. */
export type DataPicture = { type: string; base64: string; start: number; end: number };

const head = /data:image\/([a-z+.-]{1,20});base64,/gi;

/** A letter, a digit, `+`, `/`, `=`, or white space, which editors wrap such lines with: what is none ends a picture. */
const notBase64 = /[^A-Za-z0-9+/=\s]/g;

/**
 * The pictures pasted into a mail's HTML. One pattern looks for where a run of their letters ends: a pattern for the run itself
 * remembers a way back for each of them, and at ten million the engine gives up with an overflow.
 */
export function findDataPictures(text: string): DataPicture[] {
  const found: DataPicture[] = [];
  const search = new RegExp(head);
  const foreign = new RegExp(notBase64);
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const begins = search.lastIndex;
    foreign.lastIndex = begins;
    const end = foreign.exec(text)?.index ?? text.length;
    found.push({ type: (match[1] ?? "").toLowerCase(), base64: text.slice(begins, end), start: match.index, end });
    search.lastIndex = end;
  }
  return found;
}

/** How many bytes they have, about. */
export const dataPictureBytes = (text: string): number =>
  findDataPictures(text).reduce((sum, { base64 }) => sum + Math.ceil(base64.length * 0.75), 0);

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
