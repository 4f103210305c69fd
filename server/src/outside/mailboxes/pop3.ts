/**
 * A mailbox by POP3: a drop of messages without folders or marks. Messages are known by their unique id; they are deleted from
 * the server, where that is wished, only after the batch that holds them is committed.
 */
import { createHash } from "node:crypto";
import type { MailServer } from "#outside/mail-server.ts";
import { type ArrivedMail, asMailboxError, type Batch, type Mailbox, type SyncOptions } from "./mailbox.ts";
import { openPop3Session, type Pop3Session } from "./pop3-session.ts";
import { readSeenCursor, type SeenCursor, writeSeenCursor } from "./seen-cursor.ts";

export type Pop3Account = MailServer & { leaveOnServer: boolean };

const maxMessageBytes = 64 << 20;
/** The bookmark is written with each batch, and is as long as the mailbox: few batches, then. */
const batchMessages = 200;
const batchBytes = 8 << 20;

export function openPop3Mailbox(account: Pop3Account): Promise<Mailbox> {
  return Promise.resolve({
    sync: (cursor, options) => sync(account, cursor, options),
    // The server has no marks, and what is left on it stays: our own row is the only record.
    setUnread: async () => undefined,
    remove: async () => undefined,
    hasSent: async () => false,
    keepSent: async () => undefined,
    watch: (_onChange, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve(), { once: true });
      }),
    // Each sync has a session of its own: an open one would lock the mailbox for every other program (RFC 1939 8).
    close: async () => undefined,
  });
}

async function* sync(account: Pop3Account, text: string | null, options: SyncOptions): AsyncGenerator<Batch> {
  const cursor = readSeenCursor(text);
  const session = await openPop3Session(account);
  try {
    const listed = await listMessages(session);
    const there = new Set(listed.map(({ digest }) => digest));
    for (const set of [cursor.known, cursor.older])
      for (const digest of set) if (!there.has(digest)) set.delete(digest);
    const wanted = choose(listed, cursor, { ...options, isFirst: text === null });
    // Committed by an earlier run that ended before it could delete them.
    if (!account.leaveOnServer)
      await removeFrom(
        session,
        listed.filter(({ digest }) => cursor.known.has(digest)),
      );

    for (let left = wanted; ; ) {
      const { arrived, taken } = await retrieve(session, left);
      left = left.slice(taken.length);
      for (const { digest } of taken) {
        cursor.known.add(digest);
        cursor.older.delete(digest);
      }
      yield {
        reset: [],
        removed: [],
        changed: [],
        arrived,
        cursor: writeSeenCursor(cursor),
        remaining: left.length,
        hasOlder: cursor.older.size > 0,
      };
      if (!account.leaveOnServer) await removeFrom(session, taken);
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

type Listed = { number: number; id: string; digest: string; size: number };

/** Oldest first, as servers number them. */
async function listMessages(session: Pop3Session): Promise<Listed[]> {
  const [ids, sizes] = [await session.uniqueIds(), await session.sizes()];
  return [...ids]
    .map(([id, number]) => ({ number, id, digest: digestOf(id), size: sizes.get(number) ?? 0 }))
    .sort((a, b) => a.number - b.number);
}

/** Short, for the list of a mailbox of 50,000 is kept with every batch. */
const digestOf = (id: string) => createHash("sha256").update(id).digest("base64url").slice(0, 12);

/** Newest first: what is new, and as much of what is old as was asked for. */
function choose(
  listed: Listed[],
  cursor: SeenCursor,
  { limit, older, isFirst }: SyncOptions & { isFirst: boolean },
): Listed[] {
  const newestFirst = listed.toReversed().filter(({ digest }) => !cursor.known.has(digest));
  if (isFirst) {
    for (const { digest } of newestFirst.slice(limit)) cursor.older.add(digest);
    return newestFirst.slice(0, limit);
  }
  const fresh = newestFirst.filter(({ digest }) => !cursor.older.has(digest));
  const old = older ? newestFirst.filter(({ digest }) => cursor.older.has(digest)).slice(0, limit) : [];
  return [...fresh, ...old];
}

async function retrieve(session: Pop3Session, wanted: Listed[]) {
  const arrived: ArrivedMail[] = [];
  let bytes = 0;
  for (const message of wanted.slice(0, batchMessages)) {
    if (arrived.length > 0 && bytes + message.size > batchBytes) break;
    const isPartial = message.size > maxMessageBytes;
    const raw = isPartial
      ? await beginningOf(session, message.number)
      : await session.retrieve(message.number, maxMessageBytes * 2);
    bytes += raw.length;
    arrived.push({ remoteId: message.digest, folder: "inbox", unread: true, raw, receivedAt: null, isPartial });
  }
  return { arrived, taken: wanted.slice(0, arrived.length) };
}

/** The header is what can be had of a message that is too large, and not from every server. */
async function beginningOf(session: Pop3Session, number: number): Promise<Buffer> {
  return session.capabilities.has("TOP")
    ? session.header(number)
    : Buffer.from("Subject: (a message too large to read)\r\n\r\n");
}

async function removeFrom(session: Pop3Session, messages: Listed[]) {
  for (const { number } of messages) await session.remove(number);
}
