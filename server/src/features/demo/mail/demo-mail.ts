import { createHash } from "node:crypto";
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

export const dayMs = 24 * 3600 * 1000;
export const firstName = ({ name }: Party) => name.split(" ")[0] ?? name;

/** For example "Thursday, 14 May". Relative to the first start, so that dates in the text are always near. */
export const dayName = ({ now }: Reader, days: number) =>
  new Date(now.getTime() + days * dayMs).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });

export function momentIn({ now }: Reader, days: number, hour: number) {
  const date = new Date(now.getTime() + days * dayMs);
  date.setUTCHours(hour, 0, 0, 0);
  return date;
}

export function dateOf({ daysAgo, hour }: DemoMail, now: Date) {
  const date = new Date(now.getTime() - daysAgo * dayMs);
  date.setUTCHours(hour, 12 + (hour % 40), 0, 0);
  // Mail of today must not be dated in the future.
  return date < now ? date : new Date(now.getTime() - (hour + 1) * 11 * 60_000);
}

/** The Message-ID of a mail in the reader's mailbox. */
export const idOf = (key: string, reader: string) =>
  `<${createHash("sha256").update(`${key} ${reader}`).digest("hex").slice(0, 24)}@demo.intellibox.test>`;
