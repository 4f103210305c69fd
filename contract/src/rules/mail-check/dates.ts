import { folded, monthOf } from "../thread-words.ts";
import { isAgreement, sentencesOf } from "./agreement.ts";
import type { CheckedMail, Finding } from "./types.ts";

/** Sunday first, as Date counts. Each language's words, full and short. */
const weekdayWords = [
  "sunday sun sonntag so dimanche dim domingo dom domenica zondag रविवार itvaar ravivar",
  "monday mon montag mo lundi lun lunes segunda lunedi maandag सोमवार somvar somvaar",
  "tuesday tue tues dienstag di mardi mar martes terca martedi dinsdag मंगलवार mangalvar mangalvaar",
  "wednesday wed mittwoch mi mercredi mer miercoles mie quarta mercoledi woensdag बुधवार budhvar budhvaar",
  "thursday thu thur thurs donnerstag do jeudi jeu jueves jue quinta giovedi donderdag गुरुवार guruvar guruvaar",
  "friday fri freitag fr vendredi ven viernes vie sexta venerdi vrijdag शुक्रवार shukravar shukravaar",
  "saturday sat samstag sonnabend sa samedi sam sabado sab sabato zaterdag शनिवार shanivar shanivaar",
];
const weekdayOf = new Map(
  weekdayWords.flatMap((line, day) => line.split(" ").map((word): [string, number] => [folded(word), day])),
);

const word = String.raw`[\p{L}\p{M}]{2,20}`;
const dayNumber = String.raw`(\d{1,2})(?:st|nd|rd|th|er|\.|º)?`;
const yearPart = String.raw`(?:,?\s+(?:de\s+)?(20\d\d))?(?!\d)`;
/** "Tuesday, 18 November 2026", "Tue 18th of Nov". */
const dayFirst = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:(${word})(\.?,?\s+(?:(?:the|den|el|le|dem)\s+)?|\s+\())?(?<!\d|\d[.:/,-])${dayNumber}\s+(?:of\s+|de\s+)?(${word})\.?${yearPart}`,
  "giu",
);
/** "Tuesday, November 18, 2026". */
const monthFirst = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:(${word})(\.?,?\s+))?(${word})\.?\s+${dayNumber}(?![\d:]|\.\d|\s?(?:am|pm|%|o'clock|days?|weeks?|people|items?))${yearPart}`,
  "giu",
);

/** "Tuesday 18.11.2026", "Tue, 18/11", "Tuesday 2026-11-18". Without a weekday or a year it may be a version or a fraction. */
const numeric = new RegExp(
  String.raw`(?<![\p{L}\p{M}\d])(?:(${word})(\.?,?\s+(?:(?:the|den|el|le|dem|am)\s+)?))?(?<![\d.:/,-])(?:(20\d\d)-(\d{2})-(\d{2})|(\d{1,2})([./-])(\d{1,2})(?:\7(20\d\d|\d\d)?)?)(?![\d/:-]|[.,]\d)`,
  "giu",
);

export type FoundDate = {
  /** All of the words, from the weekday on. */
  words: string;
  index: number;
  month: number;
  day: number;
  year: number | undefined;
  weekday: { word: string; day: number } | undefined;
};

/** The calendar dates that a text names by month and day. */
export function datesIn(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  const add = (whole: string, index: number, parts: (string | undefined)[]) => {
    const [before = "", gap = "", day = "", month = "", year] = parts;
    const monthNumber = month.length > 2 ? monthOf(month) : undefined;
    const isKnown = monthNumber !== undefined && isMonthWord(month) && Number(day) >= 1;
    if (!isKnown || found.some((one) => index < one.index + one.words.length && one.index < index + whole.length))
      return;
    // "So 18 November suits me": in German, a point is behind the number.
    const weekday = isEnglishWord(before) && !/\d\./.test(whole) ? undefined : weekdayNamed(before);
    const skipped = weekday === undefined ? before.length + gap.length : 0;
    const words = whole.slice(skipped).trim().replace(/[.,]$/, "");
    const end = index + whole.length;
    found.push({
      words: weekday !== undefined && gap.includes("(") && text[end] === ")" ? `${words})` : words,
      index: index + skipped,
      month: monthNumber,
      day: Number(day),
      year: year ? Number(year) : undefined,
      weekday: weekday === undefined ? undefined : { word: before, day: weekday },
    });
  };
  for (const { 0: whole, index, 1: before, 2: gap, 3: day, 4: month, 5: year } of text.matchAll(dayFirst))
    add(whole, index, [before, gap, day, month, year]);
  for (const { 0: whole, index, 1: before, 2: gap, 3: month, 4: day, 5: year } of text.matchAll(monthFirst))
    add(whole, index, [before, gap, day, month, year]);
  return found.sort((a, b) => a.index - b.index);
}

