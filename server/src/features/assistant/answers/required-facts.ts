// Numbers, addresses, days and names of the user's own words, which a draft must contain.

const maxWish = 20_000;
const maxMissing = 8;

/** The facts of the request that the answer does not contain, in the user's spelling. */
export function missingFacts(request: string, answer: string, most = maxMissing): string[] {
  const asked = request.slice(0, maxWish).normalize("NFKC").replaceAll(styleNumber, " ").replaceAll(listMarker, "");
  const given = answer.normalize("NFKC");
  const lower = given.toLowerCase();
  const numbers = numbersOf(given);
  const isThere = (fact: string) => lower.includes(fact.toLowerCase());
  const exact = Array.from(asked.matchAll(address), ([found]) => found.replace(/[.,;:!?)]+$/, ""));
  const rest = asked.replaceAll(address, " ");
  const missing = [
    ...exact.filter((fact) => !isThere(fact)),
    ...clockTimes(rest).filter((time) => !hasTime(time, numbers)),
    ...codes(rest.replaceAll(clockTime, " ")).filter((code) => !isThere(code) && !hasNumber(code, numbers)),
    ...weekdaysOf(rest).filter((day) => !isThere(day) && !someDay.test(given)),
    ...namesOf(rest).filter((name) => !name.split(/[\s-]+/).some((word) => word.length > 1 && isThere(word))),
  ];
  return [...new Set(missing.map((fact) => fact.trim()))].slice(0, most);
}

/** "in 3 sentences", "max 100 words": about the style, not a fact. */
const styleNumber =
  /\b\d{1,4}(?:\s?(?:-|–|to|or|bis|à|a)\s?\d{1,4})?[\s-](?:words?|sentences?|lines?|paragraphs?|bullets?|bullet points?|points?|characters?|wörter|sätze|zeilen|absätze|mots|phrases|lignes|paragraphes|palabras|frases|líneas|párrafos|palavras|linhas|parágrafos)\b/giu;
const listMarker = /^[ \t]{0,8}\d{1,2}[.)][ \t]+/gm;
const address = /https?:\/\/[^\s<>"']{3,500}|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{3,120}/gu;

// Times

const clockTime = /\b(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm|a\.m\.|p\.m\.|uhr|o'clock|h)(?![\p{L}\d])/giu;
const clockTimes = (text: string) => Array.from(text.matchAll(clockTime), ([found]) => found);

function hasTime(time: string, numbers: Set<string>) {
  const [, hour = "", minute = ""] = new RegExp(clockTime.source, "iu").exec(time) ?? [];
  const hours = [Number(hour), (Number(hour) + 12) % 24].map(String);
  const isFull = minute === "" || minute === "00";
  if (hours.some((value) => isFull && numbers.has(value))) return true;
  return (
    hours.some((value) => numbers.has(`${value}${minute}`)) ||
    (hours.some((one) => numbers.has(one)) && numbers.has(String(Number(minute))))
  );
}

// Numbers

/** "4411", "1,500.00", "PO-1234", "12th", "5k", "12/05/2026" */
const code =
  /(?<![\p{L}\p{N}])[\p{L}]{0,12}[-/#]?\d[\p{L}\p{N}]{0,20}(?:[.,:/-]\d[\p{L}\p{N}]{0,20}){0,6}(?![\p{L}\p{N}])/gu;
const codes = (text: string) => Array.from(text.matchAll(code), ([found]) => found);

function hasNumber(written: string, numbers: Set<string>) {
  const thousand = /^(\d+(?:[.,]\d+)?)k$/i.exec(written)?.[1];
  if (thousand && numbers.has(String(Number(thousand.replace(",", ".")) * 1000))) return true;
  if (numbers.has(plainNumber(written))) return true;
  // A date may be written in words or in another order: one of its parts is enough.
  const parts = written.match(/\d+/g) ?? [];
  return parts.length > 1 && parts.some((part) => numbers.has(String(Number(part))));
}

/** All numbers of a text without separators, and those that are written in words. */
function numbersOf(text: string): Set<string> {
  const numbers = new Set<string>();
  for (const [found] of text.matchAll(/\d[\d.,:' ]{0,30}(?<=\d)|\d/g)) {
    numbers.add(plainNumber(found));
    for (const part of found.match(/\d+/g) ?? []) numbers.add(String(Number(part)));
  }
  for (const word of text.toLowerCase().match(/\p{L}{2,12}/gu) ?? []) {
    const value = numberWords.get(word);
    if (value !== undefined) numbers.add(value);
  }
  return numbers;
}

/** "1,500.00" and "1.500" are "1500"; "12th" is "12"; "PO-1234" is "1234". */
function plainNumber(written: string) {
  const digits = written
    .replace(/^[^\d]+/, "")
    .replace(/[.,]00?$/, "")
    .replace(/[^\d.,]+$/, "")
    .replaceAll(/[.,:' ](?=\d)/g, "");
  return /^\d+$/.test(digits) ? digits.replace(/^0+(?=\d)/, "") : digits;
}

const numberWords = new Map(
  [
    "one two three four five six seven eight nine ten eleven twelve",
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "un deux trois quatre cinq six sept huit neuf dix onze douze",
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "um dois três quatro cinco seis sete oito nove dez onze doze",
    "एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह",
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
  ]
    .flatMap((words) => words.split(" ").map((word, index): [string, string] => [word, String(index + 1)]))
    .concat([
      ["ein", "1"],
      ["eine", "1"],
      ["einen", "1"],
      ["une", "1"],
      ["una", "1"],
      ["uma", "1"],
      ["duas", "2"],
      ["fifteen", "15"],
      ["twenty", "20"],
      ["thirty", "30"],
      ["fifty", "50"],
      ["hundred", "100"],
      ["thousand", "1000"],
      ["fortnight", "14"],
    ]),
);

// Days

const weekday = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/gi;
const weekdaysOf = (text: string) => Array.from(text.matchAll(weekday), ([found]) => found);
/** A day in another form or language: "lunes", "14 July", "14.07." */
const someDay =
  /\b(?:mon|tue|wed|thu|fri|sat|sun)\b|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|segunda|terça|quarta|quinta|sexta|सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार)|\d{1,2}[./-]\d{1,2}|\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d|tomorrow|today/iu;

// Names

/** Capitalized words inside a sentence, one name for each run. German capitalizes every noun, so its texts name none. */
function namesOf(text: string): string[] {
  if (/\b(?:und|der|die|das|nicht|bitte|für|ist|dass)\b/i.test(text)) return [];
  const names: string[] = [];
  for (const [run] of text.matchAll(
    /(?<=[\p{Ll},;:('"“] ?[ ("“'])\p{Lu}\p{Ll}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’-]{1,30}){0,3}/gu,
  )) {
    const words = run.split(" ").filter((word) => !notNames.has(word.replace(/['’]s$/, "").toLowerCase()));
    if (words.length > 0) names.push(words.join(" ").replace(/['’]s$/, ""));
  }
  return names;
}

const notNames = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
  november december english german french spanish portuguese hindi hinglish italian dutch american british i dear hi hello please
  thanks thank regards subject email mail re fwd ok yes no mr mrs ms dr sir madam team ask tell say mention remind note also inform
  christmas easter`.split(/\s+/),
);
