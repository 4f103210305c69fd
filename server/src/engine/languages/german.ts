import { plural } from "./german-verbs.ts";
import { afterColon, formsOf, type Grammar, rest, to, words } from "./grammar.ts";

const polite = String.raw`(?:bitte\s+|kannst du\s+|könntest du\s+)?`;
const someone = String.raw`(?:\s+(?:an|ihm|ihr|ihnen|sie|ihn))?(?:\s+${to})?`;
const that = String.raw`\s*,?\s+dass\s+${rest}`;
const whether = String.raw`\s*,?\s+ob\s+${rest}`;
const which = String.raw`\s*,?\s+(?<rest>(?:wann|warum|wieso|weshalb|wie|wo|wohin|wer|wen|wem|was|welche[rsnm]?|wie ?viele?|bis wann)\s[\s\S]*)`;
const deed = String.raw`\s*,\s+(?<rest>[^,.]{3,200}\bzu\s[\s\S]*)`;

const write = `${polite}(?:schreib(?:e|en sie)?|sag(?:e|en sie)?|teil(?:e|en sie)?|informier(?:e|en sie)?|bericht(?:e|en sie)?|richte|meld(?:e)?|antwort(?:e|en sie)?|erklär(?:e|en sie)?|lass|(?:e-?mail|mail|nachricht|brief|info|rundmail|rundschreiben)(?: an)?)`;
const ask = `${polite}(?:frag(?:e|en sie)?|erkundig(?:e|en sie)?(?: dich| sich)?(?: bei)?|anfrage an)`;
const infinitive = String.raw`(?:(?:der|dem|den|die|das|unser\p{L}*|mein\p{L}*)\s+)?`;

