// Checks the text of mail. Its cost grows with the length of the mail, so it may run in a thread; see check-hits.ts.
import { type Findable, searchedTexts } from "#outside/mime/mail-words.ts";
import type { PhraseCheck } from "./build-tsquery.ts";
import { hasWords } from "./word-sequences.ts";

/** Returns the ids of the mails that pass all checks. */
export function passing(mails: (Findable & { id: string })[], checks: PhraseCheck[]): Set<string> {
  const found = mails.filter((mail) => {
    const { subject, ...rest } = searchedTexts(mail);
    const texts = { subject: [subject], any: [subject, ...Object.values(rest)] };
    return checks.every(
      ({ field, words, isExcluded }) => texts[field].some((text) => hasWords(text, words)) !== isExcluded,
    );
  });
  return new Set(found.map(({ id }) => id));
}
