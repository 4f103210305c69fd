import type { DemoFile } from "./files.ts";

export type Party = { name: string; email: string };

/** Whose mailbox it is, and the people around them. */
export type Reader = {
  me: Party;
  company: string;
  /** One person of the same company, and one of another. */
  colleague: Party;
  partner: Party & { company: string };
  /** The time of the first start. All dates are relative to it. */
  now: Date;
};

/** `key` identifies the mail within its mailbox; `answers` is the key of the mail that it answers. */
export type DemoMail = {
  key: string;
  from: Party;
  to?: Party[];
  /** Days before the first start, and the hour in UTC. */
  daysAgo: number;
  hour: number;
  subject: string;
  text?: string;
  html?: string;
  answers?: string;
  files?: DemoFile[];
  headers?: Record<string, string>;
};

const day = 24 * 3600 * 1000;
export const firstName = ({ name }: Party) => name.split(" ")[0] ?? name;

/** For example "Thursday, 14 May". Relative to the first start, so that dates in the text are always near. */
export const dayName = ({ now }: Reader, days: number) =>
  new Date(now.getTime() + days * day).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });

export function momentIn({ now }: Reader, days: number, hour: number) {
  const date = new Date(now.getTime() + days * day);
  date.setUTCHours(hour, 0, 0, 0);
  return date;
}