export const german: Grammar = {
  orders: [
    ...formsOf("ask", ask, someone, { whether, which, thing: String.raw`\s+nach\s+${rest}` }),
    ...formsOf("request", `${polite}(?:bitte um|frag um|fordere?)`, "", {
      thing: String.raw`\s+(?<thing>[^:,]{2,80}?)\s+(?:an|bei|von)\s+${to}${afterColon}`,
    }),
    ...formsOf("request", `${polite}(?:bitte|bitten sie)`, String.raw`\s+${to}`, {
      thing: String.raw`\s+um\s+${rest}`,
      deed,
    }),
    ...formsOf("remind", `${polite}(?:erinner(?:e|en sie)?|erinnerung(?: an)?|mahne?)`, someone, {
      that: String.raw`(?:\s+daran)?\s*,?\s+dass\s+${rest}`,
      thing: String.raw`\s+an\s+${rest}`,
      deed: String.raw`(?:\s+daran)?${deed}`,
    }),
    ...formsOf("thank", `${polite}(?:dank(?:e|en sie)?|bedank(?:e|en sie)? (?:dich|sich)(?: bei)?)`, someone, {
      that: String.raw`(?:\s+dafür)?\s*,?\s+dass\s+${rest}`,
      thing: String.raw`\s+für\s+${rest}`,
    }),
    ...formsOf("apologize", `${polite}entschuldig(?:e|en sie)? (?:dich|mich|uns|sich)(?: bei)?`, someone, {
      that: String.raw`(?:\s+dafür)?\s*,?\s+dass\s+${rest}`,
      thing: String.raw`\s+(?:für|wegen)\s+${rest}`,
    }),
    ...formsOf("invite", `${polite}(?:lade?|laden sie)`, String.raw`\s+${to}`, {
      thing: String.raw`\s+(?<rest>(?:zum|zur|zu|auf|in)\s[^,]{3,200}?)\s+ein(?=[\s,.]|$)(?<more>[\s\S]*)`,
    }),
    ...formsOf("confirm", `${polite}bestätig(?:e|en sie)?`, someone, {
      that,
      thing: String.raw`\s+(?<rest>(?:den|die|das|unser\p{L}*|ihr\p{L}*|sein\p{L}*)\s[\s\S]*)`,
    }),
    ...formsOf("congratulate", `${polite}gratulier(?:e|en sie)?`, someone, {
      thing: String.raw`\s+(?<rest>(?:zum|zur|zu)\s[\s\S]*)`,
    }),
    ...formsOf(
      "complain",
      `${polite}(?:beschwer(?:e|en sie)? (?:dich|sich)(?: bei)?|beschwerde an|reklamation an)`,
      someone,
      {
        that: String.raw`(?:\s+darüber)?\s*,?\s+dass\s+${rest}`,
        thing: String.raw`\s+über\s+${rest}`,
      },
    ),
    ...formsOf("decline", `${polite}absage an`, String.raw`\s+${to}`, { alone: afterColon }),
    ...formsOf("decline", `${polite}sage?`, String.raw`\s+${to}`, { alone: String.raw`\s+ab(?:${afterColon})?` }),
    ...formsOf("decline", `${polite}${infinitive}`, to, { alone: String.raw`\s+absagen(?:${afterColon})?` }),
    ...formsOf("tell", `${polite}${infinitive}`, to, {
      that: String.raw`\s+(?:mitteilen|informieren|sagen|schreiben|Bescheid geben|ausrichten)${that}`,
    }),
    ...formsOf("ask", infinitive, to, {
      whether: String.raw`\s+fragen${whether}`,
      which: String.raw`\s+fragen${which}`,
    }),
    ...formsOf("remind", infinitive, to, { that: String.raw`\s+(?:daran\s+)?erinnern${that}` }),
    ...formsOf("tell", write, someone, {
      that: String.raw`(?:\s+(?:mit|Bescheid|wissen|darüber|aus))?${that}`,
      alone: afterColon,
    }),
  ],
  finite: words(
    "ist|sind|war|waren|hat|haben|hatte|wird|werden|würde|kann|können|muss|müssen|soll|sollen|darf|dürfen|will|wollen|kommt|kommen|geht|gibt|braucht|brauchen|bleibt|liegt|steht|kostet|passt|fehlt|fehlen|beginnt|endet|findet|startet|gilt|bieten|bitten|bekommt|erhält|zahlen|liefern|melden|freuen|hoffen",
  ),
  joins:
    /^(?:weil|wenn|da|damit|obwohl|sobald|falls|bevor|nachdem|sodass|dass|ob|aber|sondern|sonst|oder|und|denn|außer|um|ohne|statt)(?!\p{L})/iu,
  notReader: words("dass|ob|den Termin|die Rechnung|für|an|um|und|wann|wie|was|mit|am|über|wegen"),
  begins:
    /^(?:ich|wir|bitte|dürfen|können|könnten|passt|sie (?:muss|kann|soll|darf|hat|braucht)|er (?:muss|kann|soll|darf|hat|braucht))\s/iu,
  style:
    /^(?:bitte\s+)?(?:(?:nicht )?(?:zu |sehr |ganz )?(?:förmlich|formell|locker|kurz(?: und knapp| halten| und freundlich)?|knapp|freundlich(?:, aber bestimmt| bleiben)?|höflich(?:,? aber bestimmt)?|sachlich|herzlich|auf deutsch)(?: halten| bleiben| formulieren)?|halt(?:e)? (?:es|dich) kurz)$/iu,
  address: [
    [/\b(?:sie|er) muss\b/giu, "Sie müssen"],
    [/\b(?:sie|er) kann\b/giu, "Sie können"],
    [/\b(?:sie|er) soll\b/giu, "Sie sollen"],
    [/\b(?:sie|er) darf\b/giu, "Sie dürfen"],
    [/\b(?:sie|er) hat\b/giu, "Sie haben"],
    [/\b(?:sie|er) braucht\b/giu, "Sie brauchen"],
    [/(?<=\bpasst (?:es )?)(?:ihr|ihm|ihnen)\b/giu, "Ihnen"],
    [/\bihn\b/gu, "Sie"],
    [/\bihm\b/gu, "Ihnen"],
    [/\bihr(e[rsnm]?)?\b(?=\s+\p{Lu})/gu, "Ihr$1"],
    [/\bsein(e[rsnm]?)?\b(?=\s+\p{Lu})/gu, "Ihr$1"],
  ],
  determiner: /^(?:(?:an|bei)\s+)?(?:der|die|das|dem|den|unser\p{L}*|mein\p{L}*|ein\p{L}*|dein\p{L}*)\s/iu,
  group:
    /\b(?:alle[rn]?|\p{L}*team|kolleg\p{L}*|mitarbeite\p{L}*|eltern|kunden|mieter|nachbarn|teilnehme\p{L}*|belegschaft|mitglieder|ehrenamtliche\p{L}*|helfer)\b/iu,
  name: (name) =>
    name.replace(/^(?:(?:an|bei)\s+)?(?:(?:der|dem)\s+(?=(?:Herrn|Frau)\s))?/iu, "").replace(/^Herrn\b/, "Herr"),
  clause: plural,
};
