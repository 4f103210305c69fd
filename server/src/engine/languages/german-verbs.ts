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
  hatte: "hatten",
  könnte: "könnten",
  möchte: "möchten",
  würde: "würden",
  weiß: "wissen",
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
};

/** The plural of a German verb in the third person: "schafft" to "schaffen". Undefined if the form is not certain. */
export function pluralVerb(verb: string): string | undefined {
  const known = Object.entries(plurals).find(([singular]) => verb === singular || verb.endsWith(singular));
  if (known && (verb === known[0] || known[0].length > 4)) return verb.slice(0, -known[0].length) + known[1];
  if (!/^\p{Ll}{2,}t$/u.test(verb) || /[äö]\p{L}*t$/u.test(verb)) return undefined;
  if (/(?:el|er)t$/.test(verb)) return `${verb.slice(0, -1)}n`;
  return `${verb.replace(/e?t$/, "")}en`;
}

/** Turns a clause "sie … mitbringen soll" about the reader to "Sie … mitbringen sollen". The verb stands last. */
export function plural(text: string): string {
  const clause =
    /^(?:sie|er)(\s(?:[^,?]*?\s)?)(\p{Ll}+)(?=[,?]|$|\s(?:und|oder)\s(?:ob|dass|wann|wie|was|er|sie)\s)/u.exec(text);
  const verb = clause?.[2] && pluralVerb(clause[2]);
  return clause && verb ? `Sie${clause[1]}${verb}${text.slice(clause[0].length)}` : text;
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
