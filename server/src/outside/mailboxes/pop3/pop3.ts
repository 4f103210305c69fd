/**
 * A mailbox by POP3: messages without folders or flags, identified by their unique id. If they are not to be left on the server, they
 * are deleted there after their batch is committed.
 */
import { folderRoles } from "@intellibox/contract/rules/folders";
import type { MailServer } from "#outside/mail-server.ts";
import {
  type ArrivedMail,
  asMailboxError,
  type Batch,
  type Mailbox,
  MailboxError,
  maxMessageBytes,
  type SyncOptions,
  systemFolders,
  watchNothing,
} from "../mailbox.ts";
import { readSeenCursor, type SeenCursor, writeSeenCursor } from "../seen-cursor.ts";
import { type ListedMessage, listMessages } from "./identify.ts";
import { openPop3Session, type Pop3Limits, type Pop3Session } from "./session.ts";
import { Pop3Refusal } from "./wire.ts";

export type Pop3Account = MailServer & { leaveOnServer: boolean };

/** Large batches, because the cursor is written with each of them and grows with the mailbox. */
const batchMessages = 200;
const batchBytes = 8 << 20;

export function openPop3Mailbox(account: Pop3Account, limits?: Pop3Limits): Promise<Mailbox> {
  return Promise.resolve({
    sync: (cursor, options) => sync(() => openPop3Session(account, limits), account.leaveOnServer, cursor, options),
    waitsForCommit: true,
    // POP3 has no flags, and messages left on the server stay there: the message's row is the only record.
    setUnread: async () => undefined,
    setStarred: async () => undefined,
    setFolders: async (places, { add }) => {
      const [remoteId] = Object.values(places);
      return Object.fromEntries(add.flatMap((key) => (remoteId ? [[key, remoteId]] : [])));
    },
    remove: async () => undefined,
    hasSent: async () => false,
    keepSent: async () => undefined,
    watch: watchNothing,
    // Each sync opens a session of its own, because an open session locks the mailbox for other programs (RFC 1939 8).
    close: async () => undefined,
  });
}

async function* sync(
  open: () => Promise<Pop3Session>,
  leaveOnServer: boolean,
  text: string | null,
  options: SyncOptions,
): AsyncGenerator<Batch> {
  const cursor = readCursor(text);
  const session = await open();
  try {
    const listed = await listMessages(session);
    forgetGone(cursor, listed);
    const wanted = choose(listed, cursor, { ...options, isFirst: text === null });
    // Committed by an earlier run that ended before it could delete them.
    const done = listed.filter(({ digest }) => isWhole(cursor, digest));
    if (!leaveOnServer) await removeFrom(session, done);

    for (let left = wanted; ; ) {
      const { arrived, looked } = await retrieve(session, left);
      for (const mail of arrived) note(cursor, mail);
      const taken = left.slice(0, looked);
      left = left.slice(looked);
      yield {
        // All but the inbox are ours: POP3 has one list of messages and no folders, so there is nothing to upload.
        folders: systemFolders(folderRoles),
        reset: [],
        removed: [],
        changed: [],
        arrived,
        cursor: writeSeenCursor(cursor),
        remaining: left.length,
        hasOlder: cursor.older.size > 0,
        older: cursor.older.size,
      };
      const stored = taken.filter(({ digest }) => isWhole(cursor, digest));
      if (!leaveOnServer) await removeFrom(session, stored);
      if (left.length === 0) break;
    }
  } catch (error) {
    session.destroy();
    throw asMailboxError(error);
  } finally {
    // QUIT makes the server delete the marked messages. A caller that stops early has committed every batch but the last.
    await session.quit().catch(() => session.destroy());
  }
}

/**
 * Treats an invalid cursor as empty: the server's messages are fetched again and replace those of the same remote id. Reporting
 * `bad_cursor` would drop stored messages, of which ours may be the only copy.
 */
function readCursor(text: string | null): SeenCursor {
  try {
    return readSeenCursor(text);
  } catch {
    return readSeenCursor(null);
  }
}

/** Marks, in `known`, a message that is stored in part. It is never deleted on the server. */
const partMark = (digest: string) => `${digest}~`;
const isWhole = ({ known }: SeenCursor, digest: string) => known.has(digest) && !known.has(partMark(digest));

function note({ known, older }: SeenCursor, { remoteId, isPartial }: ArrivedMail) {
  known.add(remoteId);
  if (isPartial) known.add(partMark(remoteId));
  older.delete(remoteId);
}

function forgetGone({ known, older }: SeenCursor, listed: ListedMessage[]) {
  const there = new Set(listed.flatMap(({ digest }) => [digest, partMark(digest)]));
  for (const set of [known, older]) for (const digest of set) if (!there.has(digest)) set.delete(digest);
}

/** New messages and as many old ones as were asked for, newest first. */
function choose(
  listed: ListedMessage[],
  cursor: SeenCursor,
  { limit, older, isFirst }: SyncOptions & { isFirst: boolean },
): ListedMessage[] {
  const newestFirst = listed.toReversed().filter(({ digest }) => !cursor.known.has(digest));
  if (isFirst) {
    for (const { digest } of newestFirst.slice(limit)) cursor.older.add(digest);
    return newestFirst.slice(0, limit);
  }
  const fresh = newestFirst.filter(({ digest }) => !cursor.older.has(digest));
  const old = older ? newestFirst.filter(({ digest }) => cursor.older.has(digest)).slice(0, limit) : [];
  return [...fresh, ...old];
}

/** Retrieves one batch. `looked` counts the attempted messages; a refused one is tried again in the next run. */
async function retrieve(session: Pop3Session, wanted: ListedMessage[]) {
  const arrived: ArrivedMail[] = [];
  let [bytes, looked] = [0, 0];
  for (const message of wanted.slice(0, batchMessages)) {
    if (arrived.length > 0 && bytes + message.size > batchBytes) break;
    looked++;
    const mail = await retrieveOne(session, message);
    if (!mail) continue;
    bytes += mail.raw.length;
    arrived.push({
      ...mail,
      remoteId: message.digest,
      folders: ["inbox"],
      unread: true,
      starred: false,
      receivedAt: null,
      isBare: true,
    });
    // The session ended. The messages before it are stored, and the next run continues after it.
    if (mail.raw === unreadable) break;
  }
  return { arrived, looked };
}

async function retrieveOne(session: Pop3Session, { number, size }: ListedMessage) {
  try {
    if (size > maxMessageBytes) return { raw: await beginningOf(session, number), isPartial: true };
    return { raw: await session.retrieve(number, maxMessageBytes * 2), isPartial: false };
  } catch (error) {
    if (error instanceof Pop3Refusal) return undefined;
    // LIST had announced a smaller size.
    if (error instanceof MailboxError && error.fault === "too_large") return { raw: unreadable, isPartial: true };
    throw error;
  }
}

const unreadable = Buffer.from("Subject: (a message too large to read)\r\n\r\n");

/** For a message that is too large, only the header is fetched, if the server has TOP. */
const beginningOf = (session: Pop3Session, number: number): Promise<Buffer> =>
  session.header(number).catch((error: unknown) => {
    if (error instanceof Pop3Refusal) return unreadable;
    throw error;
  });

async function removeFrom(session: Pop3Session, messages: ListedMessage[]) {
  for (const { number } of messages) await session.remove(number);
}
