import { type Language, languages } from "./language.ts";

type Translator = {
  language: () => Language;
  /** The translation of a message, or undefined if the catalogue lacks it. */
  find: (key: string, language: Language) => string | undefined;
};

let translator: Translator = { language: () => "en", find: () => undefined };

/** Sets where translations come from. Only a server calls it: the build writes the translations into the web app. */
export function setTranslator(next: Translator) {
  translator = next;
}

export const language = (): Language => translator.language();
export const findTranslation = (key: string) => translator.find(key, translator.language());

/** The locale for `Intl`. */
export const formatLocale = () => languages.find(({ code }) => code === language())?.format ?? "en-IN";
