import type { SpokenClause } from "../intents/read-intent.ts";

const speech = /^(?:tell|ask|mention|announce|explain|remind|assure|urge)$/;

/** The user's words for a blank: what is to be said, without the order to say it and without the reader of that order. */
export function ownWordsOf({ act, form, content, condition, source, addressee }: SpokenClause): string {
  const isOrder = speech.test(act) || (act === "request" && (form === "to" || addressee !== undefined));
  const said = content.trim().replace(/^that (?=\S)/i, "");
  if (!isOrder || said === "") return source;
  return condition ? `${condition}, ${said}` : said;
}
