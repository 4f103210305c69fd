/** A mailbox by IMAP: one connection, used for one thing at a time, and left in IDLE in between where it is watched. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ImapFlow, MailboxObject } from "imapflow";
import { type MailServer, withDeadline } from "#outside/mail-server.ts";
import { type FolderChanges, readChanges } from "./imap-changes.ts";
import { connectImap, imapError } from "./imap-client.ts";
import { type ImapCursor, readImapCursor, readRemoteId, remoteIdOf, writeImapCursor } from "./imap-cursor.ts";
import { fetchMissing, reachBack } from "./imap-fetch.ts";
import { type Batch, type Mailbox, MailboxError, type MailFolder, mailFolders, type SyncOptions } from "./mailbox.ts";

type Paths = Partial<Record<MailFolder, string>>;
/** `folder` is what its owner reads as the inbox. */
export type ImapAccount = MailServer & { folder?: string | undefined };

export async function openImapMailbox({ folder = "INBOX", ...server }: ImapAccount): Promise<Mailbox> {
  const client = await connectImap(server);
  const session: Session = { client, paths: await findFolders(client, folder), alone: oneAtATime(), inbox: undefined };
  const { paths, alone } = session;
  const inFolder = (remoteId: string, work: (uid: number, name: string) => Promise<unknown>) =>
    alone(async () => {
      const { name, validity, uid } = readRemoteId(remoteId);
      const path = paths[name as MailFolder];
      const box = path ? await client.mailboxOpen(path) : undefined;
      if (!box || String(box.uidValidity) !== validity)
        throw new MailboxError("gone", "The message is no longer there.");
      await work(uid, name);
    });

  return {
    sync: (cursor, options) => sync(session, cursor, options),
    setUnread: (remoteId, unread) =>
      inFolder(remoteId, (uid) =>
        unread
          ? client.messageFlagsRemove(String(uid), ["\\Seen"], { uid: true })
          : client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true }),
      ),
    remove: (remoteId) =>
      inFolder(remoteId, (uid, name) =>
        paths.trash && name !== "trash"
          ? client.messageMove(String(uid), paths.trash, { uid: true })
          : client.messageDelete(String(uid), { uid: true }),
      ),
    hasSent: (messageId) =>
      alone(async () => {
        if (!paths.sent) return false;
        await client.mailboxOpen(paths.sent);
        const found = await client.search({ header: { "message-id": messageId } }, { uid: true });
        return found !== false && found !== undefined && found.length > 0;
      }),
    keepSent: (raw) =>
      alone(async () => {
        paths.sent ??= (await client.mailboxCreate("Sent")).path;
        await client.append(paths.sent, Buffer.from(raw), ["\\Seen"]);
      }),
    watch: (onChange, signal) => watch(session, onChange, signal),
    async close() {
      await withDeadline(5_000, () => client.close(), client.logout()).catch(() => client.close());
    },
  };
}

/** By special use (RFC 6154), else by the names that ImapFlow knows in many languages. */
async function findFolders(client: ImapFlow, inbox: string): Promise<Paths> {
  try {
    const list = await client.list();
    const pathOf = (use: string) => list.find((folder) => folder.specialUse === use)?.path;
    if (inbox.toUpperCase() !== "INBOX" && !list.some(({ path }) => path === inbox))
      throw new MailboxError("gone", `The server has no folder called ${inbox}.`);
    return { inbox, sent: pathOf("\\Sent"), trash: pathOf("\\Trash") };
  } catch (error) {
    client.close();
    throw imapError(error);
  }
}

type Session = {
  client: ImapFlow;
  paths: Paths;
  alone: ReturnType<typeof oneAtATime>;
  /** How the inbox stood when it was last read, so that watching it misses nothing in between. */
  inbox: string | undefined;
};

const standingOf = ({ uidValidity, uidNext, exists, highestModseq }: MailboxObject) =>
  [uidValidity, uidNext, exists, highestModseq].join("/");

