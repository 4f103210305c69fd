import { fillLinks, linkAddresses } from "./fill-links.ts";
import { braceToken } from "./merge-tokens.ts";
import { splitName } from "./split-name.ts";

/** The names that the product itself knows. Any other name may be a column of a list. */
export const standardTokens = [
  ...["FirstName", "LastName", "Name", "Email", "Company", "JobTitle", "Phone"],
  ...["MyName", "MyEmail", "MyCompany", "Today"],
] as const;

/** Values by the names of tokens. A value is plain text. An empty value counts as missing. */
export type TokenValues = Readonly<Record<string, string | null | undefined>>;

export type Token = {
  /** As it is written: "{First Name|there}". */
  token: string;
  /** "First Name". */
  name: string;
  /** The name as it is compared: "firstname". */
  key: string;
  /** Replaces a missing value, and may be empty. Undefined if the token has no "|". */
  fallback: string | undefined;
  index: number;
};

/** The name as it is compared. Case, spaces and signs do not count: "First Name", "first_name" and "FirstName" are one. */
export const tokenKey = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");

const everyToken = new RegExp(braceToken, "gu");

/** The tokens of a text, each time that they occur. */
export const tokensIn = (text: string): Token[] =>
  [...text.matchAll(everyToken)].map((found) => tokenOf(found[0], found.index));

/** The tokens of a mail's HTML, also those that have formatting inside or are part of a link's address. */
export const tokensInHtml = (html: string): Token[] => [
  ...tokensIn(readHtml(html).text),
  ...tokensIn(linkAddresses(html).join("\n")),
];

function tokenOf(token: string, index: number): Token {
  const inside = token.replaceAll(/^\{+\s*|\}+$/g, "");
  const bar = inside.indexOf("|");
  const name = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  return { token, name, key: tokenKey(name), fallback: bar < 0 ? undefined : inside.slice(bar + 1).trim(), index };
}

/** Fills the tokens of a plain text. A token without value and fallback stays as it is. A value is not searched for tokens. */
export function fillTokens(text: string, values: TokenValues): string {
  const wordsFor = lookUp(values);
  return text.replaceAll(everyToken, (found) => wordsFor(tokenOf(found, 0)) ?? found);
}

/** Fills the tokens of a subject. Line breaks and control characters of a value become spaces. */
export function fillTokensLine(text: string, values: TokenValues): string {
  const wordsFor = lookUp(values);
  return text.replaceAll(everyToken, (found) => {
    const value = wordsFor(tokenOf(found, 0));
    return value === undefined ? found : value.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
  });
}

/**
 * Fills the tokens of a mail's HTML. A value becomes text, with `<br>` for its line breaks. A token with formatting inside, such as
 * {First<b>Name</b>}, is filled too: the value stands at its first character, and the tags stay. Of the attributes only the address of
 * a link is filled.
 */
export function fillTokensHtml(written: string, values: TokenValues): string {
  const wordsFor = lookUp(values);
  const html = fillLinks(written, (token) => wordsFor(tokenOf(token, 0)));
  const { text, units } = readHtml(html);
  const pieces: string[] = [];
  let kept = 0;
  for (const found of tokensIn(text)) {
    const value = wordsFor(found);
    if (value === undefined) continue;
    for (let at = found.index; at < found.index + found.token.length; at++) {
      const unit = units[at];
      if (!unit) continue;
      pieces.push(html.slice(kept, unit.start), at === found.index ? htmlOf(value) : "");
      kept = unit.end;
    }
  }
  return pieces.join("") + html.slice(kept);
}

function lookUp(values: TokenValues) {
  const byKey = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    const key = tokenKey(name);
    if (value?.trim() && !byKey.has(key)) byKey.set(key, plain(value));
  }
  return ({ key, fallback }: Token): string | undefined => byKey.get(key) ?? fallback;
}

/** A value that looks like a token loses its braces. The mail would otherwise count as not filled in. */
const plain = (value: string) =>
  value
    .trim()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(everyToken, (found) => found.replaceAll(/[{}]/g, ""));

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const htmlOf = (value: string) => value.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "").replaceAll("\n", "<br>");

/** One character of the text, and its place in the HTML. */
type Unit = { start: number; end: number };

/** A tag, an entity or one character. A tag never spans another "<", so that hostile text is read in linear time. */
const unitPattern = /<\/?([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>|&(?:amp|lt|gt|quot|nbsp|#39|#160);|[\s\S]/gi;
const inlineTags = new Set(
  "a abbr b big code del em font i ins kbd mark s small span strike strong sub sup tt u wbr".split(" "),
);
const entityTexts: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
  "&#160;": " ",
};

/** The text of the HTML, with the place of each of its characters. A tag that ends a line is a line break, as no token spans one. */
function readHtml(html: string): { text: string; units: Unit[] } {
  const characters: string[] = [];
  const units: Unit[] = [];
  for (const found of html.matchAll(unitPattern)) {
    const [unit, tag] = found;
    if (tag && inlineTags.has(tag.toLowerCase())) continue;
    characters.push(tag ? "\n" : unit === "\u00a0" ? " " : (entityTexts[unit.toLowerCase()] ?? unit));
    units.push({ start: found.index, end: found.index + unit.length });
  }
  return { text: characters.join(""), units };
}

/** Who a mail is for, and who writes it. Unknown parts are missing or empty. */
export type TokenPerson = {
  name?: string;
  /** As the person's card has them. If both are missing, they are parts of the name. */
  firstName?: string;
  lastName?: string;
  email?: string;
  company?: string;
  jobTitle?: string;
  phone?: string;
};

/** The values of the standard names. `today` is the date as the writer reads it. */
export function standardValues(
  person: TokenPerson,
  me: TokenPerson,
  today: string,
): Record<string, string | undefined> {
  const { firstName, lastName } = namesOf(person);
  const whole = person.name ? splitName(person.name) : { firstName, lastName };
  return {
    FirstName: firstName,
    LastName: lastName,
    Name: [whole.firstName, whole.lastName].filter(Boolean).join(" "),
    Email: person.email,
    Company: person.company,
    JobTitle: person.jobTitle,
    Phone: person.phone,
    MyName: me.name,
    MyEmail: me.email,
    MyCompany: me.company,
    Today: today,
  };
}

/** The first and last name of the card, or else of the whole name. */
export const namesOf = ({ firstName = "", lastName = "", name = "" }: TokenPerson) =>
  firstName || lastName ? { firstName, lastName } : splitName(name);
