import type { RepliedLanguage } from "../sentences/foreign-replies.ts";

/** Words by which a writer is on first-name terms with the reader, and those of formal address. */
const address: Partial<Record<RepliedLanguage, { familiar: RegExp; formal: RegExp }>> = {
  de: {
    familiar:
      /(?<!\p{L})(?:du|dich|dir|dein\p{Ll}{0,2}|euch|euer|eure\p{Ll}?|ihr (?:könnt|habt|seid|müsst|wollt))(?!\p{L})/iu,
    formal: /(?<!\p{L})(?:Ihnen|Ihr\p{Ll}{0,2}|(?<=\p{Ll} )Sie)(?!\p{L})/u,
  },
  fr: {
    familiar: /(?<!\p{L})(?:tu|te|toi|ton|ta|tes|(?:peux|pourrais|veux|as|es)-tu|t['’]\p{Ll}+)(?!\p{L})/iu,
    formal: /(?<!\p{L})(?:vous|votre|vos)(?!\p{L})/iu,
  },
  es: {
    familiar:
      /(?<!\p{L})(?:te|ti|contigo|tu|tus|tú|os|vuestr[oa]s?|vosotr[oa]s|puedes|podéis|tienes|tenéis|sabes|sabéis)(?!\p{L})/iu,
    formal:
      /(?<!\p{L})(?:usted|ustedes|le (?:escribo|ruego|agradec\p{L}*)|les (?:escribo|ruego)|su (?:mensaje|correo|respuesta|empresa))(?!\p{L})/iu,
  },
};

export function isInformal(text: string, language: RepliedLanguage): boolean {
  const words = address[language];
  if (!words) return false;
  const read = text.slice(0, 4_000);
  return words.familiar.test(read) && !words.formal.test(read);
}
