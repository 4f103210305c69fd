// The pronouns that cannot mean the reader: "sie" in a mail to Herr Albers is somebody or something else.
import { type Gender, genderOf } from "../intents/gender.ts";
import type { OrderLanguage } from "../sentences/orders.ts";
import type { ForeignReader } from "./order-reader.ts";

/** Marks a word that stays as it is. It is a letter, so that no pattern finds the word. */
export const kept = "\u02b0";

const pronouns: Partial<Record<OrderLanguage, Record<"he" | "she", RegExp>>> = {
  de: { he: /(?<!\p{L})(?:er|ihn)(?!\p{L})/gu, she: /(?<!\p{L})(?:sie|ihr(?:e[mnrs]?)?)(?!\p{L})/gu },
  fr: { he: /(?<!\p{L})ils?(?!\p{L})/gu, she: /(?<!\p{L})elles?(?!\p{L})/gu },
  es: { he: /(?<!\p{L})él(?!\p{L})/gu, she: /(?<!\p{L})ella(?!\p{L})/gu },
  pt: { he: /(?<!\p{L})d?ele(?!\p{L})/gu, she: /(?<!\p{L})d?ela(?!\p{L})/gu },
};
const titles: [RegExp, "he" | "she"][] = [
  [/^(?:Herrn?|M\.|Monsieur|Sr\.?|Señor|Senhor|Don)\s(?!(?:und|et|y|e)\s)/iu, "he"],
  [/^(?:Frau|Mme|Mlle|Madame|Sra\.?|Señora|Senhora|Doña|Dona)\s(?!(?:und|et|y|e)\s)/iu, "she"],
];
const doctors: [RegExp, "he" | "she"][] = [
  [/^(?:Dra\.?|Doctora|Doutora|Profesora|Professora|Profa\.?)\s/iu, "she"],
  [/^(?:Dr\.?|Doctor|Doutor|Profesor|Professor)\s/iu, "he"],
];
// A name with another ending may be a woman's.
const maleEnding = /[bcdfghkmnoprtuvwx]$/;
const surelyMale =
  /^(?:thomas|markus|lukas|lucas|andreas|nicolas|nicolás|matthias|mathias|tobias|jonas|elias|hans|klaus|jens|lars|nils|niklas|carlos|marcos|luis|andrés|jesús|moisés|tomás|charles|jacques|yves|louis|françois|georges|gilles|denis|régis|boris|jules|mats|josé|andré|jorge|felipe|enrique|jaime|vicente|philippe|pierre|étienne|guillaume|antoine|christophe|stéphane|jérôme|maxime|alexandre|baptiste|uwe|arne|malte|joaquín|daniel|miguel|rafael|gabriel|samuel|manuel|raúl|karl|emil|paul|carl|axel|michael|joël|michel|marcel|pascal|cyril|emmanuel|mikael|nuno|diogo|tiago|ravi|rohit|amit|sumit|ajit)$/;
const femaleEnding = /(?:trud|borg|gard|lind|hild|run|beth|linn|lin)$/;

// "er muss vorher …": what a person does is told of the reader, if the name does not tell the gender.
const acts: Record<"he" | "she", RegExp> = {
  he: /(?<!\p{L})er (?:muss|kann|soll|darf|will|braucht|möchte|bekommt)(?!\p{L})/iu,
  she: /(?<!\p{L})sie (?:muss|kann|soll|darf|will|braucht|möchte|bekommt)(?!\p{L})/iu,
};
const ofDeeds = (intent: string): Gender =>
  acts.he.test(intent) === acts.she.test(intent) ? undefined : acts.he.test(intent) ? "he" : "she";

export function othersPronouns(
  { kind, name, words }: ForeignReader,
  language: OrderLanguage,
  intent = "",
): RegExp | undefined {
  const gender = readerGender({ kind, name, words }, language, intent);
  return gender && pronouns[language]?.[gender === "he" ? "she" : "he"];
}

/** The gender of one reader, by title, by first name, or by what the intent says about a person. */
export function readerGender({ kind, name, words }: ForeignReader, language: OrderLanguage, intent: string): Gender {
  if (kind !== "name" || /\s(?:und|et|y|e|&)\s/.test(name)) return undefined;
  const bare = words.replace(/^(?:an|à|au|al?|ao|la|le|el|o)\s+/iu, "");
  return (
    (language === "es" || language === "pt"
      ? doctors.find(([title]) => title.test(bare) || title.test(name))?.[1]
      : undefined) ??
    titles.find(([title]) => title.test(bare) || title.test(name))?.[1] ??
    ofFirstName(name) ??
    (language === "de" ? ofDeeds(intent) : undefined)
  );
}

export function ofFirstName(name: string): Gender {
  const first = (name.split(/\s+/)[0] ?? "").toLowerCase();
  if (surelyMale.test(first)) return "he";
  const gender = genderOf(name);
  return gender === "he" && (!maleEnding.test(first) || femaleEnding.test(first)) ? undefined : gender;
}
