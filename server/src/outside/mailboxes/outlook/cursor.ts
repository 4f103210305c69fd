import { createHash } from "node:crypto";
import { folderRoles } from "@intellibox/contract/rules/folders";
import { z } from "zod";
import { type AnswerMarks, badCursor, mailFolders } from "../mailbox.ts";

export type Wanted = AnswerMarks & {
  folder: string;
  id: string;
  /** When it was received, in milliseconds. */
  at: number;
  unread: boolean;
  starred: boolean;
  /** How many syncs have not found it. */
  missed?: number;
};

export type FolderState = {
  /** The next or delta link; null before the first request. */
  link: string | null;
  /** The folder is being listed for the first time, newest first. */
  isListing: boolean;
  /** The list has passed `since`: the rest is older mail that was not asked for. */
  isBelow: boolean;
  /** Messages received from this moment on are stored; 0 means all messages, null that it is not decided yet. */
  since: number | null;
  /** Stored messages, as digests: ids have 150 characters, and the cursor is written with every batch. */
  known: Set<string>;
  /** Whether `link` also reports answered mail. False if the server refused that, missing in folders of earlier releases. */
  hasVerbs?: boolean;
  /**
   * Ids of messages that were stored before the folder was listed. Those that are left at the end of the list have left the folder.
   * They are not in `known`, so that an earlier version fetches them again, and recognizes them.
   */
  early?: string[];
  /**
   * A second list, of an earlier release's folder. A link reports the fields that its list was asked for, so others need another
   * one. It takes the place of `link` after `link` was read once more, so that no removal is missed.
   */
  renewal?: { link: string | null; isDone: boolean };
};

/** The state of the list of folders. */
export type FolderList = {
  /** Reports changes of the list. */
  link: string;
  listedAt: number;
  /** The ids of the folders that have a role. */
  roles: Record<string, string>;
};

export type OutlookCursor = {
  hasOlder: boolean;
  /** By the keys of the followed folders. */
  folders: Map<string, FolderState>;
  wanted: Wanted[];
  /** Null until the folders have been listed. */
  list: FolderList | null;
};

const digestLength = 12;
export const digestOf = (id: string) => createHash("sha256").update(id).digest("base64url").slice(0, digestLength);

const known = z
  .string()
  .refine((text) => text.length % digestLength === 0)
  .transform((text) => new Set(text.match(/.{12}/g)));
const folder = z.object({
  link: z.string().nullable(),
  isListing: z.boolean(),
  isBelow: z.boolean(),
  known,
  since: z.number().nullable().optional(),
  early: z.array(z.string()).optional(),
  hasVerbs: z.boolean().optional(),
  renewal: z.object({ link: z.string().nullable(), isDone: z.boolean() }).optional(),
});
const wanted = z.array(
  z.object({
    folder: z.string(),
    id: z.string(),
    at: z.number(),
    unread: z.boolean(),
    starred: z.boolean().default(false),
    missed: z.number().default(0),
    answered: z.boolean().optional(),
    forwarded: z.boolean().optional(),
  }),
);
/** The first four fields are those of releases that knew three folders, which ignore the rest during an upgrade. */
const cursorSchema = z.object({
  since: z.number(),
  hasOlder: z.boolean(),
  folders: z.object({ inbox: folder, sent: folder, trash: folder }),
  wanted,
  more: z
    .object({
      folders: z.record(z.string(), folder),
      wanted,
      list: z.object({ link: z.string(), listedAt: z.number(), roles: z.record(z.string(), z.string()) }).nullable(),
    })
    .default({ folders: {}, wanted: [], list: null }),
});

export function readOutlookCursor(text: string): OutlookCursor {
  try {
    const { since, hasOlder, folders, wanted, more } = cursorSchema.parse(JSON.parse(text));
    const states = Object.entries({ ...folders, ...more.folders }).map(([key, state]) => {
      const { since: own, renewal, early, hasVerbs = true, ...rest } = state;
      const isEarlier = own === undefined || state.hasVerbs === undefined;
      const second = renewal ?? (isEarlier && state.link ? { link: null, isDone: false } : undefined);
      const more = { hasVerbs, ...(early && { early }), ...(second && { renewal: second }) };
      return [key, { ...rest, since: own === undefined ? since : own, ...more }] as const;
    });
    return { hasOlder, folders: new Map(states), wanted: [...wanted, ...more.wanted], list: more.list };
  } catch (cause) {
    throw badCursor(cause);
  }
}

const isFirst = (key: string) => (mailFolders as readonly string[]).includes(key);

export function writeOutlookCursor({ hasOlder, folders, wanted, list }: OutlookCursor): string {
  const state = (key: string) => folders.get(key) ?? newFolder();
  const cursor = {
    since: Math.max(...mailFolders.map((key) => state(key).since ?? 0)),
    hasOlder,
    folders: Object.fromEntries(mailFolders.map((key) => [key, state(key)])),
    wanted: wanted.filter(({ folder }) => isFirst(folder)),
    more: {
      folders: Object.fromEntries([...folders].filter(([key]) => !isFirst(key))),
      wanted: wanted.filter(({ folder }) => !isFirst(folder)),
      list,
    },
  };
  return JSON.stringify(cursor, (_key, value) => (value instanceof Set ? [...value].join("") : value));
}

export const newCursor = (): OutlookCursor => ({ hasOlder: false, folders: new Map(), wanted: [], list: null });

export const newFolder = (since: number | null = null): FolderState => ({
  link: null,
  isListing: true,
  isBelow: false,
  since,
  known: new Set(),
  hasVerbs: true,
});

/** Follows exactly these folders. Returns the folders whose mail is not followed any more. */
export function followOnly(cursor: OutlookCursor, followed: ReadonlySet<string>): string[] {
  const left: string[] = [];
  for (const [key, { known }] of cursor.folders)
    if (!followed.has(key)) {
      cursor.folders.delete(key);
      if (known.size > 0) left.push(key);
    }
  for (const key of followed) if (!cursor.folders.has(key)) cursor.folders.set(key, newFolder());
  cursor.wanted = cursor.wanted.filter(({ folder }) => followed.has(folder));
  return left;
}

/** Drops the state of a folder, so that it is listed again. */
export function startFolder(cursor: OutlookCursor, key: string) {
  cursor.folders.set(key, newFolder(cursor.folders.get(key)?.since));
  cursor.wanted = cursor.wanted.filter(({ folder }) => folder !== key);
}

const roleKeys: ReadonlySet<string> = new Set(folderRoles);

/**
 * A message's remote id. It contains the folder, because an immutable id survives a move: leaving one folder and arriving in another
 * are two events in two lists, which may be read in either order.
 */
export const remoteIdOf = (key: string, id: string) => `${roleKeys.has(key) ? key : digestOf(key)}/${id}`;

export function readRemoteId(remoteId: string): { folder: string; id: string } {
  const slash = remoteId.indexOf("/");
  return { folder: remoteId.slice(0, slash), id: remoteId.slice(slash + 1) };
}

/** Its mail is written on: its content changes, also between the last change there and its way to Sent. */
export const isDrafts = (key: string) => key === "drafts";

/** The remote ids that a message of the same content can have had before. */
export const earlierIdsOf = ({ folders }: OutlookCursor, id: string): string[] =>
  [...new Set([...folderRoles, ...folders.keys()])].filter((key) => !isDrafts(key)).map((key) => remoteIdOf(key, id));
