import { z } from "zod";
import { badCursor } from "../mailbox.ts";
import { UidSet } from "./uid-set.ts";

/** The synced part of one folder. UIDs are valid only with the folder's UIDVALIDITY (RFC 3501 2.3.1.1). */
export type FolderState = {
  path: string;
  validity: string;
  /** UIDs from here on are new. */
  next: number;
  /** Mail below this UID has not been asked for; there are `older` such messages. */
  floor: number;
  older: number;
  /** The highest modseq seen, if the server has CONDSTORE. */
  modseq: string | null;
  /** Stored messages, those among them that have a flag, and messages to fetch. */
  known: UidSet;
  unread: UidSet;
  /** These three are missing in cursors of earlier versions. */
  starred?: UidSet | undefined;
  answered?: UidSet | undefined;
  forwarded?: UidSet | undefined;
  missing: UidSet;
  /** The folder is not followed: only mail that is stored already is taken from it, because another program moved it there. */
  isAdopting?: true | undefined;
  /** Only its newest mail was chosen yet, before the other folders of a new mailbox were read. */
  isBegun?: true | undefined;
  /** The folder's STATUS before it was last compared. While it is the same, nothing has changed. */
  standing?: string | undefined;
  /** When it was last compared, of a server that does not tell all changes by STATUS. */
  comparedAt?: number | undefined;
};

/** The sets of a folder of which nothing is stored yet. */
export const emptySets = () => ({
  ...{ known: new UidSet(), missing: new UidSet() },
  ...{ unread: new UidSet(), starred: new UidSet(), answered: new UidSet(), forwarded: new UidSet() },
});

/** The last path of each folder, followed or not, to recognize it after a rename. */
export type Whereabouts = { path: string; validity?: string | undefined; next?: number | undefined };

/** Both by the keys of folders. */
export type ImapCursor = { states: Map<string, FolderState>; directory: Map<string, Whereabouts> };

const uids = z.string().transform((text) => UidSet.parse(text));
const folder = z.object({
  path: z.string(),
  validity: z.string(),
  next: z.number(),
  floor: z.number(),
  older: z.number(),
  modseq: z.string().nullable(),
  known: uids,
  unread: uids,
  starred: uids.optional(),
  answered: uids.optional(),
  forwarded: uids.optional(),
  missing: uids,
  isAdopting: z.literal(true).optional(),
  isBegun: z.literal(true).optional(),
  standing: z.string().optional(),
  comparedAt: z.number().optional(),
});
const whereabouts = z.object({ path: z.string(), validity: z.string().optional(), next: z.number().optional() });
/** The states stand beside the directory, as in earlier versions, which had no directory. */
const cursorSchema = z.object({ folders: z.record(z.string(), whereabouts).optional() }).catchall(folder);

export function readImapCursor(text: string | null): ImapCursor {
  if (text === null) return { states: new Map(), directory: new Map() };
  try {
    const { folders = {}, ...read } = cursorSchema.parse(JSON.parse(text));
    const states = new Map(Object.entries(read as Record<string, FolderState>));
    const seen = [...states].map(([key, { path, validity, next }]) => [key, { path, validity, next }] as const);
    return { states, directory: new Map<string, Whereabouts>([...seen, ...Object.entries(folders)]) };
  } catch (cause) {
    throw badCursor(cause);
  }
}

export const writeImapCursor = ({ states, directory }: ImapCursor): string =>
  JSON.stringify({ ...Object.fromEntries(states), folders: Object.fromEntries(directory) }, (_key, value) =>
    value instanceof UidSet ? value.toString() : value,
  );

/** A message's remote id. It contains UIDVALIDITY, because a UID can be reused after that changes. */
export const remoteIdOf = (key: string, { validity }: { validity: string }, uid: number) => `${key}/${validity}/${uid}`;

export function readRemoteId(remoteId: string): { key: string; validity: string; uid: number } {
  const [key = "", validity = "", uid] = remoteId.split("/");
  return { key, validity, uid: Number(uid) };
}
