/** A `data:` URL of a picture, at `start` to `end` of the text. */
export type DataPicture = { type: string; base64: string; start: number; end: number };

const head = /data:image\/([a-z+.-]{1,20});base64,/gi;

/** Matches the first character after a picture: not base64, and not white space, with which editors wrap long lines. */
const notBase64 = /[^A-Za-z0-9+/=\s]/g;

/**
 * Finds the pictures pasted into a mail's HTML. The pattern looks for the end of the base64 text. A pattern for the base64 text
 * itself would keep a backtracking position per character and overflow at about ten million.
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

/** Their approximate size in bytes. */
export const dataPictureBytes = (text: string): number =>
  findDataPictures(text).reduce((sum, { base64 }) => sum + Math.ceil(base64.length * 0.75), 0);

/** Replaces each picture by the result of `change`; undefined keeps it. */
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

/** Removes embedded pictures, which are most of a text's length but none of its words. */
export const withoutDataPictures = (text: string): string => replaceDataPictures(text, () => "");
