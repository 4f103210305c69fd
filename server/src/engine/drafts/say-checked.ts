import { ownWordsLead } from "@intellibox/contract/rules/merge-tokens";
import type { SpokenClause } from "../intents/read-intent.ts";
import type { Reader } from "../intents/reader.ts";
import { faultOf, hasDoubledSentence, missingFacts } from "./check-draft.ts";
import { ownWordsOf } from "./own-words.ts";
import type { Said } from "./realize.ts";

/** `isKnown` if its sentences quote knowledge, which is not judged. */
export type SaidClause = { clause: SpokenClause; said: Said[]; isKnown?: boolean };
export type Mail = { reader: Reader; subject: string };

/**
 * The sentences of a mail, each checked as its reader would read it. A clause that fails stands in the mail in the user's words as a
 * marked blank. If the whole loses or doubles a fact, only the user's own words are left.
 */
export function sayChecked(clauses: SaidClause[], mail: Mail): Said[] {
  const said: Said[] = [];
  for (const { clause, said: made, isKnown } of clauses) {
    if (isKnown) {
      said.push(...made);
      continue;
    }
    const isDoubtful = clause.isUncertain || clause.aside !== undefined || secret.test(clause.source);
    const isFaulty = () =>
      made.some(
        ({ as, text }, i) =>
          as !== "words" &&
          faultOf(text, {
            reader: mail.reader,
            before: textOf([...said, ...made.slice(0, i)].filter((one) => one.as !== "words")),
          }) !== undefined,
      );
    if (made.length > 0 && (isDoubtful || isFaulty())) said.push({ as: "words", text: ownWordsOf(clause) });
    else said.push(...made);
  }
  const checked = joined(said);
  return isWhole(clauses, checked, mail)
    ? checked
    : joined(clauses.map(({ clause }) => ({ as: "words", text: ownWordsOf(clause) })));
}

// Words that mark something as secret. A clause with them becomes a blank, so that the user reads it before sending.
const secret =
  /\b(?:(?:the )?real reason|between (?:us|you and me)|off the record|not for (?:him|her|them)|keep (?:that|this) to (?:yourself|ourselves))\b|\b(?:knows? nothing(?: yet)?|(?:does not|doesn['’]t|do not|don['’]t) know (?:yet )?)(?= ?(?:yet|about|that)\b)|\((?:do not|don['’]?t|never) (?:mention|say|tell|reveal|write)\b/i;

const textOf = (said: Said[]) => said.map(({ text }) => text).join(" ");

function isWhole(clauses: SaidClause[], said: Said[], { reader, subject }: Mail): boolean {
  const words = clauses.map(({ clause }) => withoutReader(clause)).join("\n");
  const greeted = `${reader.name} ${reader.mentions.join(" ")}`;
  return (
    missingFacts(words, `${subject} ${greeted} ${textOf(said)}`).length === 0 &&
    !hasDoubledSentence(said.filter(({ as }) => as !== "words").map(({ text }) => text))
  );
}

/** A clause without its reader, and where that reader works: "ask the warehouse in Rotterdam if …". */
function withoutReader({ source, addressee }: SpokenClause): string {
  const at = addressee ? source.indexOf(addressee.text) : -1;
  if (!addressee || at < 0) return source;
  const rest = source.slice(at + addressee.text.length);
  return (
    source.slice(0, at) +
    rest.replace(/^ (?:at|in|of|from|with) (?:the )?(?:(?:[\p{Lu}&][\p{L}'’.&-]* ?){1,4}|\d+\p{Lu}(?![\p{L}\d]))/u, " ")
  );
}

/** Words that follow each other are one blank. */
function joined(said: Said[]): Said[] {
  const all: Said[] = [];
  for (const one of said) {
    const last = all.at(-1);
    if (one.as === "words" && last?.as === "words" && last.text.length + one.text.length < longestBlank - 20)
      all[all.length - 1] = { as: "words", text: `${last.text.replace(/[.,;:\s]+$/, "")}; ${one.text}` };
    else all.push(one);
  }
  return all;
}

// A longer blank would not be found by the screens that step through blanks.
const longestBlank = 590;

/** The user's words as a blank that is stepped through before sending. */
export function inOwnWords(words: string): string {
  const clean = words
    .replace(/[[\]]/g, "")
    .replace(/\s+/g, " ")
    .replace(/[.,;:\s]+$/, "")
    .trim();
  const pieces: string[] = [];
  for (let at = 0; at < clean.length; at += longestBlank)
    pieces.push(`[${ownWordsLead}${clean.slice(at, at + longestBlank)}]`);
  return pieces.join(" ");
}