async function* sync(session: Session, cursor: string | null, options: SyncOptions): AsyncGenerator<Batch> {
  const { client, alone } = session;
  const states = readImapCursor(cursor);
  const first = await alone(() => survey(session, states, { ...options, isFirst: cursor === null }));
  yield { ...first, arrived: [], ...progressOf(states) };
  const begin = () => {
    const name = mailFolders.find((folder) => (states[folder]?.missing.size ?? 0) > 0);
    const state = name && states[name];
    return state && alone(() => fetchMissing(client, name, state));
  };
  let next = begin();
  try {
    while (next) {
      const { arrived, settle } = await next;
      settle();
      const progress = progressOf(states);
      // While the caller stores these the next ones are on their way.
      next = begin();
      next?.catch(() => undefined);
      yield { reset: [], removed: [], changed: [], arrived, ...progress };
    }
  } finally {
    await next?.catch(() => undefined);
  }
}

/** Everything but the mail itself: what changed, what went, and what is to be fetched. */
async function survey(session: Session, states: ImapCursor, options: SyncOptions & { isFirst: boolean }) {
  const { client, paths } = session;
  const found: Pick<Batch, "reset" | "removed" | "changed"> = { reset: [], removed: [], changed: [] };
  for (const name of mailFolders) {
    const path = paths[name];
    const before = states[name];
    if (!path) {
      // The folder has gone from the server, and its mail with it.
      if (before) found.reset.push(name);
      delete states[name];
      continue;
    }
    const changes = await readChanges(client, path, before);
    if (name === "inbox" && client.mailbox) session.inbox = standingOf(client.mailbox);
    states[name] = changes.state;
    note(found, name, changes);
    if (!changes.isReset) continue;
    // As far back as before: what the reader had, the reader keeps.
    await reachBack(client, [changes.state], before ? before.known.size + before.missing.size : 0);
  }
  const all = mailFolders.flatMap((name) => states[name] ?? []);
  if (options.isFirst || options.older) await reachBack(client, all, options.limit);
  return found;
}

function note(found: Pick<Batch, "reset" | "removed" | "changed">, name: MailFolder, changes: FolderChanges) {
  if (changes.isReset) found.reset.push(name);
  found.removed.push(...changes.removed.map((uid) => remoteIdOf(name, changes.state, uid)));
  for (const [uid, unread] of changes.changed)
    found.changed.push({ remoteId: remoteIdOf(name, changes.state, uid), unread });
}

function progressOf(states: ImapCursor) {
  const all = Object.values(states);
  return {
    cursor: writeImapCursor(states),
    remaining: all.reduce((sum, { missing }) => sum + missing.size, 0),
    hasOlder: all.some(({ older }) => older > 0),
  };
}

/** A connection has one selected folder: two users of it at once would read each other's. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work).catch((error: unknown) => {
      throw imapError(error);
    });
    last = result.catch(() => undefined);
    return result;
  };
}

/** A server that ends IDLE at once is asked again so often, not more. */
const restMs = 5_000;

/** IDLE on the inbox. Any other command ends it; it begins again when that is done. */
async function watch(session: Session, onChange: () => void, signal: AbortSignal): Promise<void> {
  const { client, alone, paths } = session;
  const inbox = paths.inbox ?? "INBOX";
  const changed = ({ path }: { path: string }) => {
    if (path === inbox) onChange();
  };
  client.on("exists", changed).on("expunge", changed).on("flags", changed);
  const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  try {
    while (!signal.aborted) {
      const standing = standingOf(await alone(() => client.mailboxOpen(inbox)));
      // Something came while nobody was listening.
      if (session.inbox !== undefined && session.inbox !== standing) onChange();
      session.inbox = standing;
      const began = Date.now();
      // Not held alone: IDLE has to give way to whoever comes.
      const isRefused = (await Promise.race([client.idle(), ended])) === false;
      if (!client.usable && !signal.aborted) throw new MailboxError("unreachable", "The server ended the connection.");
      if (isRefused && Date.now() - began < restMs) await Promise.race([sleep(restMs), ended]);
    }
  } catch (error) {
    throw imapError(error);
  } finally {
    client.off("exists", changed).off("expunge", changed).off("flags", changed);
  }
}
