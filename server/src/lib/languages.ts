import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { type Language, languageCodes, languages } from "@intellibox/contract/text/language";
import { setTranslator } from "@intellibox/contract/text/translator";

type Catalogue = Record<string, string>;

const readCatalogue = (code: Language): Catalogue =>
  code === "en"
    ? {}
    : JSON.parse(readFileSync(new URL(`../../../contract/locales/${code}.json`, import.meta.url), "utf8"));

/** Read when a language is first used. */
const catalogues = new Map<Language, Catalogue>();
function catalogueOf(code: Language) {
  const known = catalogues.get(code) ?? readCatalogue(code);
  catalogues.set(code, known);
  return known;
}

const current = new AsyncLocalStorage<Language>();

const find = (key: string, code: Language) =>
  Object.hasOwn(catalogueOf(code), key) ? catalogueOf(code)[key] : undefined;

setTranslator({ language: () => current.getStore() ?? "en", find });

/** Runs something whose messages are in the given language. */
export const inLanguage = <Result>(code: Language, run: () => Result): Result =>
  code === "en" ? run() : current.run(code, run);

/** A fixed English text in another language, or the text itself if it has no translation. */
export const translatedText = (text: string, code: Language) => find(text, code) ?? text;

/** The first of the given languages that an `accept-language` header prefers; English if it names none of them. */
export function preferredLanguage(header: string | undefined, among: readonly string[] = languageCodes): Language {
  if (!header) return "en";
  const ranked = header
    .slice(0, 500)
    .split(",")
    .map((entry) => {
      const [tag = "", ...parameters] = entry.trim().toLowerCase().split(";");
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { code: tag.split("-", 1)[0] ?? "", quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ code, quality }) => among.includes(code) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return (ranked[0]?.code as Language | undefined) ?? "en";
}

/** A preview is not shown to people who did not choose it. */
const complete: readonly string[] = languages.filter((language) => !("isPreview" in language)).map(({ code }) => code);

/** The language of a page: the one chosen in this browser, or the one that the browser asks for. */
export function pageLanguage(headers: {
  cookie?: string | undefined;
  "accept-language"?: string | undefined;
}): Language {
  const chosen = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(headers.cookie ?? "")?.[1];
  return languageCodes.find((code) => code === chosen) ?? preferredLanguage(headers["accept-language"], complete);
}
