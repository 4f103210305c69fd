import { mailSheets } from "@intellibox/contract/html/tokens";

/** More than the sheets of most mails. They are kept because they say which text is hidden. */
const maxSheets = 40_000;
const maxRead = 1_000_000;

/** The first characters of a mail's HTML or text. Style sheets, which can be longer than all words, are not counted. */
export function beginningOfMail(mail: string, most: number): string {
  if (mail.length <= most) return mail;
  const read = mail.slice(0, maxRead);
  const sheets: string[] = [];
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of mailSheets(read)) {
    sheets.push(read.slice(start, end));
    pieces.push(read.slice(at, start));
    at = end;
  }
  const kept = sheets.join("");
  return (kept.length <= maxSheets ? kept : "") + (pieces.join("") + read.slice(at)).slice(0, most);
}
