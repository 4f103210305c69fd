// Reads stored mail again for the search: the words of both of its parts, and the better one as its text. It runs in a thread.
import { wordsOfHtml } from "#lib/html/text.ts";
import { betterText, otherLines } from "#outside/mime/better-text.ts";
import { type Findable, mailWords } from "#outside/mime/mail-words.ts";
import { snippetOf } from "#outside/mime/read-mail.ts";

type StoredMail = Omit<Findable, "htmlText"> & { id: string; html: string | null };
/** `text` and `snippet` are null if the stored ones are right. */
export type RereadMail = { id: string; htmlText: string; words: string; text: string | null; snippet: string | null };

export const rereadMails = (mails: StoredMail[], tag: string): RereadMail[] =>
  mails.map(({ html, ...mail }) => {
    const htmlWords = wordsOfHtml(html ?? "");
    const text = betterText({ plain: mail.text.trim() ? mail.text : "", html: htmlWords });
    const htmlText = otherLines(text, htmlWords);
    const words = mailWords({ ...mail, text, htmlText }, tag);
    const isSame = text === mail.text;
    return { id: mail.id, htmlText, words, text: isSame ? null : text, snippet: isSame ? null : snippetOf(text) };
  });
