import { z } from "zod";
import { badCursor, type MailFolder } from "./mailbox.ts";
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
  /** Stored messages, the unread ones among them, and messages to fetch. */
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

/** A message's remote id. It contains UIDVALIDITY, because a UID can be reused after that changes. */
export const remoteIdOf = (name: MailFolder, { validity }: FolderState, uid: number) => `${name}/${validity}/${uid}`;

export function readRemoteId(remoteId: string): { name: string; validity: string; uid: number } {
  const [name = "", validity = "", uid] = remoteId.split("/");
  return { name, validity, uid: Number(uid) };
}
