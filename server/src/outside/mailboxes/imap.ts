/** A mailbox by IMAP: one connection, used for one thing at a time, and left in IDLE in between where it is watched. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ImapFlow, MailboxObject } from "imapflow";
import { type MailServer, withDeadline } from "#outside/mail-server.ts";
import { type FolderChanges, readChanges } from "./imap-changes.ts";
import { connectImap, connectionEnded, type ImapLimits, imapError, inTime, made } from "./imap-client.ts";
import { type ImapCursor, readImapCursor, readRemoteId, remoteIdOf, writeImapCursor } from "./imap-cursor.ts";
import { fetchMissing, hasMore, reachBack } from "./imap-fetch.ts";
import { type Batch, type Mailbox, MailboxError, type MailFolder, mailFolders, type SyncOptions } from "./mailbox.ts";
import type { Pace } from "./minimum-throughput.ts";

type Paths = Partial<Record<MailFolder, string>>;
/** `folder` is what its owner reads as the inbox. */
export type ImapAccount = MailServer & { folder?: string | undefined };

export async function openImapMailbox(
  { folder = "INBOX", ...server }: ImapAccount,
  limits?: Partial<ImapLimits>,
): Promise<Mailbox> {
  const { client, pace } = await connectImap(server, limits);
  const alone = oneAtATime(client, pace);
  const paths = await alone(() => findFolders(client, folder)).catch((error: unknown) => {
    client.close();
    throw error;
  });
  const session: Session = { client, paths, alone, inbox: undefined };
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
        made(
          client,
          unread
            ? client.messageFlagsRemove(String(uid), ["\\Seen"], { uid: true })
            : client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true }),
        ),
      ),
    remove: (remoteId) =>
      inFolder(remoteId, (uid, name) =>
        made(
          client,
          paths.trash && paths.trash !== paths[name as MailFolder]
            ? client.messageMove(String(uid), paths.trash, { uid: true })
            : client.messageDelete(String(uid), { uid: true }),
        ),
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
async function findFolders(client: ImapFlow, wanted: string): Promise<Paths> {
  const list = await client.list();
  // RFC 3501 5.1: that one name means the same in any case, and servers answer with it in capitals.
  const inbox = wanted.toUpperCase() === "INBOX" ? "INBOX" : wanted;
  if (inbox !== "INBOX" && !list.some(({ path }) => path === inbox))
    throw new MailboxError("gone", `The server has no folder called ${inbox}.`);
  const pathOf = (use: string) => list.find(({ specialUse }) => specialUse === use)?.path;
  return { inbox, sent: pathOf("\\Sent"), trash: pathOf("\\Trash") };
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
  /** What the server would not give us in this run, by its name; the next run asks again. */
  const withheld = new Set<string>();
  const begin = () => {
    const name = mailFolders.find((folder) => hasMore(folder, states[folder], withheld));
    const state = name && states[name];
    return state && alone(() => fetchMissing(client, name, state, withheld));
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
    // Who reads Sent as the inbox has its mail there, and not once more as sent.
    if (!path || (name !== "inbox" && path === paths.inbox)) {
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
  for (const uid of changes.removed) found.removed.push(remoteIdOf(name, changes.state, uid));
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
function oneAtATime(client: ImapFlow, pace: Pace) {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last
      .then(() => inTime(client, pace, work))
      .catch((error: unknown) => {
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
      if (!client.usable && !signal.aborted) throw connectionEnded();
      if (isRefused && Date.now() - began < restMs) await Promise.race([sleep(restMs), ended]);
    }
  } catch (error) {
    throw imapError(error);
  } finally {
    client.off("exists", changed).off("expunge", changed).off("flags", changed);
  }
}
