import { lowerFirst } from "../drafts/grammar.ts";
import { type Token, tokensOf } from "../text/parts-of-speech.ts";
import { reflect } from "./reflect.ts";

const pronoun = "(?:you|we|i|they|he|she|it|this|that|there|these|those|everyone|anyone|someone)";
const inverted = new RegExp(
  `^(do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|shall|may|might)\\s+(${pronoun})\\s+(.+)$`,
  "i",
);
const whInverted = new RegExp(
  `^((?:what|when|where|who|which|why|how)(?:\\s+(?:(?:much|many)\\s+\\p{L}+|much|many|long|soon|often|far|about|time|date|kind of \\p{L}+|\\p{L}+(?:\\s\\p{L}+)?))?)\\s+(do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|shall)\\s+(${pronoun})(?:\\s+(.+))?$`,
  "iu",
);
const whIs =
  /^(?:what|who)(?:\s+(?:is|are|was|were|will be|would be)|['’]s)\s+((?:the|your|our|my|his|her|their|its|a|an)\s.+)$/i;
const whereIs = /^(where|when|how)\s+(is|are|was|were)\s+((?:the|your|our|my|this|that)\s+[\p{L}\p{N}' -]+)$/iu;

/** "can he sit it at home or does he have to come in" */
const alternative =
  /^(.{6,}?),? or (?:else )?((?:do|does|is|are|shall|should|can|could|will|would|must|have|has) (?:i|we|you|he|she|it|they|the \p{L}+)\b.+)$/iu;
/** The duty that a question with "do I" asks about: "where do I bring the stand?" */
const duty =
  /^(?:bring|put|take|send|park|go|leave|deliver|return|drop|pay|sign|register|report|hand|collect|post|enter)\b/i;

/** The question as an indirect one from the answerer's side: "whether I have the figures", "the deadline". */
export function indirect(question: string): string | undefined {
  const text = bare(question);
  const [, one = "", other = ""] = alternative.exec(text) ?? [];
  if (other) {
    const [first, second] = [indirect(one), indirect(other)];
    return first?.startsWith("whether") && second?.startsWith("whether") ? `${first} or ${second}` : undefined;
  }
  const wh = whInverted.exec(text);
  if (wh) {
    const [, word = "", aux = "", who = "", rest = ""] = wh;
    const verb = /^does$/i.test(aux)
      ? thirdPerson(rest)
      : /^do$/i.test(aux)
        ? /^(?:i|we)$/i.test(who) && duty.test(rest)
          ? `should ${rest}`
          : rest
        : /^did$/i.test(aux)
          ? undefined
          : `${aux.toLowerCase()} ${rest}`;
    return verb === undefined || !rest
      ? undefined
      : reflect(`${word.toLowerCase()} ${who.toLowerCase()} ${verb}`.trim());
  }
  const named = whIs.exec(text)?.[1];
  if (named && !/\b(?:that|which|who)\b/i.test(named)) return reflect(named);
  const place = whereIs.exec(text);
  if (place) return reflect(`${(place[1] ?? "").toLowerCase()} ${place[3]} ${place[2]}`);
  const plain = inverted.exec(text);
  if (!plain) return withNounSubject(text);
  const [, aux = "", who = "", rest = ""] = plain;
  // "Would you or a colleague have half an hour?" has two subjects.
  if (/^(?:or|and)\s/i.test(rest)) return undefined;
  if (/^shall$/i.test(aux)) return reflect(`whether ${who.toLowerCase()} should ${rest}`);
  if (/^does$/i.test(aux)) return reflect(`whether ${who.toLowerCase()} ${thirdPerson(rest)}`);
  if (/^do$/i.test(aux)) return reflect(`whether ${who.toLowerCase()} ${rest}`);
  return /^did$/i.test(aux) ? undefined : reflect(`whether ${who.toLowerCase()} ${aux.toLowerCase()} ${rest}`);
}

/** "is the cargo stackable" → "whether the cargo is stackable"; the tagger finds where the subject ends. */
function withNounSubject(text: string): string | undefined {
  if (
    /^(?:who|which \p{L}+|what)\s+(?!is|are|was|were|do|does|did|have|has|can|could|will|would|should|shall|may|might)\p{Ll}+s\b/u.test(
      text,
    ) &&
    !/,/.test(text)
  )
    return reflect(text);
  const asked =
    /^((?:what|when|where|why|how(?: much| many \p{L}+| long)?)\s+)?(do|does|are|is|was|were|have|has|can|could|will|would|should)\s+(.+)$/iu.exec(
      text,
    );
  if (!asked || /,|\bor\b/.test(text)) return undefined;
  const [, word = "whether ", aux = "", rest = ""] = asked;
  const tokens = tokensOf(rest.slice(0, 300));
  if (!tokens[0] || !/^(?:the|this|that|these|those|your|our|my|a|an|any|all|both|\p{Lu}.*)$/u.test(tokens[0].text))
    return undefined;
  const end = subjectEnd(tokens);
  const subject = rest.slice(0, tokens[end - 1]?.end ?? 0);
  const predicate = rest.slice(tokens[end]?.start ?? rest.length);
  if (!subject || (!predicate && word === "whether ")) return undefined;
  const next = tokens[end]?.pos ?? "";
  const fits = /^(?:will|can|could|would|should)$/i.test(aux)
    ? /^(?:VERB|ADV|AUX|PART)$/
    : /^(?:ADJ|VERB|ADV|ADP|PART|DET|NUM|AUX)$/;
  if (predicate && !fits.test(next)) return undefined;
  const verb = /^do$/i.test(aux) ? "" : `${aux.toLowerCase()} `;
  if (/^does$/i.test(aux))
    return tokens[end]?.pos === "VERB"
      ? reflect(`${word.toLowerCase()}${subject} ${thirdPerson(predicate)}`.trim())
      : undefined;
  return reflect(`${word.toLowerCase()}${subject} ${verb}${predicate}`.trim());
}

/** The index after the subject's noun phrase, with a phrase such as "in the shower room" if a verb or adjective is left behind it. */
function subjectEnd(tokens: Token[], from = 0): number {
  let end = from;
  for (let i = from; i < tokens.length; i++) {
    const pos = tokens[i]?.pos ?? "";
    const next = tokens[i + 1]?.pos ?? "";
    if (/^(?:NOUN|PROPN|NUM)$/.test(pos)) end = i + 1;
    else if (pos === "ADJ" && !/^(?:NOUN|PROPN|ADJ)$/.test(next)) break;
    else if (!/^(?:DET|PRON|ADJ|PART)$/.test(pos)) break;
  }
  if (end === from) return from;
  const isLinked = tokens[end]?.pos === "ADP";
  const further = isLinked ? subjectEnd(tokens, end + 1) : end;
  const isLeft = tokens.slice(further).some(({ pos }) => /^(?:VERB|ADJ|ADV)$/.test(pos));
  return isLinked && further > end + 1 && isLeft ? further : end;
}

/** "change the lead time" → "changes the lead time". */
const thirdPerson = (predicate: string) =>
  predicate.replace(/^(?:(still|also|already)\s+)?(\p{L}+)/u, (_, adverb: string | undefined, verb: string) => {
    const form = /^have$/i.test(verb)
      ? "has"
      : /(?:s|x|z|ch|sh|o)$/.test(verb)
        ? `${verb}es`
        : /[^aeiou]y$/.test(verb)
          ? `${verb.slice(0, -1)}ies`
          : `${verb}s`;
    return adverb ? `${adverb} ${form}` : form;
  });

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

/** Whether a text begins as a question does: with an auxiliary or a question word. */
export const isQuestionForm = (text: string) =>
  /^(?:do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|shall|may|what|when|where|who|which|why|how)\b/i.test(
    bare(text),
  );
