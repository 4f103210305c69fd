import { createHash } from "node:crypto";
import { z } from "zod";
import { badCursor, type MailFolder, mailFolders } from "./mailbox.ts";

/** A message to fetch. `at` is its received time in milliseconds. */
export type Wanted = { folder: MailFolder; id: string; at: number; unread: boolean };

export type FolderState = {
  /** The next or delta link; null before the first request. */
  link: string | null;
  /** The folder is being listed for the first time, newest first. */
  isListing: boolean;
  /** The list has passed `since`: the rest is older mail that was not asked for. */
  isBelow: boolean;
  /** Stored messages, as digests: ids have 150 characters, and the cursor is written with every batch. */
  known: Set<string>;
};

export type OutlookCursor = {
  /** Messages received from this moment on are stored, in all folders; 0 means all messages. */
  since: number;
  hasOlder: boolean;
  folders: Record<MailFolder, FolderState>;
  wanted: Wanted[];
};

const digestLength = 12;
export const digestOf = (id: string) => createHash("sha256").update(id).digest("base64url").slice(0, digestLength);

const known = z
  .string()
  .refine((text) => text.length % digestLength === 0)
  .transform((text) => new Set(text.match(/.{12}/g)));
const folder = z.object({ link: z.string().nullable(), isListing: z.boolean(), isBelow: z.boolean(), known });
const cursorSchema = z.object({
  since: z.number(),
  hasOlder: z.boolean(),
  folders: z.object({ inbox: folder, sent: folder, trash: folder }),
  wanted: z.array(z.object({ folder: z.enum(mailFolders), id: z.string(), at: z.number(), unread: z.boolean() })),
});

export function readOutlookCursor(text: string): OutlookCursor {
  try {
    return cursorSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw badCursor(cause);
  }
}

export const writeOutlookCursor = (cursor: OutlookCursor): string =>
  JSON.stringify(cursor, (_key, value) => (value instanceof Set ? [...value].join("") : value));

export const newFolder = (): FolderState => ({ link: null, isListing: true, isBelow: false, known: new Set() });

/**
 * A message's remote id. It contains the folder, because an immutable id survives a move: leaving one folder and arriving in another
 * are two events in two lists, which may be read in either order.
 */
export const remoteIdOf = (name: MailFolder, id: string) => `${name}/${id}`;

export function readRemoteId(remoteId: string): { folder: string; id: string } {
  const slash = remoteId.indexOf("/");
  return { folder: remoteId.slice(0, slash), id: remoteId.slice(slash + 1) };
}
