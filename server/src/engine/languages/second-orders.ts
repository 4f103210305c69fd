// Orders to the writer behind the first one, each made a sentence of its own, and words that only the writer needs.
import type { OrderLanguage } from "../sentences/orders.ts";

type Rewrite = [RegExp, string | ((...found: string[]) => string)];

const deva = String.raw`(?:(?:यह|ये|भी|ज़रूर|प्लीज़|विनम्रता से)\s)*(?=(?:पूछ|बता|कह|बोल|याद|लिख|माफ़ी|माफी)[\p{L}\p{M}]*)`;
const roman = String.raw`(?:(?:ye|yeh|bhi|zaroor|please|politely)\s)*(?=(?:pu?o?o?chh?|bata|kah|keh|bol|yaad|likh|sorry|mafi|maafi)\p{L}*)`;

const rewrites: Record<OrderLanguage, Rewrite[]> = {
  de: [
    [
      /(?<=[^,.;]{5})[,;]?\s+und\s+(frag|sag|bitt|erinner|teil|informier|schlag|biet|dank|entschuldig)(\p{L}*)\s+(ihn|sie|ihm|ihr|ihnen|dich)?(?=[\s,])/giu,
      (_, verb = "", end = "", who = "") => `.\n${verb.charAt(0).toUpperCase()}${verb.slice(1)}${end} ${who}`.trimEnd(),
    ],
    [
      /(?<=[.;,!])\s*(?:aber |bitte |und )*(?:keine?n?|nicht|nichts|ohne)(?: \p{L}+){0,4} (?:nennen|erwähnen|verraten|reinschreiben|schreiben|anmerken lassen|klingen|versprechen|zusagen|entschuldigen|formulieren)[.!]*$/giu,
      "",
    ],
    [/(?<=\p{L}) \+ (?=\p{L})/gu, " und "],
    // "Absage an Frau Kürten für die Lesung am 8. Mai: …"
    [
      /^absage an ([^:,.;]{3,50}?) (?:für|zu[rm]?|wegen) (der |dem |die |den |das )?([^:;,]{3,70}?)(?:: |, (?=da |weil |wegen )|(?<!\d)\. )/iu,
      (_, who = "", article = "", what = "") =>
        `Schreib an ${who}: leider müssen wir ${{ "der ": "die ", "dem ": "den " }[article] ?? article}${what} absagen. `,
    ],
    // "absage bewerbung herr yildirim, …"
    [
      /^absage (?:für |zu[rm]? |wegen )?(\p{L}+) (?:von |an )?((?:Frau|Herrn?) (?:(?:Dr|Prof)\. )*\p{Lu}[\p{L}-]+)[,.:;]\s*/iu,
      (_, what = "", who = "") =>
        `Schreib an ${who}: zu Ihrer ${what.charAt(0).toUpperCase()}${what.slice(1)} müssen wir Ihnen leider absagen. `.replace(
          /Ihrer (?=(?:Termin|Antrag|Besuch|Vorschlag)\s)/u,
          "Ihrem ",
        ),
    ],
    [
      /(^|[.;,] )(?:noch )?(alles gute|gute besserung|viel erfolg|viel glück|schöne (?:ferien|feiertage)|frohe (?:ostern|weihnachten)|einen? guten? \p{L}+) wünschen(?=[.,;]|$)/giu,
      (_, mark = "", what = "") =>
        `${mark.replace(/[,;] /, ". ")}Wir wünschen Ihnen ${what.replace(/(?<= )\p{Ll}/gu, (letter) => letter.toUpperCase())}`,
    ],
    // "Rückruf Frau Ahlers wegen Laborwerten, …"
    [
      /^(?:rückruf|rückmeldung|info|bescheid|nachricht|mail|antwort)(?: an| für)? ((?:Frau|Herrn?) (?:(?:Dr|Prof)\. )*\p{Lu}[\p{L}-]+) (?:wegen|zu[rm]?|bezüglich) ([^,.:;]{3,50})[,.:;]\s*/iu,
      "Schreib an $1: ich melde mich wegen $2. ",
    ],
  ],
  fr: [
    [
      /(?<=[^,.;]{5}),?\s+et\s+(demande|dis|rappelle|précise|propose|explique|préviens|informe|remercie|demander|dire|rappeler|préciser)(-(?:lui|leur|le|la|les))?\s+(?=(?:si|s['’]|que|qu['’]|quand|où|combien|à quelle|comment|pourquoi|quel|de|d['’]|pour)(?:\s|\p{L}))/giu,
      (_, verb = "", clitic = "") => `.\n${verb.charAt(0).toUpperCase()}${verb.slice(1)}${clitic} `,
    ],
    [
      /(?<=[.;,!])\s*(?:et |mais )?(?:sans|ne) (?:nommer|citer|mentionner|cite[rz]?|mentionne[rz]?|donne[rz]?|parle[rz]?|dis|dire|promet\p{L}*)[^.;,]{0,40}[.!]*$/giu,
      "",
    ],
    [/[.;,]?\s+(?:merci\s+)?ton\s+(\p{L}+(?:\s(?:mais|et)\s\p{L}+)?)[.!]*$/giu, ". Ton $1"],
    [/(?<=\p{L}) \+ (?=\p{L})/gu, " et "],
    [/!{2,}/gu, "!"],
    // "elle a demandé si on peut passer = oui vers 15 h"
    [
      /[,;]?\s*(?:elle|il|ils|elles) (?:a|ont) demandé si ([^=.;]{3,90}?)\s*(?:=|:|->|→)\s*oui,?\s*/giu,
      (_, what = "") => `. Oui, ${what}, `,
    ],
    [
      /(?<=[.;,] )(?:me |nous )?(?:rappeler|appeler|prévenir|avertir|contacter|signaler) si (\p{L}+(?: \p{L}+)?)[.!]*$/iu,
      "merci de nous prévenir en cas de $1",
    ],
  ],
  es: [
    [
      /(?<=[^,.;]{5}),?\s+y\s+(preg[uú]ntal[ea]s?|pregunta|d[ií]l[ea]s?|p[ií]del[ea]s?|recu[eé]rdal[ea]s?|av[ií]sal[ea]s?|prop[oó]nl[ea]s?|ofr[eé]cel[ea]s?|expl[ií]cal[ea]s?|preguntar|pide|pregúntele|dígale|pídale)\s+(?=(?:si|que|cuánd|cuand|cómo|dónde|qué|por qué|cuánt|quién|a qué)(?:\s|\p{L}))/giu,
      (_, verb = "") => `.\n${verb.charAt(0).toUpperCase()}${verb.slice(1)} `,
    ],
    [
      /(?<=[.;,!])\s*(?:y |pero )?(?:no|sin) (?:menciones|mencionar|nombres|nombrar|cites|citar|digas|decir|prometas|prometer|cuentes)[^.;,]{0,40}[.!]*$/giu,
      "",
    ],
    [/(^|[.;,] )(?:avisar|llamar|confirmar|contestar|responder) si (?=\p{L})/giu, "$1que nos avise si "],
    [/(?<=\p{L}) \+ (?=\p{L})/gu, " y "],
    [/(?<=\d[.])\s+(?=(?:si|pero|y|o|que|no)\s)/gu, "\n"],
    [/(?<=[€$%])\.\s+(?=\p{Ll})/gu, ".\n"],
  ],
  pt: [
    [
      /(?<=[^,.;]{5}),?\s+e\s+(pergunt[ae](?:-lhes?)?|diz-lhes?|diga(?:-lhes?)?|peça(?:-lhes?)?|pede(?:-lhes?)?|lembr[ae](?:-[oa]s?)?|avis[ae](?:-[oa]s?)?|propõe-lhes?|ofereç?[ae]-lhes?|perguntar|pedir)\s+(?=(?:se|que|quando|como|onde|qual|quais|quant|a que|por que|porque|quem|para)(?:\s|\p{L}))/giu,
      (_, verb = "") =>
        `.\n${verb.charAt(0).toUpperCase()}${verb.slice(1)}${/^(?:diga|peça)$/i.test(verb) ? "-lhe" : ""} `,
    ],
    [
      /(?<=[.;,!])\s*(?:e |mas )?(?:não|sem) (?:mencion\p{L}+|cit\p{L}+|nome\p{L}+|diga|digas|dizer|fale|fales|falar|promet\p{L}+|cont\p{L}+)[^.;,]{0,40}[.!]*$/giu,
      "",
    ],
    [/(^|[.;,] )(?:avisar|ligar|confirmar|responder) se (?=\p{L})/giu, "$1que nos avise se "],
    [/^(agradec\p{L}* (?:ao|à|a|aos|às) (?:[oa] )?\p{L}+(?: \p{Lu}\p{L}+)?) para (?=\p{L}+[aei]r\s)/iu, "$1 por "],
    [/(?<=\p{L}) \+ (?=\p{L})/gu, " e "],
    [/(?<=\d[.])\s+(?=(?:se|mas|e|ou|que|não)\s)/gu, "\n"],
  ],
  hi: [
    [new RegExp(String.raw`(?<=[।.?!,]\s|\sऔर\s)(?:उससे|उनसे)\s${deva}`, "gu"), "उन से "],
    [new RegExp(String.raw`(?<=[।.?!,]\s|\sऔर\s)(?:उसे|उसको|उन्हें|उनको)\s${deva}`, "gu"), "उन को "],
    [/,\s+([^,।]{3,60}\sपूछ[\p{L}\p{M}]*)[।.]?$/u, "। $1"],
    [/[।,.;]\s*[^।,.;]{0,30}नाम (?:मत|न) [\p{L}\p{M}]+[।.!]*$/u, "।"],
  ],
  hinglish: [
    [new RegExp(String.raw`(?<=[.?!,]\s|\saur\s)(?:us ?se|un ?se)\s${roman}`, "giu"), "un se "],
    [new RegExp(String.raw`(?<=[.?!,]\s|\saur\s)(?:use|usko|unhe|unhein|unhen|unko)\s${roman}`, "giu"), "un ko "],
    [/(?<=(?:^|[.?!,]\s|\saur\s)un ko (?:bolo|bol do|batao|bata do|kaho|keh do)) (?!ki\s)(?=\p{L})/giu, " ki "],
    [/[,.;]\s*[^,.;]{0,30}naam (?:mat|na) \p{L}+[.!]*$/iu, "."],
    [/[,.;]?\s*(?:aur |bas )?(?:late|jhooth|zyada|gussa) mat (?:likhna|bolna|hona)[.!]*$/iu, "."],
  ],
};

export const withSecondOrders = (intent: string, language: OrderLanguage): string =>
  intent.length > 2_000
    ? intent
    : rewrites[language].reduce(
        (text, [pattern, whole]) =>
          typeof whole === "string" ? text.replace(pattern, whole) : text.replace(pattern, whole),
        intent,
      );
