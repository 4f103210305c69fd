// Forms that people type in a hurry in other languages, rewritten into those that the readers of orders know.
import type { OrderLanguage } from "../sentences/orders.ts";

type Rewrite = [RegExp, string];

const rewrites: Partial<Record<OrderLanguage, Rewrite[]>> = {
  de: [
    [/(?<=\d) ?std\b\.?/giu, " Stunden"],
    [/(?<!\p{L})wg\.? (?=\p{L})/gu, "wegen "],
    [/(?<!\p{L})(?:bzgl|betr)\.? (?=\p{L})/giu, "bezüglich "],
    // "Finanzamt: bitte um Stundung …"
    [/^(\p{L}*(?:amt|gericht|büro|werk|institut|sekretariat))\s*:\s*bitte um (?=\S)/iu, "bitte um "],
    [
      /^(\p{L}*(?:bank|kasse|versicherung|verwaltung|behörde|stelle|schule|werke|gemeinde|firma|praxis|klinik))\s*:\s*bitte um (?=\S)/iu,
      "bitte um ",
    ],
    [
      /^((?:alle |liebe )?(?:nachbarn|eltern|kollegen|kolleginnen|mieter|mitglieder|kunden|fahrer|mitarbeiter|helfer|teilnehmer|bewohner|patienten|schüler|trainer|gäste)(?: [^:.,]{1,25})?)\s*:\s*(?=\S)/iu,
      "an alle $1: ",
    ],
    [/^an alle alle /iu, "an alle "],
    [/(^|[.;] )soll (?:bitte )?(?=[^.,;?]{3,80}\s\p{Ll}+en(?=[.,;]|$))/giu, "$1bitte "],
    // "Herr Brandl fragt wegen Angebot 5520: …"
    [
      /^((?:Herr|Frau) (?:Dr\. )?\p{Lu}\p{L}+) (?:fragt|fragte|hat gefragt|erkundigt sich|schreibt|bittet) (?:wegen|nach|zu[mr]?|um) ([^:,.]{3,40})\s*:\s*(?=\S)/u,
      "schreib $1: es geht um $2. ",
    ],
    // "Frau Dr. Menzel wegen Termin am 3.11. absagen, …, ob der 10. ginge"
    [
      /^((?:Herrn?|Frau|Familie) (?:Dr\. )?\p{Lu}\p{L}+) wegen (?:des |dem |der )?(.{3,40}?) (absagen|zusagen|anschreiben)(?=[,.]|$)/u,
      "$1 $3, es geht um $2",
    ],
    [
      /, ob ((?:der|die|das|ein|es|wir|am)\s(?:[^,.?]|(?<=\d)\.)+(?:ginge|geht|passt|passen|möglich ist|klappt))(?:, (\p{Ll}+))?(?=[.?]|$)/iu,
      ".\nFrag, ob $1",
    ],
    // "Frau Jankowski kündigen zum 31.12., betriebsbedingt": an employee is told.
    [
      /^((?:Frau|Herrn?) \p{Lu}\p{L}+) (?:zum (\d[\d.]*\d\.?(?: ?\p{Lu}\p{L}+)?) kündigen|kündigen zum (\d[\d.]*\d\.?(?: ?\p{Lu}\p{L}+)?))(?=.*(?:betriebsbedingt|resturlaub|zeugnis|arbeitsverh|probezeit|kündigungsfrist))/isu,
      "sag $1, dass wir das Arbeitsverhältnis zum $2$3 kündigen",
    ],
    // "sag Timo, dass …, ob er …?": the question is an order of its own.
    [
      /^((?:sag|schreib|teil)\p{L}* [^.?]{3,60}?,? dass [^.?]+?), ob (?=(?:er|sie)\s)([^.?]+)\?/iu,
      "$1.\nFrag nach, ob $2.",
    ],
    [/[.;,] (?:respektvoll,? )?(?:keine|ohne) (?:floskeln|drohungen|umschweife|vorwürfe|ausreden|details)\.?$/iu, "."],
  ],
  fr: [
    [/(?<!\p{L})aupres (?=d)/giu, "auprès "],
    [/(?<!\p{L})desole/giu, "désolé"],
    [/\s+(?:svp|stp)(?=[.,;!?]|$)/giu, ""],
    [/^(demande\p{L}* [^.;]+? (?:si |s['’])[^.;]+?),? et (?=s['’]il|si |quand |combien |où )/iu, "$1.\nDemander "],
    [/, et (?=(?:demande\p{L}*|dis|dire|rappelle\p{L}*|propose\p{L}*)[ -])/giu, ".\n"],
    [/(^|[:.;,] )(?:non,? )?on (?:ne |n['’])?(peut|doit) pas (?=\p{L})/giu, "$1nous ne $2 malheureusement pas "],
    [/(?<=nous ne )peut(?= malheureusement)/giu, "pouvons"],
    [/(?<=nous ne )doit(?= malheureusement)/giu, "devons"],
    [/(^|[:.;,] )(?:non,? )?on (?:ne )?(\p{L}{3,}[^\Wg])e pas (?=\p{L})/giu, "$1nous ne $2ons malheureusement pas "],
    [/(^|[.;,] )on peut (?=\p{L})/giu, "$1nous pouvons "],
    [
      /(^|[,;.] )qu['’](?:elle|il|ils|elles) ne (les |la |le |l['’])?ouvr(?:e|ent) pas /giu,
      "$1merci de ne pas $2ouvrir ",
    ],
    [
      /(^|[,;.] )qu['’](?:elle|il|ils|elles) ne (les |la |le |l['’])?(\p{L}{3,}?)e(?:nt)? pas /giu,
      "$1merci de ne pas $2$3er ",
    ],
    [/[.;,] (?:sans (?:menaces?|agressivité|fioritures|reproches?|drame))\.?$/iu, "."],
  ],
  es: [
    [/(^|[.;] )y (?=que no \p{L})/giu, "$1"],
    [/, y (?=(?:pregunta\p{L}*|pedir|pide|pídele|dile|decir|recordar|recuérda\p{L}*|ofrecer|ofrécele) )/giu, ".\n"],
    [/, que (?=\p{Lu}\p{Ll}+ (?:(?:le|les|lo|la|te|os|nos) )?\p{L}+)/gu, ". "],
    [/[.;,] (?:sin (?:amenazas?|rodeos|dramas?|groserías?|reproches?))\.?$/iu, "."],
  ],
  pt: [
    [/(?<!\p{L})pra (?=\p{L}+a\s)/giu, "para a "],
    [/(?<!\p{L})pra (?=\p{L})/giu, "para "],
    [/(?<!\p{L})pro (?=\p{L})/giu, "para o "],
    [/(?<!\p{L})vc(?!\p{L})/giu, "você"],
    [/^(avis\p{L}*|inform\p{L}*|lembr\p{L}*) os (?=\p{L}+s)/iu, "$1 aos "],
    [/^(avis\p{L}*|inform\p{L}*|lembr\p{L}*) as (?=\p{L}+s)/iu, "$1 às "],
    [/, e (?=(?:pergunt\p{L}*|pedir|pede|peça|diz|dizer|lembr\p{L}*|oferec\p{L}*) )/giu, ".\n"],
    [/[.;,] (?:sem (?:grosserias?|ser gross[ae]ir[oa]|rodeios|dramas?|ameaças?|enrolação|cobrança))\.?$/iu, "."],
  ],
  hi: [
    [/^((?:सभी|सब|सारे)\s[^:।,]{2,40}?)\s+को\s*[:–-]\s*(?=\S)/u, "$1 को सूचना: "],
    // "14 तारीख को नहीं, 16 को"
    [/(?<=\sको )नहीं,\s+(?=[\d०-९]+ (?:तारीख )?को)/gu, "नहीं बल्कि "],
  ],
  hinglish: [
    [
      /^((?:sabhi |sab |puri |poori )?\p{L}+(?: (?:ji|sir|madam|team|staff))?) ko (?:ek )?(?:mail|email|message|msg|note)\s*[:–-]\s*(?=\S)/iu,
      "$1 ko mail karo: ",
    ],
    // "wo sahi invoice bheje": the reader is asked.
    [
      /(^|[,.;] )(?:wo|woh|vo) (?=[^,.;]{3,60}(?<!\p{L})(?:bheje|kare|de|laye|aaye|bataye|rakhe|jaye|karwaye)(?:\s+warna|[,.;]|$))/giu,
      "$1",
    ],
    [/(?<=\sko )nahi,\s+(?=\d+ (?:tareekh )?ko)/giu, "nahi balki "],
  ],
};

/** The intent in whole forms. */
export const wholeForms = (intent: string, language: OrderLanguage): string =>
  intent.length > 2_000
    ? intent
    : (rewrites[language] ?? []).reduce((text, [pattern, whole]) => text.replace(pattern, whole), intent);
