/** A picture in a text as a `data:` URL, from `start` to `end`. */
export type DataPicture = { type: string; base64: string; start: number; end: number };

const head = /data:image\/([a-z+.-]{1,20});base64,/gi;

/** The first character that is neither base64 nor white space, which editors wrap lines with. It ends a picture. */
const notBase64 = /[^A-Za-z0-9+/=\s]/g;

/**
 * The pictures pasted into a mail's HTML. The pattern looks for the end of a base64 run: a pattern for the run itself keeps a
 * backtracking point for each character, and overflows the stack at ten million.
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

/** Replaces the pictures of a text. Undefined leaves a picture unchanged. */
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

/** Pasted pictures have most of a text's length and none of its words. */
export const withoutDataPictures = (text: string): string => replaceDataPictures(text, () => "");
