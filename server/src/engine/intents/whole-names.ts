// Names as hurried writers type them.
import { isGroupWord, isRole } from "./addressee.ts";
import { isFirstName } from "./first-names.ts";
import { wordsIn } from "./words.ts";

export const titles = "(?:mr|mrs|ms|mx|miss|dr|prof|professor|captain|sister|father|rev)\\.?";
export const capital = "\\p{Lu}[\\p{L}'’-]*\\p{L}";
export const titled = `(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Professor|Captain|Sister|Father|Rev)\\.? ${capital}(?: ${capital})?`;
export const person = `(?:${titled}|${capital}(?: ${capital}){0,2})`;
export const isKnownPerson = (who: string) =>
  new RegExp(`^${titled}$`, "u").test(who) ||
  isFirstName(who.split(" ")[0] ?? "") ||
  /^\p{Lu}\p{Ll}+ \p{Lu}/u.test(who);

export const upper = (word: string) => word.replace(/(?:^|-)\p{Ll}/gu, (letter) => letter.toUpperCase());
const isWord = (word: string) =>
  isRole(word) ||
  isGroupWord(word) ||
  /^(?:about|that|know|from|for|and|or|the|has|have|is|was|will|can|to|if|when|at|in|on|re|of|flat|unit|room|who|by|with|not|please|pls|asap|today|tomorrow)$/.test(
    word,
  );
const looksLikeSurname = (word: string) => {
  const [token] = wordsIn(word);
  return (
    !isWord(word) && (word.includes("-") || !/^(?:VERB|ADV|ADP|DET|PRON|AUX|SCONJ|CCONJ|PART)$/.test(token?.pos ?? ""))
  );
};

/** "mr prakash holloway", "reply to marta oyelaran: …", "by tomas fairweather-king": the surname is the last word. */
export const withWholeNames = (text: string): string =>
  text
    // "you take bens late": an owner without an apostrophe.
    .replace(
      /(?<=\b(?:take|takes|took|cover|covers|swap|use|borrow|with|for|from|at|does|do) )(\p{Ll}{3,})s (?=\p{Ll})/gu,
      (whole, who: string) =>
        isFirstName(who) && !isWord(who) && !isFirstName(`${who}s`) ? `${upper(who)}'s ` : whole,
    )
    .replace(
      new RegExp(`(?<!\\p{L})(${titles}) \\p{L}\\. ?(\\p{L}[\\p{L}'’-]{2,})`, "giu"),
      (_, title: string, last: string) => `${title} ${upper(last)}`,
    )
    .replace(
      new RegExp(
        `(?<!\\p{L})(${titles}) (\\p{L}[\\p{L}'’-]+) (\\p{Ll}[\\p{L}'’-]{2,})(?=[.,:;]| (?:know|that|about|if|when|flat|to|for|re)\\b|$)`,
        "giu",
      ),
      (whole, title: string, first: string, last: string) =>
        isFirstName(first.toLowerCase()) || (looksLikeSurname(last) && !isWord(first.toLowerCase()))
          ? `${upper(title.toLowerCase())} ${upper(first)} ${upper(last)}`
          : whole,
    )
    .replace(
      /(?<!\p{L})((?:to|by|from|for|attn|with|contact|tell|ask|write|thank|remind|inform|mail) )(\p{Ll}[\p{L}'’]{2,}) (\p{Ll}[\p{L}'’-]{2,})(?=[.,:;]| - |$)/gu,
      (whole, lead: string, first: string, last: string) =>
        isFirstName(first) && looksLikeSurname(last) && (last.includes("-") || !/(?:ing|ed|ly)$/.test(last))
          ? `${lead}${upper(first)} ${upper(last)}`
          : whole,
    );
