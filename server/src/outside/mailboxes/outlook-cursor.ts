import { createHash } from "node:crypto";
import { z } from "zod";
import { badCursor, type MailFolder, mailFolders } from "./mailbox.ts";

/** A message that is to be fetched. `at` is when it was received, in milliseconds. */
export type Wanted = { folder: MailFolder; id: string; at: number; unread: boolean };

export type FolderState = {
  /** Where to ask next; null before the folder was asked for at all. */
  link: string | null;
  /** The folder is being listed for the first time, newest first. */
  isListing: boolean;
  /** The list has come below `since`: what it still brings is older mail that nobody asked for. */
  isBelow: boolean;
  /** In the store, as digests: ids have 150 characters, and all of them are written with every batch. */
  known: Set<string>;
};

export type OutlookCursor = {
  /** We hold, of all folders, what was received from this moment on; 0 is everything. */
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
 * A message's name. The folder is in it, because an immutable id stays the same when the message moves: what leaves one folder
 * and what arrives in another are two events, told by two lists in no order.
 */
export const remoteIdOf = (name: MailFolder, id: string) => `${name}/${id}`;

export function readRemoteId(remoteId: string): { folder: string; id: string } {
  const slash = remoteId.indexOf("/");
  return { folder: remoteId.slice(0, slash), id: remoteId.slice(slash + 1) };
}
