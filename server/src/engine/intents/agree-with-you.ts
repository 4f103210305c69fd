const irregular: Record<string, string> = {
  is: "are",
  was: "were",
  has: "have",
  does: "do",
  "isn't": "aren't",
  "wasn't": "weren't",
  "hasn't": "haven't",
  "doesn't": "don't",
  goes: "go",
};

/** The form of a verb after "you": "needs" → "need", "is" → "are". */
export function agreeWithYou(verb: string): string {
  const lower = verb.toLowerCase().replace(/’/g, "'");
  const known = Object.hasOwn(irregular, lower) ? irregular[lower] : undefined;
  if (known) return /^\p{Lu}\p{Ll}/u.test(verb) ? known.charAt(0).toUpperCase() + known.slice(1) : known;
  if (/(?:ch|sh|ss|x|zz)es$/.test(verb)) return verb.slice(0, -2);
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  return /[^su]s$/.test(verb) && !/^(?:always|perhaps|sometimes|its|his|this|us|as)$/i.test(verb)
    ? verb.slice(0, -1)
    : verb;
}
