import { z } from "zod";
import { badCursor, type MailFolder } from "./mailbox.ts";

/** The state of a message. */
export type Standing = { folder: MailFolder; unread: boolean };

export type GmailCursor = {
  /** The history id up to which every change is in `known` or queued in `news`. It only grows. */
  history: string;
  /** Mail from before this second has not been asked for; null before the first fetch. */
  floor: number | null;
  /** Whether there is such mail. */
  hasOlder: boolean;
  /** Stored messages. */
  known: Map<string, Standing>;
  /** Messages to fetch, new ones and old ones that were asked for, newest first. */
  news: string[];
  old: string[];
};

/** Messages of the same state share one list, so that each takes no more than its id. */
const kinds = { i: "inbox", s: "sent", t: "trash" } as const;
const ids = z
  .string()
  .regex(/^[\w -]*$/)
  .transform((text) => text.split(" ").filter(Boolean));
const cursorSchema = z.object({
  history: z.string().regex(/^\d+$/),
  floor: z.number().nullable(),
  hasOlder: z.boolean(),
  known: z.record(z.string().regex(/^[istIST]$/), ids),
  news: ids,
  old: ids,
});

export function readGmailCursor(text: string): GmailCursor {
  try {
    const { known: lists, ...rest } = cursorSchema.parse(JSON.parse(text));
    const known = new Map<string, Standing>();
    for (const [code, list] of Object.entries(lists))
      for (const id of list)
        known.set(id, { folder: kinds[code.toLowerCase() as keyof typeof kinds], unread: code < "a" });
    return { ...rest, known };
  } catch (cause) {
    throw badCursor(cause);
  }
}

export function writeGmailCursor({ known, news, old, ...rest }: GmailCursor): string {
  const lists: Record<string, string[]> = {};
  for (const [id, { folder, unread }] of known) {
    const code = unread ? folder.charAt(0).toUpperCase() : folder.charAt(0);
    lists[code] ??= [];
    lists[code].push(id);
  }
  const joined = Object.fromEntries(Object.entries(lists).map(([code, list]) => [code, list.join(" ")]));
  return JSON.stringify({ ...rest, known: joined, news: news.join(" "), old: old.join(" ") });
}
