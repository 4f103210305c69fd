import type { OrderAct } from "../sentences/orders.ts";
import { type OrderVerb, starts } from "./grammar.ts";

const plurals: Record<string, string> = {
  hat: "haben",
  ist: "sind",
  kann: "können",
  muss: "müssen",
  soll: "sollen",
  will: "wollen",
  darf: "dürfen",
  mag: "mögen",
  wird: "werden",
  war: "waren",
  wäre: "wären",
  sei: "seien",
  tut: "tun",
  weiß: "wissen",
  möge: "mögen",
  nimmt: "nehmen",
  gibt: "geben",
  sieht: "sehen",
  liest: "lesen",
  fährt: "fahren",
  hält: "halten",
  lässt: "lassen",
  trägt: "tragen",
  spricht: "sprechen",
  trifft: "treffen",
  hilft: "helfen",
  wirft: "werfen",
  schläft: "schlafen",
  schlägt: "schlagen",
  vergisst: "vergessen",
  isst: "essen",
  empfiehlt: "empfehlen",
  lädt: "laden",
  rät: "raten",
  fällt: "fallen",
  fängt: "fangen",
  läuft: "laufen",
  tritt: "treten",
  wirbt: "werben",
  bewirbt: "bewerben",
  stößt: "stoßen",
  wäscht: "waschen",
  wächst: "wachsen",
  verlässt: "verlassen",
  gilt: "gelten",
  bricht: "brechen",
  steht: "stehen",
  kam: "kamen",
  ging: "gingen",
  gab: "gaben",
  bekam: "bekamen",
  schrieb: "schrieben",
  rief: "riefen",
};
const prefixes =
  /^(?:ab|an|auf|aus|be|bei|durch|ein|ent|er|fest|frei|heraus|herein|hin|los|mit|nach|raus|rein|statt|teil|über|um|unter|ver|vor|vorbei|weg|weiter|wieder|zer|zu|zurück|zusammen)?$/u;
// They end like a verb of the third person.
const noVerb =
  /^(?:nicht|jetzt|sonst|selbst|erst|zuerst|zuletzt|gut|schlecht|leicht|recht|echt|vielleicht|bereits|direkt|sofort|dort|komplett|gesamt|insgesamt|mit|seit|statt|samt|laut|fast|meist|weit|breit|kalt|alt|fest|spät|bitte|heute|gerne|ohne|alle|eine|keine|seine|ihre|viele|beide|diese|wann|dann)$/u;

/** The plural of a German verb in the third person: "schafft" to "schaffen". Undefined if the form is not certain. */
export function pluralVerb(verb: string): string | undefined {
  for (const [singular, several] of Object.entries(plurals)) {
    if (verb.endsWith(singular) && prefixes.test(verb.slice(0, -singular.length)))
      return verb.slice(0, -singular.length) + several;
  }
  if (noVerb.test(verb)) return undefined;
  // "wollte", "hätte", "würde", "bräuchte"
  if (/^\p{Ll}{2,}(?:te|ürde)$/u.test(verb)) return `${verb}n`;
  if (!/^\p{Ll}{2,}t$/u.test(verb) || /[äö]\p{L}?t$/u.test(verb)) return undefined;
  if (/(?:el|er)t$/.test(verb)) return `${verb.slice(0, -1)}n`;
  return `${verb.replace(/(?<=[dtmn])et$|t$/, "")}en`;
}

/** An act, whether its reader is an accusative object, stems, and a separable prefix or a noun that belongs to the verb. */
export type GermanVerb = [act: OrderAct, kind: "direct" | "indirect", stems: string, particle?: string];

const imperative = (stems: string) => `(?:${stems})(?:e[nt]?)?(?:n)?(?:\\s+sie)?`;

/** Imperatives: "schreib", "schreibe", "schreiben Sie". A separable prefix follows later in the clause. */
export const germanVerbs = (verbs: GermanVerb[]): OrderVerb[] =>
  verbs.map(([act, kind, stems, particle]) => ({
    act,
    direct: kind === "direct",
    pattern: starts(`(?:${stems})(?:e|e?n(?!\\s+(?:wir|sie|die)(?!\\p{L})))?`),
    formal: starts(imperative(stems).replace("(?:\\s+sie)?", "\\s+sie")),
    ...(particle
      ? {
          particle: new RegExp(
            String.raw`^((?:[^,:;.!?]|(?<=\d)[.,:]|(?<=\b(?:Dr|Prof|Nr))\.){0,160}?)(?<!\p{L})${particle}(?=\s*(?:[,:;.!?]|$|\s(?:dass|ob|um|und|wegen|zu[mr]?|für|weil|da|nach|wann|mit)\s))`,
            "iu",
          ),
        }
      : {}),
  }));

/** Infinitives at the end of a clause: "Frau Kern absagen", "den Eltern Bescheid geben". */
export const germanLast = (verbs: GermanVerb[]): OrderVerb[] =>
  verbs.map(([act, kind, stems, particle = ""]) => ({
    act,
    direct: kind === "direct",
    pattern: new RegExp(
      String.raw`^((?:[^,:;.!?]|(?<=\d)[.,:]|(?<=\b(?:Dr|Prof|Nr))\.){0,160}?)(?<!\p{L})${/^\p{Lu}|wissen/u.test(particle) ? `${particle}\\s+` : particle}(?:${stems})e?n(?!\p{L})`,
      "iu",
    ),
  }));
