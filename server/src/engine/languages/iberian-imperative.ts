// A wish in Spanish or Portuguese ("que nos envíe …") said to the reader as a polite imperative.

const clitics = /^(?:(?<no>n[oã]o?)\s+)?(?<clitic>(?:nos|me|se|l[oae]s?)(?:\s+l[oa]s?)?\s+)?(?<verb>\p{L}+)/iu;
const accents: Record<string, string> = { a: "á", e: "é", i: "í", o: "ó", u: "ú" };

/** "nos diga si …" to "díganos si …". A negated verb keeps its pronoun before it. */
export function spanishImperative(wish: string): string {
  const found = clitics.exec(wish);
  const { no, clitic, verb = "" } = found?.groups ?? {};
  if (!found || !clitic || no) return wish;
  return `${stressed(verb)}${clitic.replace(/\s/g, "")}${wish.slice(found[0].length)}`;
}

/** Keeps the stress on the same vowel when a pronoun is added: "diga" to "díga(nos)". */
function stressed(verb: string): string {
  if (/[áéíóú]/.test(verb)) return verb;
  const vowels = [...verb.matchAll(/[aeiou]+/g)];
  const group = /[^aeiou]$/.test(verb) && !/[ns]$/.test(verb) ? vowels.at(-1) : (vowels.at(-2) ?? vowels.at(-1));
  if (!group) return verb;
  const strong = group[0].search(/[aeo]/);
  const at = group.index + (strong < 0 ? group[0].length - 1 : strong);
  const letter = verb[at] ?? "";
  return `${verb.slice(0, at)}${accents[letter] ?? letter}${verb.slice(at + 1)}`;
}

/** "nos envie o recibo" to "envie-nos o recibo". */
export function portugueseImperative(wish: string): string {
  const found = clitics.exec(wish);
  const { no, clitic, verb = "" } = found?.groups ?? {};
  if (!found || !clitic || no || /\s\S/.test(clitic)) return wish;
  return `${verb}-${clitic.trim()}${wish.slice(found[0].length)}`;
}
