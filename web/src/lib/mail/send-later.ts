import { t } from "@intellibox/contract/text/t";
/** Suggested sending times in the user's time zone. */
export function laterChoices(now = new Date()): { label: string; at: Date }[] {
  const inAnHour = new Date(now.getTime() + 60 * 60_000);
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  const choices = [
    { label: t("In one hour"), at: inAnHour },
    { label: t("Tomorrow morning"), at: atNine(now, 1) },
    { label: t("Monday morning"), at: atNine(now, daysToMonday) },
  ];
  return daysToMonday === 1 ? choices.slice(0, 2) : choices;
}

const atNine = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9);

/** 2026-11-14T09:00, the value format of `<input type="datetime-local">`. */
export function localInputValue(moment: Date) {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}
