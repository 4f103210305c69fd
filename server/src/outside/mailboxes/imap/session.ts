/** One signed-in connection, which runs one command at a time. */
import type { FolderRole } from "@intellibox/contract/rules/folders";
import type { ImapFlow, ListResponse, MailboxObject } from "imapflow";
import { type ImapLimits, imapError, inTime, probe } from "./client.ts";
import { type ImapCursor, readImapCursor } from "./cursor.ts";
import { describeFolders, type ImapFolder, isLargeList, readList } from "./folders.ts";

export type Session = {
  client: ImapFlow;
  alone: ReturnType<typeof oneAtATime>;
  limits: ImapLimits;
  /** The folder that the owner chose as the inbox. */
  wanted: string;
  /** The inbox's state at the last sync, so that watching misses no change in between. */
  inbox: string | undefined;
  /** Undefined until it is needed. */
  list: ListResponse[] | undefined;
  /** No sync has used the list yet, and nothing was changed since. */
  isListNew: boolean;
  /** The paths of the folders at the last sync. */
  cursor: ImapCursor;
  folders: ImapFolder[];
};

export const standingOf = ({ uidValidity, uidNext, exists, highestModseq }: MailboxObject) =>
  [uidValidity, uidNext, exists, highestModseq].join("/");

/** Reads the server's folders, with the keys that they have by the session's cursor. */
export async function listFolders(session: Session): Promise<ImapFolder[]> {
  const { client, wanted, list = [] } = session;
  if (!session.list || !session.isListNew) session.list = await readList(client, wanted, isLargeList(list));
  session.isListNew = false;
  session.folders = await describeFolders(client, session.list, wanted, session.cursor);
  return session.folders;
}

/** Keys mean what they meant when this cursor was written. A cursor that cannot be read fails the next sync, not this. */
export function recall(session: Session, cursor: string | null): void {
  try {
    session.cursor = readImapCursor(cursor);
  } catch {
    return;
  }
  session.folders = [];
}

/** The folders as they were last listed. */
export async function knownFolders(session: Session): Promise<ImapFolder[]> {
  const { client, wanted } = session;
  session.list ??= await readList(client, wanted);
  if (session.folders.length === 0)
    session.folders = await describeFolders(client, session.list, wanted, session.cursor);
  return session.folders;
}

/** The folder of a key. One that is not known may have been created since. */
export async function folderOf(session: Session, key: string): Promise<ImapFolder | undefined> {
  const isIt = (one: ImapFolder) => one.key === key;
  return (await knownFolders(session)).find(isIt) ?? (await listFolders(session)).find(isIt);
}

export const pathOfRole = async (session: Session, role: FolderRole): Promise<string | undefined> =>
  (await knownFolders(session)).find((one) => one.role === role)?.path;

/**
 * Serializes commands: a connection has one selected folder, which concurrent commands would change for each other. Probes the server
 * before the first command after a silence, so that a sync over a dead connection fails soon.
 */
export function oneAtATime(client: ImapFlow, limits: ImapLimits) {
  let last: Promise<unknown> = Promise.resolve();
  let heardAt = Date.now();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last
      .then(async () => {
        if (Date.now() - heardAt >= Math.min(shortSilenceMs, limits.probeAfterMs / 2)) await probe(client, limits);
        return inTime(client, limits.pace, work);
      })
      .finally(() => {
        heardAt = Date.now();
      })
      .catch((error: unknown) => {
        throw imapError(error);
      });
    last = result.catch(() => undefined);
    return result;
  };
}

/** After a longer silence a connection may be dead. */
const shortSilenceMs = 5_000;
