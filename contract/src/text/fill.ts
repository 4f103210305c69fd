import { formatLocale } from "./translator.ts";

/** A parsed message: text, `[name]`, `[name, kind, cases]` of a choice, and `["<", name, content]` of a tag. `["#"]` is the number of a plural. */
export type Token = string | [string] | [string, Choice, Cases] | ["<", string, Token[]];
type Choice = "plural" | "selectordinal" | "select";
type Cases = { [name: string]: Token[] };

export type Values = Record<string, string | number | null | undefined>;

const pluralRules = new Map<string, Intl.PluralRules>();
let numberFormat: Intl.NumberFormat | undefined;

function pluralCase(value: number, kind: Choice) {
  const locale = formatLocale();
  const key = `${locale} ${kind}`;
  let rules = pluralRules.get(key);
  if (!rules) {
    rules = new Intl.PluralRules(locale, { type: kind === "plural" ? "cardinal" : "ordinal" });
    pluralRules.set(key, rules);
  }
  return rules.select(value);
}

function written(value: string | number | null | undefined) {
  if (typeof value !== "number") return value ?? "";
  const locale = formatLocale();
  if (numberFormat?.resolvedOptions().locale !== locale) numberFormat = new Intl.NumberFormat(locale);
  return numberFormat.format(value);
}

/** The pieces of a message with its values. `tag` makes the piece of a tag from the pieces inside. */
export function pieces<Piece>(
  tokens: readonly Token[],
  values: Values,
  tag: (name: string, inside: (Piece | string)[]) => Piece,
): (Piece | string)[] {
  return tokens.flatMap((token): (Piece | string)[] => {
    if (typeof token === "string") return [token];
    if (token[0] === "<") return [tag(token[1] as string, pieces(token[2] as Token[], values, tag))];
    const value = values[token[0]];
    const [, kind, cases] = token as [string, Choice?, Cases?];
    if (!kind || !cases) return [written(value)];
    const name = kind === "select" ? String(value) : pluralCase(Number(value), kind);
    const chosen = cases[`=${value}`] ?? cases[name] ?? cases.other ?? [];
    return pieces(chosen, kind === "select" ? values : { ...values, "#": value ?? 0 }, tag);
  });
}

export const fill = (tokens: readonly Token[], values: Values): string =>
  pieces<string>(tokens, values, (_name, inside) => inside.join("")).join("");
