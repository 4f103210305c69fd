// Which mail has the words that a search asks for. It costs more the longer the mail is: called in a thread, see check-hits.ts.
import { type Findable, searchedTexts } from "#outside/mime/mail-words.ts";
import type { Check } from "./build-tsquery.ts";
import { hasWords } from "./word-sequences.ts";

/** The ids of those that pass all checks. */
export function passing(mails: (Findable & { id: string })[], checks: Check[]): Set<string> {
  const found = mails.filter((mail) => {
    const { subject, ...rest } = searchedTexts(mail);
    const texts = { subject: [subject], any: [subject, ...Object.values(rest)] };
    return checks.every(
      ({ field, words, isExcluded }) => texts[field].some((text) => hasWords(text, words)) !== isExcluded,
    );
  });
  return new Set(found.map(({ id }) => id));
}
