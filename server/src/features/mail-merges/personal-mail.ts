// Fills the tokens of a mail merge for its recipients.
import {
  fillTokensHtml,
  fillTokensLine,
  standardValues,
  type Token,
  type TokenPerson,
  type TokenValues,
  tokenKey,
  tokensIn,
  tokensInHtml,
} from "@intellibox/contract/rules/fill-tokens";

export type PersonalText = { subject: string; html: string };

/** The facts about a recipient and the sender. */
export type KnownPerson = {
  address: string;
  values: Record<string, string>;
  /** From the sender's people. */
  person?: TokenPerson | undefined;
};
export type Common = { me: TokenPerson; today: string; fallbacks: Record<string, string> };

/** A column of the file comes before what is known of the person, and that before the fallback of the mail merge. */
export function valuesOf({ address, values, person = {} }: KnownPerson, { me, today, fallbacks }: Common): TokenValues {
  const all = new Map<string, string>();
  const add = (given: TokenValues) => {
    for (const [name, value] of Object.entries(given)) {
      const key = tokenKey(name);
      if (value?.trim() && !all.has(key)) all.set(key, value);
    }
  };
  add(values);
  // The names of the list are not mixed with those of the card.
  const named = all.has("name") ? { ...person, name: all.get("name") ?? "", firstName: "", lastName: "" } : person;
  add(standardValues({ ...named, email: address }, me, today));
  add(fallbacks);
  return Object.fromEntries(all);
}

/** The tokens of subject and text, each name once. */
export function tokensOfMail({ subject, html }: PersonalText): Token[] {
  const byKey = new Map<string, Token>();
  for (const token of [...tokensIn(subject), ...tokensInHtml(html)]) {
    const known = byKey.get(token.key);
    // One occurrence without a fallback needs a value.
    if (!known || token.fallback === undefined) byKey.set(token.key, token);
  }
  return [...byKey.values()];
}

/** The names of the tokens that have neither a value nor a fallback. */
export const missingOf = (tokens: Token[], values: TokenValues): string[] =>
  tokens.filter(({ key, fallback }) => fallback === undefined && !values[key]?.trim()).map(({ name }) => name);

/** Runs in a worker thread if the text is long. */
export const fillMails = ({ subject, html }: PersonalText, everyones: TokenValues[]): PersonalText[] =>
  everyones.map((values) => ({ subject: fillTokensLine(subject, values), html: fillTokensHtml(html, values) }));
