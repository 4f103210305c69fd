import type { DemoFile } from "./files.ts";

export type Party = { name: string; email: string };

/** Whose mailbox it is, and the people around them. */
export type Reader = {
  me: Party;
  company: string;
  /** Somebody of the same company, and somebody of the other one. */
  colleague: Party;
  partner: Party & { company: string };
  /** The first start: everything else is counted from here. */
  now: Date;
};

/** A mail of the demo. `key` names it within the mailbox, for the ones that answer it. */
export type DemoLetter = {
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

/** "Thursday, 14 May": so that dates in the text are near whenever the demo is started. */
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