type NumericDate = {
  words: string;
  weekday: { word: string; day: number };
  /** Day first and month first, as far as a calendar has both. */
  readings: FoundDate[];
};

/**
 * Dates in digits with a weekday before or behind them. With points or as ISO 8601 they can be read in one way only, with a slash
 * in two.
 */
export function numericDatesIn(text: string): NumericDate[] {
  return [...text.matchAll(numeric)].flatMap((match) => {
    const { index, 1: before = "", 2: gap = "" } = match;
    const { 3: isoYear, 4: isoMonth, 5: isoDay, 6: first, 7: mark, 8: second } = match;
    const named = weekdayNamed(before);
    const year = isoYear ?? (match[9]?.length === 2 ? `20${match[9]}` : match[9]);
    const end = index + match[0].length;
    // "Version 4.2 (Mon)" is no date, and "4.2. (Mon)" is one.
    const isDate = year !== undefined || mark === "/" || match[0].endsWith(".");
    const behind = named === undefined && isDate ? weekdayBehind(text.slice(end), year !== undefined) : undefined;
    const weekday = named === undefined ? behind?.weekday : { word: before, day: named };
    // "Friday 7-8" are hours.
    if (weekday === undefined || (mark === "-" && !year)) return [];
    const whole = behind ? match[0].slice(before.length + gap.length) + behind.words : match[0];
    const reading = (day: number, month: number): FoundDate[] =>
      month >= 1 && month <= 12 && day >= 1 && day <= 31
        ? [{ words: whole, index, month, day, year: year ? Number(year) : undefined, weekday }]
        : [];
    const readings = isoYear
      ? reading(Number(isoDay), Number(isoMonth))
      : [
          ...reading(Number(first), Number(second)),
          ...(mark === "." || first === second ? [] : reading(Number(second), Number(first))),
        ];
    return readings.length > 0 ? [{ words: whole, weekday, readings }] : [];
  });
}

const isEnglishWord = (name: string) => /^(?:so|do)$/i.test(name);

/** Short forms such as "sat" and "so" are words, too, unless they have a capital. */
const weekdayNamed = (name: string) =>
  name.length <= 4 && !/^\p{Lu}/u.test(name) ? undefined : weekdayOf.get(folded(name));

/** `monthOf` reads the beginning of a word only: "marvellous" is no month. A name has at most one ending after its stem. */
const isMonthWord = (name: string) =>
  /^(?:jan(?:\.|uary|uar|vier|eiro)?|feb(?:\.|ruary|ruar|rero|braio)?|f[eé]v(?:rier|ereiro|r)?|mar(?:ch|zo|co|ço|s)?|m[aä]rz|mrz|apr(?:il|ile)?|abr(?:il)?|avr(?:il)?|ma[iyj]|mayo|maio|maggio|mei|jun(?:e|i|io|ho)?|juin|giugno|jul(?:y|i|io|ho)?|juil(?:let)?|luglio|aug(?:ust|ustus)?|août|aout|ago(?:sto)?|sep(?:t|tember|tembre|tiembre)?|set(?:embro|tembre)?|o[ck]t(?:ober|obre|ubre)?|out(?:ubro)?|ottobre|nov(?:ember|embre|iembre|embro)?|d[eé][cz](?:ember|embre|embro)?|dic(?:iembre|embre)?|ene(?:ro)?|gennaio|januari|februari|maart|जनवरी|फ़रवरी|फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|सितम्बर|अक्टूबर|अक्तूबर|नवंबर|नवम्बर|दिसंबर|दिसम्बर)$/iu.test(
    name,
  );

/** "24 November (Monday)", "24 November, a Monday", "24.11.2026 ist ein Montag". */
const namedBehind = new RegExp(
  String.raw`^(?:\s*\(\s*|(?:,\s+|,?\s+(?:(?:which|that|das|qui)\s+)?(?:is|was|will\s+be|falls\s+on|ist|war|est|es|[eé])\s+)(?:an?|ein|un|uma?|een)\s+|\s+falls\s+on\s+)(${word})(?![\p{L}\p{M}])(?:\.?\s*\))?`,
  "iu",
);
/** "24.11.2026, Monday". Without a year it may be another day of a list. */
const bareBehind = /^,?[^\S\n]+([\p{L}\p{M}]{5,20})(?![\p{L}\p{M}])/u;

