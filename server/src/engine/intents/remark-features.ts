import type { Token } from "../text/parts-of-speech.ts";
import { isDateWord, isVerbal, lowerOf, wordsIn } from "./words.ts";

/**
 * The features by which a linear model tells a remark about the mail from what the mail says: words, pairs of words, the beginnings
 * and ends of words, parts of speech, and who does what.
 */
export function remarkFeatures(given: string): string[] {
  const text = given.slice(0, 400).replace(/[‘’]/g, "'").trim();
  const tokens = wordsIn(/^\p{Lu}\p{Ll}/u.test(text) && !startsWithName(text) ? lowered(text) : text);
  const words = tokens.filter(({ pos }) => pos !== "PUNCT");
  const forms = words.map(formOf).slice(0, 40);
  const features = new Set<string>(["bias"]);
  forms.forEach((form, i) => {
    features.add(form);
    const next = forms[i + 1];
    if (next !== undefined) features.add(`${form} ${next}`);
    if (!form.startsWith("#") && form.length >= 6) features.add(`${form.slice(0, 5)}-`);
  });
  features.add(`^${forms[0] ?? ""}`);
  features.add(`^${forms[0] ?? ""} ${forms[1] ?? ""}`);
  features.add(`$${forms.at(-1) ?? ""}`);
  const tags = words.map(tagOf);
  for (let i = 0; i < Math.min(tags.length, 12); i++) {
    features.add(`#tags ${tags[i]} ${tags[i + 1] ?? "end"}`);
    if (i === 0) features.add(`#start ${tags.slice(0, 3).join(" ")}`);
  }
  features.add(`#end ${tags.slice(-2).join(" ")}`);
  features.add(`#length${Math.min(6, Math.floor(Math.log2(words.length + 1)))}`);
  for (const [name, shape] of Object.entries(shapes)) if (shape.test(text)) features.add(`#${name}`);
  if (words.some(({ text: word }) => /\d/.test(word))) features.add("#number");
  if (words.some(({ text: word }) => isDateWord(word))) features.add("#date");
  if (!words.some(isVerbal)) features.add("#verbless");
  const [first] = words;
  if (first && first.pos === "VERB" && lowerOf(first) === first.lemma) features.add("#order");
  return [...features];
}

const startsWithName = (text: string) => wordsIn(text.slice(0, 60))[0]?.pos === "PROPN";
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function formOf(token: Token): string {
  const word = lowerOf(token);
  if (/\d/.test(word)) return "#0";
  if (isDateWord(word)) return "#day";
  if (/^(?:he|she|they)$/.test(word)) return "#they";
  if (/^(?:he|she|they)'(?:s|re)$/.test(word)) return "#they're";
  if (/^(?:he|she|they)'ll$/.test(word)) return "#they'll";
  if (/^(?:him|them)$/.test(word)) return "#them";
  if (/^(?:dont|don't)$/.test(word)) return "don't";
  if (/^(?:pls|plz)$/.test(word)) return "please";
  if (token.pos === "PROPN" && /^\p{Lu}/u.test(token.text)) return "#name";
  return word;
}

const closed =
  /^(?:it|this|that|not|no|too|so|but|and|as|to|be|is|are|don't|please|i|we|you|my|our|the|a|an|if|than|like|more|less|very|bit)$/;
const tagOf = (token: Token) => {
  const form = formOf(token);
  return form.startsWith("#") || closed.test(form) ? form : token.pos;
};

const shapes: Record<string, RegExp> = {
  question: /\?/,
  askModal: /^(?:could|can|would|will|do|does|did|is|are|has|have|should|may)\b/i,
  wh: /^(?:and |also |so )?(?:what|when|where|who|which|how|why)\b/i,
  firstPerson: /^(?:and |but |so )?(?:i|we)\b/i,
  ours: /\b(?:my|our|me|us)\b/i,
  your: /\b(?:you|your)\b/i,
  mustThey: /\b(?:he|she|they) (?:can|could|should|must|may|needs? to|has to|have to|will|gets?)\b/i,
  obligation: /\b(?:needs? to|has to|have to|must|should)\b/i,
  because: /\b(?:because|since|due to)\b/i,
  exclaim: /!/,
  colon: /:$/,
};
