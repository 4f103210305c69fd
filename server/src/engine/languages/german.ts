import { isFirstName } from "../intents/first-names.ts";
import { type GermanVerb, germanLast, germanVerbs } from "./german-verbs.ts";
import { type Grammar, starts, words } from "./grammar.ts";
import { phrases } from "./romance-verbs.ts";

const verbs: GermanVerb[] = [
  ["cancel", "indirect", "sag", "ab"],
  ["accept", "indirect", "sag", "zu"],
  ["invite", "direct", "lad", "ein"],
  ["offer", "indirect", "biet", "an"],
  ["propose", "indirect", "schlag", "vor"],
  ["propose", "indirect", "empfiehl|empfehl"],
  ["request", "direct", "forder", "auf"],
  ["request", "direct", "forder", "an"],
  ["remind", "indirect", "hak", "nach"],
  ["ask", "indirect", "frag", "nach"],
  ["ask", "indirect", "frag", "an"],
  ["decline", "indirect", "lehn", "ab"],
  ["accept", "indirect", "nimm|nehm", "an"],
  ["tell", "indirect", "teil", "mit"],
  ["tell", "indirect", "richt", "aus"],
  ["tell", "indirect", "kündig", "an"],
  ["tell", "direct", "weis", "hin"],
  ["tell", "indirect", "gib|geb|sag", "Bescheid"],
  ["thank", "indirect", "sag", "[Dd]anke"],
  ["tell", "direct", "lass", "wissen"],
  ["condole", "indirect", "sprich|sprech", "aus"],
  ["ask", "direct", "frag|erkundig"],
  ["request", "direct", "bitt|ersuch"],
  ["remind", "direct", "erinner"],
  ["dun", "direct", "mahn"],
  ["remind", "direct", "mahn", "an"],
  ["ask", "indirect", "frag", "rück"],
  ["thank", "indirect", "dank|bedank"],
  ["apologize", "indirect", "entschuldig"],
  ["confirm", "indirect", "bestätig"],
  ["congratulate", "indirect", "gratulier|beglückwünsch"],
  ["condole", "indirect", "kondolier"],
  ["complain", "indirect", "beschwer|reklamier"],
  ["cancel", "indirect", "stornier"],
  ["postpone", "indirect", "verschieb|verleg"],
  ["wish", "indirect", "wünsch"],
  ["arrange", "indirect", "vereinbar"],
  ["book", "indirect", "reservier|buch"],
  ["send", "indirect", "mach|erstell|unterbreit"],
  ["send", "indirect", "schick|send|übersend|übermittel|übermittl"],
  ["order", "indirect", "bestell|beauftrag"],
  ["terminate", "indirect", "kündig"],
  ["tell", "direct", "informier|verständig|benachrichtig|unterricht|warn"],
  ["tell", "indirect", "schreib|sag|bericht|antwort|erklär|meld|versicher|erzähl|mail|richt"],
];

const isDativePlural = /(?:n|s)(?:\s|$)/u;
const infinite = /^(?:(?:Ihnen|dir|euch)\s)/u;
const kinds =
  "brief|mail|schreiben|info|information|nachricht|notiz|rundschreiben|rundmail|aushang|mitteilung|meldung|antwort";

