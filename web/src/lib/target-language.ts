import { isTargetLanguage, type TargetLanguage, targetLanguages } from "@intellibox/contract/rules/rewriting";
import { formatLocale } from "@intellibox/contract/text/translator";
import { textEntry } from "./storage.ts";

const entry = textEntry("intellibox.translate");

/** The language that the user last translated to; otherwise the language of the screens. */
export function chosenLanguage(): TargetLanguage {
  const chosen = [entry.read(), formatLocale().split("-")[0]].find(isTargetLanguage);
  return chosen ?? "en";
}

export const rememberLanguage = (language: TargetLanguage) => entry.write(language);

/** All languages by their names, in the order of the names. */
export function languageChoices(): { value: TargetLanguage; label: string }[] {
  const names = new Intl.DisplayNames(formatLocale(), { type: "language" });
  return targetLanguages
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label, formatLocale()));
}
