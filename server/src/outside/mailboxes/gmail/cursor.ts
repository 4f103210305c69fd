import { z } from "zod";
import { badCursor, mailFolders } from "../mailbox.ts";

/** The state of a message. `folders` are keys, the place that counts first. */
export type Standing = { folders: readonly string[]; unread: boolean; starred: boolean };

/** Folders whose older mail is asked for together, newest first. */
export type Reach = {
  keys: string[];
  /** Mail from before this second has not been asked for; null before the first fetch. */
  floor: number | null;
  /** Whether there is such mail. */
  hasOlder: boolean;
  /** Messages to fetch that were asked for, newest first. */
  old: string[];
};

export type GmailCursor = {
  /** The history id up to which every change is in `known` or queued in `news`. It only grows. */
  history: string;
  /** The first is that of the folders which are synced from the start; any other folder has one of its own. */
  reaches: [Reach, ...Reach[]];
  /** Stored messages. */
  known: Map<string, Standing>;
  /** New messages to fetch, newest first. */
  news: string[];
  /** Written by a version that did not know labels and stars, so that those of `known` have to be read. */
  isOld: boolean;
};

const ids = z
  .string()
  .regex(/^[\w -]*$/)
  .transform((text) => text.split(" ").filter(Boolean));
const keys = z.array(z.string());
const reach = z.object({ keys, floor: z.number().nullable(), hasOlder: z.boolean(), old: ids });
/**
 * All but `labels` is what an earlier version reads and writes, because both sync during an upgrade. `known` has a list for each of
 * its states, by the first letter of the folder, in upper case for unread.
 */
const cursorSchema = z.object({
  history: z.string().regex(/^\d+$/),
  floor: z.number().nullable(),
  hasOlder: z.boolean(),
  known: z.record(z.string().regex(/^[istIST]$/), ids),
  news: ids,
  old: ids,
  labels: z
    .object({
      from: keys,
      reaches: z.array(reach),
      states: z.array(z.object({ folders: keys.min(1), unread: z.boolean(), starred: z.boolean(), ids })),
    })
    .optional(),
});
const letters = new Map(mailFolders.map((folder) => [folder.charAt(0), folder]));

export function readGmailCursor(text: string): GmailCursor {
  try {
    const { known: lists, labels, history, news, ...first } = cursorSchema.parse(JSON.parse(text));
    const known = new Map<string, Standing>();
    for (const [code, list] of Object.entries(lists)) {
      const folder = letters.get(code.toLowerCase()) ?? "inbox";
      const standing = { folders: [folder], unread: code < "a", starred: false };
      for (const id of list) known.set(id, standing);
    }
    for (const { ids: list, ...standing } of labels?.states ?? []) for (const id of list) known.set(id, standing);
    const base = { keys: labels?.from ?? [...mailFolders], ...first };
    return { history, known, news, reaches: [base, ...(labels?.reaches ?? [])], isOld: !labels };
  } catch (cause) {
    throw badCursor(cause);
  }
}

export function writeGmailCursor({ known, news, history, reaches: [base, ...others] }: GmailCursor): string {
  const lists = new Map<string, string[]>();
  const states = new Map<string, { standing: Standing; list: string[] }>();
  // Most messages share the object of their state, which is much faster to look up than what it says.
  const targets = new Map<Standing, string[][]>();
  for (const [id, standing] of known) {
    const found = targets.get(standing) ?? targetsOf(standing);
    targets.set(standing, found);
    for (const list of found) list.push(id);
  }
  function targetsOf(standing: Standing): string[][] {
    const { folders, unread, starred } = standing;
    const letter = folders[0]?.charAt(0) ?? "";
    const isSimple = letters.get(letter) === folders[0];
    const simple = isSimple ? [listIn(lists, unread ? letter.toUpperCase() : letter)] : [];
    if (isSimple && folders.length === 1 && !starred) return simple;
    const code = codeOf(standing);
    const state = states.get(code) ?? { standing, list: [] };
    states.set(code, state);
    return [...simple, state.list];
  }
  const { keys: from, old, ...first } = base;
  return JSON.stringify({
    ...{ history, ...first, old: old.join(" "), news: news.join(" ") },
    known: Object.fromEntries([...lists].map(([code, list]) => [code, list.join(" ")])),
    labels: {
      from,
      reaches: others.map((one) => ({ ...one, old: one.old.join(" ") })),
      states: [...states.values()].map(({ standing, list }) => ({ ...standing, ids: list.join(" ") })),
    },
  });
}

function listIn(lists: Map<string, string[]>, code: string): string[] {
  const list = lists.get(code) ?? [];
  lists.set(code, list);
  return list;
}

/** Equal for equal states. No key has a space. */
export const codeOf = ({ folders, unread, starred }: Standing) => `${unread} ${starred} ${folders.join(" ")}`;

/** All messages that are queued. */
export const waitingIn = ({ news, reaches }: GmailCursor) => new Set([...news, ...reaches.flatMap(({ old }) => old)]);
