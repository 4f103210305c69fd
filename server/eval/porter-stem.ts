/**
 * The Porter stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980), on lower-case ASCII words. ROUGE is defined by it,
 * so published scores can be compared; the product stems by its successor, Porter 2 (`lib/stem.ts`).
 */
export const porterStem = (word: string): string => (word.length < 3 ? word : porter(word));

const consonants = "[^aeiou][^aeiouy]*";
const vowels = "[aeiouy][aeiou]*";
const hasMeasure = new RegExp(`^(?:${consonants})?${vowels}${consonants}`);
const measureIsOne = new RegExp(`^(?:${consonants})?${vowels}${consonants}(?:${vowels})?$`);
const measureAboveOne = new RegExp(`^(?:${consonants})?${vowels}${consonants}${vowels}${consonants}`);
const hasVowel = new RegExp(`^(?:${consonants})?[aeiouy]`);
const endsShort = new RegExp(`^${consonants}[aeiouy][^aeiouwxy]$`);

const secondStep: Record<string, string> = {
  ational: "ate",
  tional: "tion",
  enci: "ence",
  anci: "ance",
  izer: "ize",
  bli: "ble",
  alli: "al",
  entli: "ent",
  eli: "e",
  ousli: "ous",
  ization: "ize",
  ation: "ate",
  ator: "ate",
  alism: "al",
  iveness: "ive",
  fulness: "ful",
  ousness: "ous",
  aliti: "al",
  iviti: "ive",
  biliti: "ble",
  logi: "log",
};
const thirdStep: Record<string, string> = {
  icate: "ic",
  ative: "",
  alize: "al",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
};
const secondSuffix = new RegExp(`^(.+?)(${Object.keys(secondStep).join("|")})$`);
const thirdSuffix = new RegExp(`^(.+?)(${Object.keys(thirdStep).join("|")})$`);
const fourthSuffix = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

function porter(word: string): string {
  // A leading y is a consonant; the capital keeps the vowel classes from seeing it.
  const guarded = word[0] === "y" ? `Y${word.slice(1)}` : word;
  const stemmed = fifthStep(fourthStep(suffixes(firstStep(guarded))));
  return stemmed[0] === "Y" ? `y${stemmed.slice(1)}` : stemmed;
}

function firstStep(word: string): string {
  let w = word;
  if (/(ss|i)es$/.test(w)) w = w.slice(0, -2);
  else if (/[^s]s$/.test(w)) w = w.slice(0, -1);
  const eed = /^(.+?)eed$/.exec(w);
  const past = eed ? null : /^(.+?)(ed|ing)$/.exec(w);
  if (eed) {
    if (hasMeasure.test(eed[1] ?? "")) w = w.slice(0, -1);
  } else if (past && hasVowel.test(past[1] ?? "")) {
    w = past[1] ?? "";
    if (/(at|bl|iz)$/.test(w)) w += "e";
    else if (/([^aeiouylsz])\1$/.test(w)) w = w.slice(0, -1);
    else if (endsShort.test(w)) w += "e";
  }
  const y = /^(.+?)y$/.exec(w);
  return y && hasVowel.test(y[1] ?? "") ? `${y[1]}i` : w;
}

function suffixes(word: string): string {
  let w = word;
  const second = secondSuffix.exec(w);
  if (second && hasMeasure.test(second[1] ?? "")) w = `${second[1]}${secondStep[second[2] ?? ""]}`;
  const third = thirdSuffix.exec(w);
  if (third && hasMeasure.test(third[1] ?? "")) w = `${third[1]}${thirdStep[third[2] ?? ""]}`;
  return w;
}

function fourthStep(word: string): string {
  const plain = fourthSuffix.exec(word);
  if (plain) return measureAboveOne.test(plain[1] ?? "") ? (plain[1] ?? word) : word;
  const ion = /^(.+?[st])ion$/.exec(word);
  return ion && measureAboveOne.test(ion[1] ?? "") ? (ion[1] ?? word) : word;
}

function fifthStep(word: string): string {
  let w = word;
  const e = /^(.+?)e$/.exec(w);
  const base = e?.[1] ?? "";
  if (e && (measureAboveOne.test(base) || (measureIsOne.test(base) && !endsShort.test(base)))) w = base;
  return /ll$/.test(w) && measureAboveOne.test(w) ? w.slice(0, -1) : w;
}
