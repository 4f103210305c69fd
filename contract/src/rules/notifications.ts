/** Rules of notifications that the server and the web app share. */
import { wallTime } from "./wall-time.ts";

/** Browsers that one user can have notifications on. */
export const maxNotificationDevices = 20;

export const minutesPerDay = 24 * 60;

/**
 * Hours without notifications, by the clock of the person's time zone. `from` and `to` are minutes of the day. `days` are those on
 * which the hours begin, 1 for Monday to 7 for Sunday. If `to` is not after `from`, they end on the next day.
 */
export type QuietHours = { from: number; to: number; days: number[] };

export const defaultQuietHours: QuietHours = { from: 22 * 60, to: 7 * 60, days: [1, 2, 3, 4, 5, 6, 7] };

/** By the clock on the wall, so that a change to summer time neither lengthens nor shortens what the person sees. */
export function isQuiet({ from, to, days }: QuietHours, timeZone: string, moment: Date): boolean {
  const { year, month, day, hour, minute } = wallTime(moment, timeZone);
  const now = hour * 60 + minute;
  const today = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  const yesterday = today === 1 ? 7 : today - 1;
  if (from < to) return days.includes(today) && now >= from && now < to;
  return (days.includes(today) && now >= from) || (days.includes(yesterday) && now < to);
}

/** The content of a push message to the service worker. */
export type NotificationPayload = {
  title: string;
  body: string;
  /** A notification replaces the one with the same tag. */
  tag: string;
  /** Of the page that a click opens. */
  path: string;
  /** How many messages it tells of; 0 for a test. */
  count: number;
  /** The title of a notification in place of several, before their number. */
  many: string;
};
