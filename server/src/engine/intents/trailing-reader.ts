import { addresseeAt } from "./addressee.ts";
import type { Addressee, Clause } from "./clause.ts";
import { isFirstName } from "./first-names.ts";
import { lowerOf, textOf, wordsIn } from "./words.ts";

/** "decline the quote from Bauer", "send the list to the caterer": the reader stands at the end. */
export function trailingReader(
  clause: Clause,
  places: string[],
): { addressee?: Addressee | undefined; clause: string } {
  const kept = { addressee: undefined, clause: clause.content };
  // "say no to Ms Lindqvist on the rush job"
  const [, refused, matter] =
    clause.act === "decline"
      ? (/^((?:(?:Mr|Mrs|Ms|Mx|Dr|Prof)\.? )?\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?) (?:on|about|for|regarding|re) ((?:the|his|her|their|a|an) .+)$/su.exec(
          clause.content,
        ) ?? [])
      : [];
  if (refused && matter) return { addressee: { text: refused, kind: "name" }, clause: matter };
  // "turn down the candidate Ms Rossi": a person is declined by mail to that person.
  const declined = clause.act === "decline" ? addresseeAt(clause.content, wordsIn(clause.content), 0) : undefined;
  if (
    declined &&
    declined.next >= wordsIn(clause.content).length &&
    (declined.addressee.kind === "name" || /\b(?:candidate|applicant)\b/i.test(clause.content))
  )
    return {
      addressee: {
        ...declined.addressee,
        kind: "name",
        text: clause.content.replace(/^(?:the |our )?(?:candidate|applicant)\s+(?=\p{Lu})/iu, ""),
      },
      clause:
        isFirstName(declined.addressee.text.split(" ")[0] ?? "") ||
        /^(?:Mr|Mrs|Ms|Dr|Prof)\b|\b(?:candidate|applicant)\b/.test(clause.content)
          ? "your application"
          : "your request",
    };
  // "decline Nils's request": the owner of what is declined is the reader.
  const owner =
    clause.act === "decline" || clause.act === "accept" || clause.act === "confirm" || clause.act === "request"
      ? /^((?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}-]+)['’]s (.+)$/su.exec(clause.content)
      : null;
  const author =
    clause.act === "decline" || clause.act === "accept"
      ? /^(?:the )?(application|request|offer|proposal|bid|quote|complaint|invitation) of (?:the (?=\p{Lu}))?((?:(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau|Father|Coach)\.? )?\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+){0,3})(.*)$/su.exec(
          clause.content,
        )
      : null;
  if (author?.[1] && author[2])
    return { addressee: { text: author[2], kind: "name" }, clause: `your ${author[1]}${author[3] ?? ""}` };
  if (owner?.[1] && owner[2]) return { addressee: { text: owner[1], kind: "name" }, clause: `your ${owner[2]}` };
  if (clause.form !== "thing" && clause.form !== "to") return kept;
  const tokens = wordsIn(clause.content);
  for (let i = 1; i < tokens.length - 1; i++) {
    const word = lowerOf(tokens[i]);
    // "cancel my order from Brassac", but "cancel the flight from Berlin".
    const isSeller =
      clause.act === "cancel" &&
      word === "from" &&
      /\b(?:order|orders|subscription|purchase|contract)\b/i.test(textOf(clause.content, tokens, 0, i));
    if (!(places.includes(word) || isSeller) || !/^(?:to|from|with)$/.test(word)) continue;
    const found = addresseeAt(clause.content, tokens, i + 1);
    if (!found || found.addressee.kind === "pronoun") continue;
    // "offer to introduce her to Anand": she reads it.
    if (clause.form === "to" && /^(?:him|her|them|you)$/.test(lowerOf(tokens[i - 1]))) continue;
    // "to the practices we work with": the reader knows.
    const rest = textOf(clause.content, tokens, found.next).replace(/^(?:we|I) \p{L}+(?: \p{L}+){0,2}$/iu, "");
    const head = textOf(clause.content, tokens, 0, i);
    if (clause.act === "intend" && word === "from" && found.addressee.kind === "role") continue;
    if (clause.act === "intend" || clause.act === "cancel" || clause.act === "propose") {
      // The reader of "arrange a meeting with Priya" becomes "you" by the turn of persons.
      return { addressee: found.addressee, clause: clause.content };
    }
    const isReader = word !== "from" || clause.act === "decline" || clause.act === "accept" || clause.act === "request";
    if (!isReader) continue;
    if (word === "from" && clause.act !== "request")
      return { addressee: found.addressee, clause: `${head} from you ${rest}`.trim() };
    return { addressee: found.addressee, clause: `${head} ${rest}`.trim() };
  }
  return kept;
}
