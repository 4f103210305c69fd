import { parse as german } from "chrono-node/de";
import { parse as spanish } from "chrono-node/es";
import { parse as french } from "chrono-node/fr";
import { parse as portuguese } from "chrono-node/pt";
import {
  at,
  dayAt,
  dayOfMonth,
  endOfWorkingDay,
  fridayOffset,
  type MailClock,
  mondayNext,
  plusDays,
  sameDay,
  startOfDay,
} from "./calendar.ts";
import type { TaskLanguage } from "./foreign-tasks.ts";
import type { DateMention } from "./office-dates.ts";

const parsers = { de: german, es: spanish, fr: french, pt: portuguese };

const thisWeek =
  /\b(?:(?:bis\s+)?ende der woche|diese woche|(?:avant la |d['’]ici la )?fin de (?:la )?semaine|cette semaine|esta semana|fin(?:al)? de (?:la )?semana|fim da semana)\b/iu;
const nextWeek =
  /\b(?:nächste woche|la semaine prochaine|la semana que viene|la próxima semana|próxima semana|semana que vem)\b/iu;
const withinDays =
  /(?:no prazo de|em|en (?:un|el) plazo de|en|dans (?:un délai de|les)|sous|d['’]ici|innerhalb von|binnen|in)\s+(\d{1,3})\s+(?:dias|días|jours|tagen|tage)(?!\p{L})/iu;
const hindiDays: [RegExp, number][] = [
  [/\baaj(?:\s+hi|\s+shaam)?\b|आज/iu, 0],
  [/\bkal(?:\s+tak|\s+subah)?\b(?!\s+se\b)|कल(?! से)/iu, 1],
  [/\bparso\b|परसों/iu, 2],
];
const monthsHindi = [
  "जनवरी",
  "फ़रवरी|फरवरी",
  "मार्च",
  "अप्रैल",
  "मई",
  "जून",
  "जुलाई",
  "अगस्त",
  "सितंबर|सितम्बर",
  "अक्टूबर|अक्तूबर",
  "नवंबर|नवम्बर",
  "दिसंबर|दिसम्बर",
];
const weekdaysHindi = ["रविवार", "सोमवार", "मंगलवार", "बुधवार", "गुरुवार", "शुक्रवार", "शनिवार"];

/** The future days that a sentence in another language names. */
export function foreignDates(sentence: string, language: TaskLanguage, clock: MailClock): DateMention[] {
  const text = sentence.slice(0, 600);
  const found: DateMention[] = [];
  const add = (match: RegExpExecArray | null, days: number) => {
    if (match) found.push({ text: match[0], index: match.index, date: dayAt(clock, days), hasTime: false });
  };
  if (language === "hi" || language === "hinglish") {
    for (const [day, days] of hindiDays) add(day.exec(text), days);
    const today = new Date(clock.sent.getTime() + clock.offsetMinutes * 60_000).getUTCDay();
    for (const [weekday, name] of weekdaysHindi.entries())
      add(new RegExp(name, "u").exec(text), (weekday - today + 7) % 7 || 7);
    for (const [month, names] of monthsHindi.entries()) {
      const match = new RegExp(`(\\d{1,2})\\s(?:${names})`, "u").exec(text);
      const date = match && dayOfMonth(clock, Number(match[1]), month);
      if (match && date) found.push({ text: match[0], index: match.index, date, hasTime: false });
    }
    return found;
  }
  const within = withinDays.exec(text);
  if (within) add(within, Number(within[1]));
  add(thisWeek.exec(text), fridayOffset(clock));
  add(nextWeek.exec(text), mondayNext(clock) + 4);
  const reference = { instant: clock.sent, timezone: clock.offsetMinutes };
  for (const { text: words, index, start } of parsers[language](text, reference, { forwardDate: true })) {
    if (
      !/\p{L}{3}|\d{1,2}[./]\d{1,2}/u.test(words) ||
      isPast.test(text.slice(Math.max(0, index - 14), index + words.length))
    )
      continue;
    // "unas dos horas" is how long it takes.
    if (isDuration.test(words)) continue;
    const isDay = start.isCertain("day") || start.isCertain("weekday");
    if (!isDay) continue;
    const local = new Date(start.date().getTime() + clock.offsetMinutes * 60_000);
    let date = start.isCertain("hour")
      ? start.date()
      : at(
          {
            year: local.getUTCFullYear(),
            month: local.getUTCMonth(),
            day: local.getUTCDate(),
            hour: endOfWorkingDay,
            minute: 0,
          },
          clock.offsetMinutes,
        );
    // A weekday means the next one; for the same day people write "today".
    const isWeekdayAlone = start.isCertain("weekday") && !start.isCertain("day");
    if (isWeekdayAlone && sameDay(date, clock)) date = plusDays(date, 7);
    const ahead = date.getTime() - clock.sent.getTime();
    if (date.getTime() >= startOfDay(clock).getTime() && ahead < 300 * 86_400_000)
      found.push({ text: words.replace(/[\s,]+$/, ""), index, date, hasTime: start.isCertain("hour") });
  }
  return found.sort((a, b) => a.index - b.index);
}

const isDuration = /^(?:\p{L}+|\d+)\s(?:horas?|heures?|stunden?|minutos?|minuten?|minutes?)$/iu;
const isPast = /\b(?:vom|seit|depuis|du|desde|desde el|pasado|dernier|letzten|passad[oa])\s/iu;
