/** The clock of the mail's sender. Relative dates count from `sent` in that clock's local time. */
export type MailClock = { sent: Date; offsetMinutes: number };

// A deadline that names only a day ends with the working day.
export const endOfWorkingDay = 17;

export type Parts = { year: number; month: number; day: number; hour: number; minute: number };

export const at = ({ year, month, day, hour, minute }: Parts, offsetMinutes: number) =>
  new Date(Date.UTC(year, month, day, hour, minute) - offsetMinutes * 60_000);

export const localParts = ({ sent, offsetMinutes }: MailClock) => {
  const local = new Date(sent.getTime() + offsetMinutes * 60_000);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth(),
    day: local.getUTCDate(),
    weekday: local.getUTCDay(),
  };
};

export function dayAt(clock: MailClock, days: number): Date {
  const { year, month, day } = localParts(clock);
  return at({ year, month, day: day + days, hour: endOfWorkingDay, minute: 0 }, clock.offsetMinutes);
}

export function monthEnd(clock: MailClock, months: number): Date {
  const { year, month } = localParts(clock);
  return at({ year, month: month + months + 1, day: 0, hour: endOfWorkingDay, minute: 0 }, clock.offsetMinutes);
}

export const namedMonthEnd = (clock: MailClock, month: number) =>
  monthEnd(clock, (month - localParts(clock).month + 12) % 12);

export function dayOfMonth(clock: MailClock, day: number, month?: number): Date | null {
  if (day < 1 || day > 31) return null;
  const now = localParts(clock);
  const ahead = month === undefined ? (day < now.day ? 1 : 0) : (month - now.month + 12) % 12;
  return at({ year: now.year, month: now.month + ahead, day, hour: endOfWorkingDay, minute: 0 }, clock.offsetMinutes);
}

export const weekdayOf = (name: string) =>
  ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].indexOf(name.slice(0, 3).toLowerCase());
export const daysUntil = (clock: MailClock, weekday: number) => (weekday - localParts(clock).weekday + 7) % 7;
// On a weekend "this week" means the week that is about to start.
export const fridayOffset = (clock: MailClock) => daysUntil(clock, 5);
export const mondayNext = (clock: MailClock) => daysUntil(clock, 1) || 7;

export function businessDays(clock: MailClock, count: number): number {
  const { weekday } = localParts(clock);
  let days = 0;
  for (let left = Math.min(count, 250); left > 0; ) {
    days++;
    const day = (weekday + days) % 7;
    if (day !== 0 && day !== 6) left--;
  }
  return days;
}

export const plusDays = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000);
export const startOfDay = (clock: MailClock) => {
  const { year, month, day } = localParts(clock);
  return at({ year, month, day, hour: 0, minute: 0 }, clock.offsetMinutes);
};
export const sameDay = (date: Date, clock: MailClock) => {
  const from = startOfDay(clock).getTime();
  return date.getTime() >= from && date.getTime() < from + 86_400_000;
};
