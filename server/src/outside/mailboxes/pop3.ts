/**
 * A mailbox by POP3: a drop of messages without folders or marks. Messages are known by their unique id; they are deleted from
 * the server, where that is wished, only after the batch that holds them is committed.
 */
import type { MailServer } from "#outside/mail-server.ts";
import {
  type ArrivedMail,
  asMailboxError,
  type Batch,
  type Mailbox,
  MailboxError,
  maxMessageBytes,
  type SyncOptions,
  watchNothing,
} from "./mailbox.ts";
import { type ListedMessage, listMessages } from "./pop3-identify.ts";
import { openPop3Session, type Pop3Limits, type Pop3Session } from "./pop3-session.ts";
import { Pop3Refusal } from "./pop3-wire.ts";
import { readSeenCursor, type SeenCursor, writeSeenCursor } from "./seen-cursor.ts";

export type Pop3Account = MailServer & { leaveOnServer: boolean };

/** The bookmark is written with each batch, and is as long as the mailbox: few batches, then. */
const batchMessages = 200;
const batchBytes = 8 << 20;

export function openPop3Mailbox(account: Pop3Account, limits?: Pop3Limits): Promise<Mailbox> {
  return Promise.resolve({
    sync: (cursor, options) => sync(() => openPop3Session(account, limits), account.leaveOnServer, cursor, options),
    waitsForCommit: true,
    // The server has no marks, and what is left on it stays: our own row is the only record.
    setUnread: async () => undefined,
    remove: async () => undefined,
    hasSent: async () => false,
    keepSent: async () => undefined,
    watch: watchNothing,
    // Each sync has a session of its own: an open one would lock the mailbox for every other program (RFC 1939 8).
    close: async () => undefined,
  });
}

async function* sync(
  open: () => Promise<Pop3Session>,
  leaveOnServer: boolean,
  text: string | null,
  options: SyncOptions,
): AsyncGenerator<Batch> {
  const cursor = readBookmark(text);
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
        reset: [],
        removed: [],
        changed: [],
        arrived,
        cursor: writeSeenCursor(cursor),
        remaining: left.length,
        hasOlder: cursor.older.size > 0,
      };
      const stored = taken.filter(({ digest }) => isWhole(cursor, digest));
      if (!leaveOnServer) await removeFrom(session, stored);
      if (left.length === 0) break;
    }
  } catch (error) {
    session.destroy();
    throw asMailboxError(error);
  } finally {
    // Only here does the server delete what was marked; a caller that stops early has committed what it asked past.
    await session.quit().catch(() => session.destroy());
  }
}

/**
 * One that means nothing is an empty one: what is on the server comes again, in the place of what is stored under the same name.
 * To read a mailbox anew is for servers that have all of it; here the only copy may be ours.
 */
function readBookmark(text: string | null): SeenCursor {
  try {
    return readSeenCursor(text);
  } catch {
    return readSeenCursor(null);
  }
}

/** Among the known: of this message we have a part only. The server keeps it, whatever was wished. */
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

/** Newest first: what is new, and as much of what is old as was asked for. */
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

/** As many as make a batch; `looked` counts those asked for. One that the server will not give is asked for again next time. */
async function retrieve(session: Pop3Session, wanted: ListedMessage[]) {
  const arrived: ArrivedMail[] = [];
  let [bytes, looked] = [0, 0];
  for (const message of wanted.slice(0, batchMessages)) {
    if (arrived.length > 0 && bytes + message.size > batchBytes) break;
    looked++;
    const mail = await retrieveOne(session, message);
    if (!mail) continue;
    bytes += mail.raw.length;
    arrived.push({ ...mail, remoteId: message.digest, folder: "inbox", unread: true, receivedAt: null });
    // The session ended over it. What came before is kept, and the next run goes on behind it.
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
    // It was said to be smaller.
    if (error instanceof MailboxError && error.fault === "too_large") return { raw: unreadable, isPartial: true };
    throw error;
  }
}

const unreadable = Buffer.from("Subject: (a message too large to read)\r\n\r\n");

/** The header is what can be had of a message that is too large, and not from every server. */
const beginningOf = (session: Pop3Session, number: number): Promise<Buffer> =>
  session.header(number).catch((error: unknown) => {
    if (error instanceof Pop3Refusal) return unreadable;
    throw error;
  });

async function removeFrom(session: Pop3Session, messages: ListedMessage[]) {
  for (const { number } of messages) await session.remove(number);
}
