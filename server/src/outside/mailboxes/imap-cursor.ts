import { z } from "zod";
import { badCursor, type MailFolder } from "./mailbox.ts";
import { UidSet } from "./uid-set.ts";

/** How much of one folder we have. UIDs mean something only together with the folder's validity (RFC 3501 2.3.1.1). */
export type FolderState = {
  path: string;
  validity: string;
  /** UIDs from here on are news. */
  next: number;
  /** Mail below this UID has not been asked for yet, and there are `older` of it. */
  floor: number;
  older: number;
  /** The last change seen, where the server counts changes. */
  modseq: string | null;
  /** In the store; those among them that are unread; and those that are to be fetched. */
  known: UidSet;
  unread: UidSet;
  missing: UidSet;
};
export type ImapCursor = Partial<Record<MailFolder, FolderState>>;

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
  missing: uids,
});
const cursorSchema = z.object({ inbox: folder.optional(), sent: folder.optional(), trash: folder.optional() });

export function readImapCursor(text: string | null): ImapCursor {
  if (text === null) return {};
  try {
    return cursorSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw badCursor(cause);
  }
}

export const writeImapCursor = (cursor: ImapCursor): string =>
  JSON.stringify(cursor, (_key, value) => (value instanceof UidSet ? value.toString() : value));

/** A message's name: the folder's validity is in it, so that a UID that was given out anew is another message. */
export const remoteIdOf = (name: MailFolder, { validity }: FolderState, uid: number) => `${name}/${validity}/${uid}`;

export function readRemoteId(remoteId: string): { name: string; validity: string; uid: number } {
  const [name = "", validity = "", uid] = remoteId.split("/");
  return { name, validity, uid: Number(uid) };
}
