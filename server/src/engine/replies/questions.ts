import { lowerFirst } from "../drafts/grammar.ts";
import { reflect } from "./reflect.ts";

const pronoun = "(?:you|we|i|they|he|she|it|this|that|there|these|those|everyone|anyone|someone)";
const inverted = new RegExp(
  `^(do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|shall|may|might)\\s+(${pronoun})\\s+(.+)$`,
  "i",
);
const whInverted = new RegExp(
  `^((?:what|when|where|who|which|why|how)(?:\\s+(?:(?:much|many)\\s+\\p{L}+|much|many|long|soon|often|far|about|time|date|kind of \\p{L}+|\\p{L}+))?)\\s+(do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|shall)\\s+(${pronoun})\\s*(.*)$`,
  "iu",
);
const whIs =
  /^(?:what|who)(?:\s+(?:is|are|was|were|will be|would be)|['’]s)\s+((?:the|your|our|my|his|her|their|its|a|an)\s.+)$/i;
const whereIs = /^(where|when|how)\s+(is|are|was|were)\s+((?:the|your|our|my|this|that)\s+[\p{L}\p{N}' -]+)$/iu;

/** The question as an indirect one from the answerer's side: "whether I have the figures", "the deadline". */
export function indirect(question: string): string | undefined {
  const text = bare(question);
  const wh = whInverted.exec(text);
  if (wh) {
    const [, word = "", aux = "", who = "", rest = ""] = wh;
    const verb = /^(?:do|does)$/i.test(aux) ? rest : /^did$/i.test(aux) ? undefined : `${aux.toLowerCase()} ${rest}`;
    return verb === undefined || !rest
      ? undefined
      : reflect(`${word.toLowerCase()} ${who.toLowerCase()} ${verb}`.trim());
  }
  const named = whIs.exec(text)?.[1];
  if (named && !/\b(?:that|which|who)\b/i.test(named)) return reflect(named);
  const place = whereIs.exec(text);
  if (place) return reflect(`${(place[1] ?? "").toLowerCase()} ${place[3]} ${place[2]}`);
  const plain = inverted.exec(text);
  if (!plain) return undefined;
  const [, aux = "", who = "", rest = ""] = plain;
  if (/^(?:do|does)$/i.test(aux)) return reflect(`whether ${who.toLowerCase()} ${rest}`);
  return /^did$/i.test(aux) ? undefined : reflect(`whether ${who.toLowerCase()} ${aux.toLowerCase()} ${rest}`);
}

/** The statement that a "yes" makes: "Do you have the figures?" → "I have the figures". */
export function affirmed(question: string): string | undefined {
  const match = inverted.exec(bare(question));
  if (!match || !/^(?:you|we|it|this|that|there)$/i.test(match[2] ?? "")) return undefined;
  const [, aux = "", who = "", rest = ""] = match;
  if (/^did$/i.test(aux) || /\bor\b/.test(rest) || /\bany\b/.test(rest)) return undefined;
  return /^(?:do|does)$/i.test(aux)
    ? reflect(`${who.toLowerCase()} ${rest}`)
    : reflect(`${who.toLowerCase()} ${aux.toLowerCase()} ${rest}`);
}

export const isYesNo = (question: string) =>
  /^(?:do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|shall|may|any|ok|okay|anyone)\b/i.test(
    bare(question),
  );

/** The question without greeting, list mark and "also", as a reply quotes it. */
export function bare(question: string): string {
  return lowerFirst(
    question
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^(?:[-*•·–+]|\(?\d{1,2}[.)])\s+/, "")
      .replace(/^(?:(?:hi|hey|hello|dear)(?:\s+\p{L}+)?\s*[,!:-]+\s*)/iu, "")
      .replace(
        /^(?:(?:also|and|so|but|just|by the way|btw|quick question|one more thing|another question|finally|first|second|third|secondly|lastly|ok|okay|if so|if not|if yes|if no|then|please)[,:]?\s+)+/i,
        "",
      )
      .replace(/[?.!\s]+$/, "")
      .replace(/^(what|who|where|how)s\b/i, "$1's"),
  );
}
