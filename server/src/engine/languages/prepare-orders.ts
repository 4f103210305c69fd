// Rewrites an intent in another language before its orders are read: capital letters, contacts, and sentences of their own.
import type { OrderLanguage } from "../sentences/orders.ts";
import { withNounCapitals } from "./german-nouns.ts";
import type { Grammar } from "./grammar.ts";
import { grammars } from "./grammars.ts";
import { withoutShorthand } from "./shorthand.ts";

const capitals: Partial<Record<OrderLanguage, RegExp[]>> = {
  de: [
    /(?<!\p{L})(?:herrn?|frau|familie|fam\.) (?=\p{Lu})/gu,
    /(?<!\p{L})(?:herrn?|frau) (?:(?:dr|prof)\. )+\p{Ll}[\p{L}-]+/gu,
    /(?<!\p{L})(?:herrn?|frau|familie) (?!und|oder|ist|hat|die|der|das|aus|von|in|an|zu|mit)\p{Ll}\p{L}+/gu,
    /(?<!\p{L})(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|januar|februar|märz|april|juni|juli|august|september|oktober|november|dezember|uhr)(?!\p{L})/gu,
  ],
  es: [
    /(?<!\p{L})(?:sra?|dra?|sres|srta)\.? \p{Ll}\p{L}+|(?<!\p{L})(?:don|doña) \p{Lu}\p{L}+|(?<!\p{L})(?:sra?|dra?|srta)\.? (?=\p{Lu})/gu,
  ],
  fr: [/(?<!\p{L})(?:mme|mlle|monsieur|madame) \p{L}{3,}/gu],
  pt: [/(?<!\p{L})(?:sra?|dra?)\.? \p{L}+|(?<!\p{L})dona (?=\p{Lu})/gu],
};
const joiner = /^(?:de|del|da|do|la|que|si|y|e|et|le|les)$/i;

/** Hurried writers type titles, names and weekdays in small letters: "a la sra. molina", "am dienstag". */
const withCapitals = (given: string, language: OrderLanguage) =>
  (capitals[language] ?? []).reduce(
    (text, pattern) =>
      text.replace(pattern, (words) =>
        words
          .split(" ")
          .map((word) => (joiner.test(word) ? word : word.replace(/(?:^|-)\p{Ll}/gu, (letter) => letter.toUpperCase())))
          .join(" "),
      ),
    given,
  );

export const spelledOut = (given: string, language: OrderLanguage) => {
  const whole = withoutShorthand(withCapitals(given, language), language);
  return language === "de" ? withNounCapitals(whole, given) : whole;
};

const contacts: Partial<Record<OrderLanguage, [RegExp, string]>> = {
  de: [/(^|[.;,] )(?:bei )?fragen(?: bitte| gerne?)? an (?=\p{L})/giu, "Bei Fragen wenden Sie sich bitte an "],
  es: [/(^|[.;,] )(?:dudas|preguntas|consultas)(?: por favor)?,? a (?=\p{L})/giu, "Para cualquier duda, diríjase a "],
  fr: [/(^|[.;,] )questions?(?: svp| stp)? à (?=\p{L})/giu, "Pour toute question, adressez-vous à "],
  pt: [
    /(^|[.;,] )(?:dúvidas|perguntas)(?: por favor)?,? (?:com|para|a) (?=\p{L})/giu,
    "Para qualquer dúvida está disponível ",
  ],
};

/** "fragen an Steffi" tells the readers whom to ask. At the start of an intent it would be an order to ask Steffi. */
export function withContact(intent: string, language: OrderLanguage): string {
  const [pattern, sentence] = contacts[language] ?? [];
  return pattern && sentence
    ? intent.replace(pattern, (whole, mark: string) => (mark === "" ? whole : `. ${sentence}`))
    : intent;
}

/** "… aur usse puchho ki …": a second order to the same reader is a sentence of its own. */
export const withOwnSentences = (intent: string) =>
  intent
    // "…, pero dile que hablamos en enero": an order behind "but" is one of its own.
    .replace(
      /[,;]?\s+(?:pero|mas|mais|aber)\s+(?=(?:d[ií]l[ea]s?|dígal[ea]s?|pregúnta\p{L}*|píde\p{L}*|recuérda\p{L}*|propón\p{L}*|ofréce\p{L}*|dis|propose|demande|rappelle|diga|pergunte|peça|lembre|proponha|ofereça|sag|frag|bitte|biet|schlag|erinner)e?[- ])/giu,
      ". ",
    )
    // "dile que gracias por … y que …": the thanks are a sentence of their own.
    .replace(
      /^([^.:;]{4,60}?) (?:que|de que) ((?:muchas )?gracias|merci(?: beaucoup)?|(?:muito )?obrigad[oa]) (?=p(?:or|our|el[oa]s?)\s)([^.;]*)$/iu,
      (_, order: string, thanks: string, rest: string) =>
        `${order}: ${/^gracias$/i.test(thanks) ? "muchas gracias" : thanks} ${rest.replace(/ (?:y|et|e) que /gu, ". ")}`,
    )
    // "…, il faut que quelqu'un soit là, et que le plan viendra plus tard": after a sentence of its own, "que" tells again.
    .replace(
      /(?<=^(?:[^.:;]|(?<=\b(?:M|Mme|Dr))\.){4,60}? qu(?:e |['’])[^.;]*, [^.;]*), et qu(?:e |['’])(?=(?:le|la|les|nos|notre|vos|votre|nous|je|vous|il|elle|on)\s|l['’])/giu,
      ". ",
    )
    .replace(
      /,?\s+(?:और|aur)\s+(?=(?:उन्हें|उनको|उसे|उसको|unhe|unhen|unhein|unko|use|usko)\s[^,।;.]{3,80}\s(?:दो|दें|देना|दीजिए|भेजो|भेजें|भेजना|भेजिए|do|dena|bhejo|bhejna)(?:$|[।.,;]))/giu,
      "। ",
    )
    .replace(/,?\s+और\s+(?:उससे|उनसे|उसे|उन्हें|उसको|उनको)\s+(?=(?:पूछ|बता|कह|बोल|याद)[\p{L}\p{M}]*)/gu, "। ")
    .replace(
      /,?\s+aur\s+(?:us ?se|un ?se|use|unhe|unhein|usko|unko)\s+(?=(?:puchh?|poochh?|bata|kah|bol|yaad)\p{L}*)/giu,
      ". ",
    );

/** "bitte Absage an Herrn Lutz": the politeness is meant for the writer, and the noun names the mail. */
export const withoutPlease = (intent: string, grammar: Grammar) =>
  grammar === grammars.de
    ? intent
        .replace(
          /^bitte\s+(?:(?:eine?n?|kurze?|freundliche)\s+)*(?=(?:Absage|Zusage|Einladung|Erinnerung|Mahnung|Antwort|E-?Mail|Mail|Rundmail|Nachricht|Info|Anfrage|Beschwerde|Reklamation|Kündigung|Zahlungserinnerung|Bestätigung)\s+(?:an|für)\s)/iu,
          "",
        )
        .replace(
          /^((?:erinner|informier|benachrichtig|bitt|frag|warn|verständig|unterricht|lad)\p{L}*(?: Sie)?) das (?=(?:\p{L}+ )?(?:\p{L}*[Tt]eam|Büro|Personal|Kollegium|Sekretariat)(?!\p{L}))/iu,
          "$1 unser ",
        )
    : intent;