export const german: Grammar = {
  lead: /^(?:(?:bitte|hallo|hi|hey|mal),?\s+|(?:kannst du|könntest du|kann man|ich möchte|ich will|ich muss|wir müssen|wir möchten|magst du)\s+(?:bitte\s+)?)*/iu,
  verbs: [
    phrases("request", "direct", "bitt(?:e|en sie)?(?=\\s+um\\s)|(?:frag|frage)(?=\\s+um\\s)"),
    ...germanVerbs(verbs),
  ],
  nouns: [
    phrases("dun", "indirect", "(?:(?:erste|zweite|dritte|letzte|1\\.|2\\.|3\\.)\\s+)?(?:mahnung|zahlungserinnerung)"),
    phrases("remind", "indirect", "(?:kurze\\s+|freundliche\\s+)?erinnerung"),
    phrases("cancel", "indirect", "absage"),
    phrases("complain", "indirect", "(?:formelle\\s+)?(?:beschwerde|reklamation|mängelrüge)"),
    phrases("invite", "indirect", "einladung"),
    phrases("thank", "indirect", "dank(?:schreiben|sagung|esch[oö]n)?"),
    phrases("condole", "indirect", "beileid(?:sschreiben|sbrief|skarte)?|kondolenz(?:schreiben|brief)?"),
    phrases("request", "indirect", "(?:bitte|anfrage)(?=\\s+um\\s)"),
    phrases("ask", "indirect", "(?:an|nach|rück)frage"),
    phrases("tell", "indirect", `(?:kurze[rs]?\\s+)?\\p{L}*(?:${kinds})(?:\\s+klasse\\s+[^\\s:,]+)?`),
  ],
  last: germanLast(verbs),
  anyLast: /^(?:[^,:;.!?]{0,100}\s)?\p{Ll}{3,}(?:en|ern|eln)(?=\s*(?:[,:;.]|$))/u,
  anyVerb:
    /^\p{L}{3,}e?\s+(?:(?:an|bei|mit)\s+)?(?=(?:der\s+|dem\s+)?(?:Herrn?|Frau|Familie|Dr\.|Prof\.)\s|(?:dem|der|den|unser\p{L}*|mein\p{L}*|allen)\s+\p{L}+)/u,
  adverbs:
    /^\s*(?:(?:bitte|kurz|mal|doch|noch|höflich|freundlich|freundlicherweise|dringend|nochmals?|erneut|schon|schnell|per\s+mail|darüber|darauf|daran|darum|dafür|davon|herzlich|formlos|auch|gleich|(?:ih(?:n|m|r|nen)|sie)(?=\s*(?:,|:|(?:ob|dass|um|nach|für|wann|wie|was|wo|bitte)\s))|(?:mein|unser)(?:e|en)?(?=\s+Beileid)|dich|sich|mich|uns)(?!\p{L})\s*)+/iu,
  preposition: /^\s*(?:(?:an|beim?|mit|vom?|gegenüber|ans)\s+)?/iu,
  directPreposition: /^\s*(?:(?:an|beim?|mit|vom?|ans)\s+)?/iu,
  clitic: /^(?!)/,
  joints: {
    that: /^\s*,?\s*dass\s+(?=\S)/iu,
    whether: /^\s*,?\s*ob\s+(?=\S)/iu,
    which:
      /^\s*,?\s*(?=(?:wann|warum|wieso|weshalb|wie|wo|wohin|wer|wen|wem|was|welche[rsnm]?|wie ?viele?|bis wann|ab wann|zu welche[rm])(?!\p{L}))/iu,
    deed: /^\s*,?\s*(?=(?:[^,.:]|(?<=\d)\.){2,200}\s(?:\p{Ll}{1,5}zu\p{Ll}{2,}en|zu\s+\p{Ll}+n)(?:$|[\s,.]))/iu,
    about: /^\s*(?=(?:um|für|wegen|zum|zur|zu|auf|an|nach|über|bezüglich|in|im|am|ans)\s)/iu,
  },
  title: String.raw`(?:(?:der|dem|den|die)\s+)?(?:Herrn?\s+und\s+Frau|Herrn?|Frau|Familie|Fam\.|Dr\.|Prof\.|Eheleuten?|Ehepaar|Schwester|Pfarrer(?:in)?|Ehepaar)\s+(?:(?:Dr|Prof)\.\s*)*`,
  article:
    "dem|der|den|die|das|unser(?:e[mnrs]?)?|mein(?:e[mnrs]?)?|dein(?:e[mnrs]?)?|eine[mnr]?|alle[nr]?(?:\\s+unseren)?|sämtliche[nr]?|ihre[mnr]?",
  worker:
    /^(?:(?:der|dem|den|die|unsere?[mnr]?|meine?[mnr]?)\s+)?(?:Azubi|Kolleg(?:en|in|e)|Kund(?:en|in|e)|Lieferant(?:en|in)?|Nachbar[n]?(?:in)?|Praktikant(?:en|in)?|Chef(?:in)?|Mieter(?:in)?|Patient(?:en|in)?|Bewerber(?:in)?|Trainer(?:in)?|Fahrer(?:in)?|Mandant(?:en|in)?)\s+(?=\p{Lu})/u,
  contracted: /(?:^|\s)(?:beim|vom|ans)\s*$/iu,
  dative: "dem|der|unsere[mnr]|meine[mnr]|deine[mnr]|eine[mr]|den|allen(?:\\s+unseren)?|sämtlichen",
  isNoDative: (role) => /^(?:den|unseren|meinen)\s/iu.test(role) && !isDativePlural.test(role),
  isNoName: (name, after) =>
    // "bitte Storno schicken": what is to be sent.
    (!/\s/.test(name) &&
      !isFirstName(name) &&
      /^\s+(?:zu|nach)?(?:schicken|senden|ausstellen|reichen|liefern|veranlassen|korrigieren|erstatten)\s*$/u.test(
        after,
      )) ||
    /^(?:Bescheid|Beileid|Termin|Angebot|Rechnung|Empfang|Eingang|Lieferung|Bestellung|Auftrag|Danke?)(?!\p{L})/u.test(
      name,
    ) ||
    !/^\s*(?:[,:;]|$)|^\s+(?:dass|ob|um|für|wegen|zu[mr]?|an|nach|über|auf|bitte|kurz|den|die|das|dem|ein\p{L}*|unser\p{L}*|mein\p{L}*|mit|darauf|daran|wann|wie|wo|was|Bescheid|nochmal|höflich|\p{Ll}+en(?=\s*[,:]|\s*$))(?!\p{L})/u.test(
      after,
    ),
  finite: words(
    "ist|sind|war|waren|hat|haben|hatte|hatten|wird|werden|wurde|wurden|würde|kann|können|muss|müssen|soll|sollen|darf|dürfen|will|wollen|kommt|kommen|geht|gehen|gibt|braucht|brauchen|bleibt|bleiben|liegt|steht|kostet|kosten|passt|fehlt|fehlen|beginnt|endet|findet|startet|gilt|bieten|bitten|bekommt|erhält|zahlen|liefern|melden|freuen|hoffen|funktioniert|läuft|öffnet|schließt|dauert|reicht|verfällt|entfällt|klappt|stimmt|ging|kam|kamen|nehmen|übernehmen|benötigen|erwarten|suchen|zieht|tropft|stellen|schicken",
  ),
  joins:
    /^(?:weil|wenn|da|damit|obwohl|sobald|falls|bevor|nachdem|sodass|dass|ob|aber|sondern|sonst|oder|und|denn|außer|um|ohne|statt|bis|seit|solange|während|deshalb)(?!\p{L})/iu,
  notReader: starts(
    "jeder|jede|jeden|selbst|wer|dass|ob|für|um|und|wann|wie|was|am|über|wegen|den Termin|die Rechnung|das|im|zum|zur|bis|nach|auf",
  ),
  infinitive:
    /^(?!(?:sie|er|wir|ich|es|das|wer|man|Sie)\s)(?!.*\d\s\p{Ll}+en$)(?!.*(?<!\p{L})(?:müssten|könnten|sollten|würden|dürften|wollten|hätten|wären|brauchen|haben wir|wir|ich|ist|sind|war|hat|haben|wird|werden|kann|können|muss|müssen|soll|sollen|darf|dürfen|bitte|möchten|wollen)(?!\p{L}))[^,:;?]{2,90}\s(?!\p{Ll}*(?:offen|troffen|griffen|schoben|schlossen|sagten|boten|kommen|funden|handen|standen|schienen|schrieben|nommen|ge\p{Ll}+en)$)\p{Ll}{3,}(?:en|ern|eln)$/u,
  attached: /^(?:vom|von|des|der)\s/u,
  owner: {
    article: /^(?:den|die|das|dem|der)\s/iu,
    of: /\svon\s(?=\p{Lu})/u,
    own: (article) =>
      ({ den: "Ihren", die: "Ihre", das: "Ihr", dem: "Ihrem", der: "Ihrer" })[article.toLowerCase()] ?? "Ihr",
    along: /\smit\s+(?=(?:Herrn?|Frau|Familie|Dr\.)\s)/u,
    our: (article) =>
      ({ den: "unseren", die: "unsere", das: "unser", dem: "unserem", der: "unserer" })[article.toLowerCase()] ??
      "unser",
  },
  subject: {
    told: /^(?:muss|soll|sollte|müssen|sollen)\s+(?:bitte\s+)?(?:wissen|erfahren|informiert werden)\s*,?\s+dass\s+/iu,
    verbs:
      /^(?:haben|sind|brauchen|möchten|wollen|müssen|können|sollen|dürfen|werden|hat|ist|braucht|möchte|will|muss|kann|soll|darf|wird|bekommt|erhält|zahlt|kommt|meldet|bringt|schickt)(?!\p{L})/u,
    pronoun: (name) => (/^Herr(?!n?\s+und)/u.test(name) ? "er" : "sie"),
  },
  begins:
    /^(?:(?:wenn|falls)\s[^,]{3,120}\s(?:soll|muss|kann|bitte|können|sollen|gern|melden|rufen)|ich|wir|bitte|dürfen|können|könnten|passt|wer|sie (?:muss|kann|soll|darf|hat|braucht)|er (?:muss|kann|soll|darf|hat|braucht))\s/iu,
  question:
    /^(?:passt|geht|klappt|reicht|dürfen|können|könnten|hat|haben|ist|sind|wann|wie|wo|wer|was|welche[rs]?)\s.*\?$/iu,
  style:
    /^(?:bitte\s+)?(?:(?:nicht )?(?:zu |sehr |ganz |eher )?(?:förmlich|formell|locker|kurz(?: und knapp| halten| und freundlich)?|knapp|freundlich(?:,? aber bestimmt| bleiben)?|höflich(?:,? aber bestimmt)?|bestimmt|sachlich|herzlich|einfühlsam|auf deutsch|per sie|per du|ohne floskeln)(?: halten| bleiben| formulieren)?|halt(?:e)? (?:es|dich) kurz)$/iu,
  styleWords:
    /^(?=.*(?<!\p{L})(?:kurz|knapp|freundlich|höflich|bestimmt|sachlich|herzlich|einfühlsam|förmlich|formell|locker|nett|diplomatisch|professionell|direkt|klar|neutral|streng|deutlich|respektvoll|verbindlich|ruhig|warm|warmherzig|diskret|menschlich|zurückhaltend|wertschätzend|persönlich)(?!\p{L}))(?:(?:kurz|knapp|freundlich|höflich|bestimmt|sachlich|herzlich|einfühlsam|förmlich|formell|locker|nett|diplomatisch|professionell|direkt|klar|neutral|streng|deutlich|respektvoll|verbindlich|ruhig|warm|warmherzig|diskret|menschlich|zurückhaltend|wertschätzend|persönlich|und|aber|sehr|ton|im|ein|bitte|nicht|zu|ganz|eher|bleiben|halten|formulieren|schreiben|etwas|recht|den|text|es|in|tonfall|klingen|sein|trotzdem|bleib|bleibe|sei|halte|immer|dabei)(?:[\s,]+|$))+$/iu,
  toReader: (text) => text.replace(infinite, "Ihnen "),
  thirdPerson:
    /(?<!\p{L})(?:(?<!\p{Lu}[\p{L}-]* )(?:sie|er) (?:muss|kann|soll|darf|hat|braucht|will)|soll (?:sie|er)|ihm|passt ihr)(?!\p{L})/u,
  group:
    /(?<!\p{L})(?:alle[rn]?|\p{L}*team|kolleg(?:en|innen)\p{L}*|mitarbeite\p{L}*|\p{L}*eltern|(?<!(?:dem|unserem|meinem|einem)\s)kunden|kundinnen|mieter(?:n|innen)?|nachbarn|teilnehme\p{L}*|belegschaft|\p{L}*mitglieder[n]?|ehrenamtliche\p{L}*|helfer[n]?|schüler[n]?|gäste[n]?|anwohner[n]?|lieferanten|patienten|bewohner[n]?|eigentümer[n]?|azubis|spender[n]?|vereinsmitglieder[n]?|lehrkräfte[n]?|fahrer[n]|abteilung)(?!\p{L})/iu,
  name: (name) =>
    name
      .replace(/^(?:der|dem|den|die)\s+(?=(?:Herrn|Frau|Familie)\s)/iu, "")
      .replace(/^Herrn\b/, "Herr")
      .replace(/^Fam\.\s/, "Familie "),
};
