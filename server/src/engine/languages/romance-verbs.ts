import type { OrderAct } from "../sentences/orders.ts";
import { type OrderVerb, starts, unaccented } from "./grammar.ts";

/** Verbs of one act. A lemma may name the stem of its imperative: "recordar:recuerd". */
export type VerbList = [act: OrderAct, kind: "direct" | "indirect", lemmas: string];

type Endings = Record<"ar" | "er" | "ir", { plain: string; formal: string }>;
export const iberianEndings: Endings = {
  ar: { plain: "ar|a|ad|ando", formal: "en|es?" },
  er: { plain: "er|e|ed|endo|iendo", formal: "an|as?" },
  ir: { plain: "ir|e|id|indo|iendo", formal: "an|as?" },
};

/** Infinitives and imperatives of Spanish and Portuguese verbs, with the pronouns that may follow them. */
export function iberianVerbs(lists: VerbList[], clitics: string): OrderVerb[] {
  return lists.map(([act, kind, lemmas]) => {
    const forms = (of: "plain" | "formal") =>
      lemmas
        .split(/\s+/)
        .flatMap((given) => {
          const [lemma = "", ...stems] = given.split(":");
          const ending = lemma.slice(-2) as keyof Endings;
          const stem = lemma.slice(0, -2);
          return [stem, ...stems.map((other) => (of === "plain" ? `${other}` : other))].map((one, at) => {
            const endings = iberianEndings[ending][of];
            return `${unaccented(one)}(?:${unaccented(at === 0 ? endings : endings.replace(/^[aei]r\|/, ""))})`;
          });
        })
        .join("|");
    return {
      act,
      direct: kind === "direct",
      pattern: starts(`(?:${forms("plain")})(?:${clitics})?`),
      formal: starts(`(?:${forms("formal")})(?:${clitics})?`),
    };
  });
}

/** French verbs in "-er" in the infinitive and the imperative; irregular verbs are given as their forms. */
export const frenchVerbs = (lists: VerbList[], clitics: string): OrderVerb[] =>
  lists.map(([act, kind, lemmas]) => {
    const forms = lemmas
      .split(/\s+/)
      .map((lemma) => (lemma.endsWith("er") ? `${unaccented(lemma.slice(0, -2))}(?:er|es?)` : unaccented(lemma)));
    const formal = lemmas
      .split(/\s+/)
      .filter((lemma) => lemma.endsWith("er"))
      .map((lemma) => `${unaccented(lemma.slice(0, -2))}ez`);
    return {
      act,
      direct: kind === "direct",
      pattern: starts(`(?:${forms.join("|")})(?:${clitics})?`),
      formal: starts(`(?:${[...formal, "(?!)"].join("|")})(?:${clitics})?`),
    };
  });

/** Verb phrases as they stand: "dar las gracias". */
export const phrases = (act: OrderAct, kind: "direct" | "indirect", pattern: string): OrderVerb => ({
  act,
  direct: kind === "direct",
  pattern: starts(pattern),
});