/** The weekday that stands right behind a date, and the words up to its end. */
function weekdayBehind(rest: string, hasYear: boolean) {
  const [words = "", name = ""] = namedBehind.exec(rest) ?? (hasYear ? bareBehind.exec(rest) : undefined) ?? [];
  const day = name ? weekdayNamed(name) : undefined;
  return day === undefined ? undefined : { words, weekday: { word: name, day } };
}

/** "Friday the 28th" names no month. */
const bareDay = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(${word}),?\s+the\s+(\d{1,2})(?:st|nd|rd|th)(?!\s*(?:of\b|\p{L}{3,9}\s+\d))(?![\p{L}\d])`,
  "giu",
);

/** A day without a weekday that no calendar has: "30/02/2027", "2027-02-30". With a year it is no version. */
const wholeDate = /(?<![\p{L}\d.:/-])(?:(20\d\d)-(\d\d)-(\d\d)|(\d{1,2})([./])(\d{1,2})\5(20\d\d))(?![\d/:-]|[.,]\d)/gu;

const millisPerDay = 86_400_000;
const utcDay = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));
const isReal = (year: number, month: number, day: number) => utcDay(year, month, day).getUTCMonth() === month - 1;

/** Without a year, a day of the next or the last weeks is meant. A day further away may be one of two years. */
const nearDays = 75;
const farDays = 330;

/** The years that the writer may mean, the likeliest first. */
function possibleYears({ year, month, day }: FoundDate, today: CheckedMail["today"]): number[] {
  if (year) return [year];
  const now = utcDay(today.year, today.month, today.day).getTime();
  const candidates = [today.year, today.year + 1, today.year - 1]
    .map((candidate) => ({
      candidate,
      days: Math.abs(utcDay(candidate, month, day).getTime() - now) / millisPerDay,
    }))
    .sort((a, b) => a.days - b.days);
  const reach = (candidates[0]?.days ?? 0) <= nearDays ? nearDays : farDays;
  return candidates.filter(({ days }) => days <= reach).map(({ candidate }) => candidate);
}

/** Weekdays that do not belong to their date, and days that no calendar has. */
export function checkDates({ text, subject, today }: CheckedMail): Finding[] {
  const found: Finding[] = [];
  for (const [where, source] of [
    ["subject", subject],
    ["text", text],
  ] as const) {
    for (const date of datesIn(source)) {
      const years = possibleYears(date, today);
      if (years.length > 0 && !years.some((year) => isReal(year, date.month, date.day))) {
        found.push({ kind: "impossible-date", key: `date ${date.words}`, words: date.words, isGrave: false });
        continue;
      }
      const { weekday } = date;
      if (weekday) found.push(...wrongWeekday({ words: date.words, weekday, readings: [date] }, where, today));
      else found.push(...wrongBehind(date, source, where, today));
    }
    for (const date of numericDatesIn(source)) found.push(...wrongWeekday(date, where, today));
    found.push(...impossibleIn(source), ...wrongBareDays(source, today));
  }
  return found;
}

function wrongBehind(
  date: FoundDate,
  source: string,
  where: "subject" | "text",
  today: CheckedMail["today"],
): Finding[] {
  const from = source.indexOf(date.words, date.index);
  if (from < 0) return [];
  const behind = weekdayBehind(source.slice(from + date.words.length), date.year !== undefined);
  if (!behind) return [];
  const words = date.words + behind.words;
  return wrongWeekday({ words, weekday: behind.weekday, readings: [{ ...date, words }] }, where, today);
}

const impossibleIn = (source: string): Finding[] =>
  [...source.matchAll(wholeDate)].flatMap(
    ({ 0: words, 1: isoYear, 2: isoMonth, 3: isoDay, 4: first, 6: second, 7: year }) => {
      const [a, b] = [Number(first), Number(second)];
      const isPossible = isoYear
        ? isMonth(Number(isoMonth)) && isReal(Number(isoYear), Number(isoMonth), Number(isoDay))
        : (isMonth(b) && isReal(Number(year), b, a)) || (isMonth(a) && isReal(Number(year), a, b));
      return isPossible ? [] : [{ kind: "impossible-date", key: `date ${words}`, words, isGrave: false }];
    },
  );
const isMonth = (month: number) => month >= 1 && month <= 12;

/** Of the months around today, none has that weekday on that day. */
const wrongBareDays = (source: string, today: CheckedMail["today"]): Finding[] =>
  [...source.matchAll(bareDay)].flatMap(({ 0: words, 1: name = "", 2: number }): Finding[] => {
    const named = weekdayNamed(name);
    const day = Number(number);
    if (named === undefined || day < 1 || day > 31) return [];
    const isFound = [-1, 0, 1].some((step) => {
      const first = utcDay(today.year, today.month + step, 1);
      const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
      return isReal(year, month, day) && utcDay(year, month, day).getUTCDay() === named;
    });
    return isFound ? [] : [{ kind: "wrong-weekday", key: `weekday ${words}`, words, isGrave: false }];
  });

function wrongWeekday(
  { words, weekday, readings }: NumericDate,
  where: "subject" | "text",
  today: CheckedMail["today"],
): Finding[] {
  const days = readings.flatMap((date) =>
    possibleYears(date, today)
      .filter((year) => isReal(year, date.month, date.day))
      .map((year) => utcDay(year, date.month, date.day).getUTCDay()),
  );
  if (days.length === 0 || days.includes(weekday.day)) return [];
  const right = readings.length === 1 ? sameStyle(weekday.word, days[0] ?? 0) : undefined;
  return [
    {
      kind: "wrong-weekday",
      key: `weekday ${words}`,
      words,
      isGrave: false,
      ...(right && {
        other: right,
        fix: { type: "replace", where, from: words, to: words.replace(weekday.word, right) } as const,
      }),
    },
  ];
}

const englishName = /^(?:(?:sun|mon|tues|wednes|thurs|fri|satur)day|sun|mon|tues?|wed|thu(?:rs?)?|fri|sat)$/i;

/** The name of the right weekday in the language and length of the wrong one. */
function sameStyle(wrong: string, day: number): string | undefined {
  const from = weekdayWords.find((line) => line.split(" ").some((name) => folded(name) === folded(wrong)));
  const english = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][day] ?? "";
  const isEnglish = englishName.test(wrong) && from !== undefined;
  if (!isEnglish) return localName(wrong, day);
  if (/day$/i.test(wrong)) return /^[a-z]/.test(wrong) ? english.toLowerCase() : english;
  return english.slice(0, 3);
}

/** Full names in other languages, by the language that knows the wrong one. */
function localName(wrong: string, day: number): string | undefined {
  for (const locale of ["de", "fr", "es", "pt", "it", "nl", "hi"]) {
    const names = weekdayNames(locale);
    const known = names.find(
      (name) => folded(name) === folded(wrong) || folded(name.split("-")[0] ?? "") === folded(wrong),
    );
    if (known) return names[day];
  }
  return undefined;
}

function weekdayNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  // 4 January 1970 was a Sunday.
  return [4, 5, 6, 7, 8, 9, 10].map((day) => format.format(utcDay(1970, 1, day)));
}

/** A confirmation names another day than the only one that the thread has. */
export function checkAgreedDate({ text, thread, today }: CheckedMail): Finding[] {
  if (!thread) return [];
  const offered = new Map(datesIn(thread.text).map((date) => [keyOf(date, today), date]));
  const [only] = [...offered.values()];
  if (offered.size !== 1 || !only) return [];
  for (const sentence of sentencesOf(text)) {
    if (!isAgreement(sentence)) continue;
    const said = datesIn(sentence);
    // It agrees to the day, and names another one beside it.
    if (said.some((date) => keyOf(date, today) === keyOf(only, today))) continue;
    const [other] = said;
    if (!other || (other.month !== only.month && daysApart(other, only, today) > nearbyDays)) continue;
    return [
      {
        kind: "other-date",
        key: `date ${other.words}`,
        words: other.words,
        other: only.words,
        isGrave: false,
        fix: { type: "replace", where: "text", from: other.words, to: only.words },
      },
    ];
  }
  return [];
}

/** Over the end of a month, a day is another one of the same plan if it is near. */
const nearbyDays = 10;
const daysApart = (one: FoundDate, other: FoundDate, today: CheckedMail["today"]) => {
  const [a, b] = [one, other].map(({ year, month, day }) => utcDay(year ?? today.year, month, day).getTime());
  return Math.abs((a ?? 0) - (b ?? 0)) / millisPerDay;
};

const keyOf = ({ month, day, year }: FoundDate, today: CheckedMail["today"]) => `${month}-${day}-${year ?? today.year}`;
