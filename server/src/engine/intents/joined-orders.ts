// Orders that are joined to another order: by a condition, by a relative clause or by "and demand".
import { agreeWithYou } from "./agree-with-you.ts";

/** Splits joined orders into sentences of their own. */
export const withOwnOrders = (given: string): string =>
  [withRelativeReader, withConditionAfterThat, withConditionedDeed, withDemand, withRecommended, withSorry].reduce(
    (text, rewrite) => (text.length > 2_000 ? text : rewrite(text)),
    given,
  );

const many =
  "(everyone|everybody|anyone|anybody|all(?: (?:the |our |my )?\\p{Ll}+s)?|those|(?:all |the |our |my )(?:\\p{Ll}+ )?\\p{Ll}+s)";
const negated: Record<string, string> = {
  "hasn't": "have not",
  "haven't": "have not",
  "doesn't": "do not",
  "don't": "do not",
  "didn't": "did not",
  "isn't": "are not",
  "wasn't": "were not",
};

/** "remind everyone who hasn't voted to do it by Monday": the relative clause says who is meant. */
const withRelativeReader = (text: string): string =>
  text.replace(
    new RegExp(`^(?:please )?(remind|ask|tell|urge) ${many},? who (\\S+) ([^,.;:]{2,80}?),? to (?=\\p{Ll})`, "iu"),
    (_, _order: string, who: string, verb: string, rest: string) => {
      const plain = verb.toLowerCase().replace("’", "'");
      const said = Object.hasOwn(negated, plain) ? negated[plain] : agreeWithYou(verb);
      const readers = /^(?:those|any(?:one|body))$/i.test(who) ? "everyone" : who;
      return `write an email to ${readers}: if you ${said} ${rest}, please `;
    },
  );

const depends = "(?:if|unless|once|as soon as|when|because|since|until|although)";
/** "tell Emma that if she sends the photos today, I can finish": the condition belongs to what follows it. */
const withConditionAfterThat = (text: string): string =>
  text.replace(
    new RegExp(
      `^(?:please )?(?:tell|inform|write(?: to)?|e-?mail|let) ([^,.;:]{2,60}?)(?: know)? that (${depends} [^,.;:]{3,120},) (?=\\p{L})`,
      "iu",
    ),
    (whole, who: string, condition: string) =>
      /\bthat\b|\band\b.*\b(?:tell|ask)\b/i.test(who) ? whole : `write to ${who}: ${condition} `,
  );

/** "ask if she heard back, and if not, to chase them": the second order depends on the answer. */
const withConditionedDeed = (text: string): string =>
  text
    .replace(
      /,? (?:and|but|or) (if (?:so|not|yes|no|(?:he|she|they|it) (?:did|does|has|have|is|are|can|will|was|had|would|could|do)(?:n['’]t| not)?)),? (?:then )?to (?=\p{Ll})/giu,
      ". $1, please ",
    )
    .replace(/, please (?:chase|nudge) (?=them|him|her|the )/gi, ", please send a reminder to ");

/** "complain to the airline that my suitcase was damaged and demand 240 euros" */
const withDemand = (text: string): string =>
  text.replace(
    /^((?:please )?(?:complain|object)\b[^.;]{6,200}?),? and (?:(?:I |we )?(demand|request|claim|ask for|insist on|want)) (?=\S)/i,
    (_, lead: string) => `${lead}. ${/\b(?:we|our|us)\b/i.test(text) ? "We" : "I"} would like to ask for `,
  );

const person = "\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?";
/** "recommend Jonas for the team lead position to our director": the director reads it. */
const withRecommended = (text: string): string =>
  text.replace(
    new RegExp(
      `^(?:[Pp]lease )?[Rr]ecommend (${person}) ((?:for|as) [^,.;:]{2,80}?) to ((?:my|our|the) (?:\\p{Ll}+ )?\\p{Ll}+|${person})(?=[,.;:]|$)`,
      "u",
    ),
    (_, who: string, matter: string, reader: string) =>
      `tell ${reader} that ${/\b(?:we|our|us)\b/i.test(text.replace(reader, "")) ? "we" : "I"} would like to recommend ${who} ${matter}`,
  );

/** "say sorry to Ms Ibrahim, her parcel went astray": the apology stands before its reason. */
const withSorry = (text: string): string =>
  text.replace(
    /^(?:please )?say (?:that )?(?:(?:we|I)(?: are| am|['’](?:re|m)) )?sorry to ([^,.;:]{2,60}?)(?:,| -| –|:|\.) (?!but\b)(?=\S)/i,
    "apologize to $1. ",
  );
