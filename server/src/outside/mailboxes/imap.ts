/** A mailbox by IMAP: one connection that runs one command at a time, and IDLE in between if it is watched. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ImapFlow, MailboxObject } from "imapflow";
import { spread } from "#lib/spread.ts";
import { type MailServer, withDeadline } from "#outside/mail-server.ts";
import { type FolderChanges, readChanges } from "./imap-changes.ts";
import { connectImap, connectionEnded, type ImapLimits, imapError, inTime, made, probe } from "./imap-client.ts";
import { type ImapCursor, readImapCursor, readRemoteId, remoteIdOf, writeImapCursor } from "./imap-cursor.ts";
import { fetchMissing, hasMore, reachBack } from "./imap-fetch.ts";
import {
  type Batch,
  type Mailbox,
  MailboxError,
  type MailFolder,
  mailFolders,
  type SyncOptions,
  systemFolders,
} from "./mailbox.ts";

type Paths = Partial<Record<MailFolder, string>>;
/** `folder` is the folder that the owner chose as the inbox. */
export type ImapAccount = MailServer & { folder?: string | undefined };

export async function openImapMailbox(
  { folder = "INBOX", ...server }: ImapAccount,
  given?: Partial<ImapLimits>,
): Promise<Mailbox> {
  const { client, limits } = await connectImap(server, given);
  const alone = oneAtATime(client, limits);
  const paths = await alone(() => findFolders(client, folder)).catch((error: unknown) => {
    client.close();
    throw error;
  });
  const session: Session = { client, paths, alone, limits, inbox: undefined };
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

/** Finds folders by special use (RFC 6154), else by the names in many languages that ImapFlow knows. */
async function findFolders(client: ImapFlow, wanted: string): Promise<Paths> {
  const list = await client.list();
  // RFC 3501 5.1: INBOX is case-insensitive, and servers return it in capitals.
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
  limits: ImapLimits;
  /** The inbox's state at the last sync, so that watching misses no change in between. */
  inbox: string | undefined;
};

const standingOf = ({ uidValidity, uidNext, exists, highestModseq }: MailboxObject) =>
  [uidValidity, uidNext, exists, highestModseq].join("/");

async function* sync(session: Session, cursor: string | null, options: SyncOptions): AsyncGenerator<Batch> {
  const { client, alone } = session;
  const states = readImapCursor(cursor);
  const first = await alone(() => survey(session, states, { ...options, isFirst: cursor === null }));
  yield { folders: systemFolders(), ...first, arrived: [], ...progressOf(states) };
  /** Remote ids that the server refused in this run; the next run asks again. */
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
      // Prefetches the next batch while the caller stores this one.
      next = begin();
      next?.catch(() => undefined);
      yield { reset: [], removed: [], changed: [], arrived, ...progress };
    }
  } finally {
    await next?.catch(() => undefined);
  }
}

/** Reads changes, removals and the UIDs to fetch, without any mail. */
async function survey(session: Session, states: ImapCursor, options: SyncOptions & { isFirst: boolean }) {
  const { client, paths } = session;
  const found: Pick<Batch, "reset" | "removed" | "changed"> = { reset: [], removed: [], changed: [] };
  for (const name of mailFolders) {
    const path = paths[name];
    const before = states[name];
    // A folder that serves as the inbox is not synced again as Sent or trash.
    if (!path || (name !== "inbox" && path === paths.inbox)) {
      // The folder was deleted on the server, with its mail.
      if (before) found.reset.push(name);
      delete states[name];
      continue;
    }
    const changes = await readChanges(client, path, before);
    if (name === "inbox" && client.mailbox) session.inbox = standingOf(client.mailbox);
    states[name] = changes.state;
    note(found, name, changes);
    if (!changes.isReset) continue;
    // As many messages as before, so that no stored mail disappears.
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

/**
 * Serializes commands: a connection has one selected folder, which concurrent commands would change for each other. Probes the server
 * before the first command after a silence, so that a sync over a dead connection fails soon.
 */
function oneAtATime(client: ImapFlow, limits: ImapLimits) {
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
/** The shortest time between two IDLE commands, for a server that ends IDLE at once. */
const restMs = 5_000;

/** IDLE on the inbox. Any other command ends it, also the probe of a silent server; it starts again after that. */
async function watch(session: Session, onChange: () => void, signal: AbortSignal): Promise<void> {
  const { client, alone, paths, limits } = session;
  const inbox = paths.inbox ?? "INBOX";
  const changed = ({ path }: { path: string }) => {
    if (path === inbox) onChange();
  };
  client.on("exists", changed).on("expunge", changed).on("flags", changed);
  const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  let isProbed = false;
  try {
    while (!signal.aborted) {
      // After a probe the inbox is still open, and the server has reported its changes.
      if (!(isProbed && client.mailbox && client.mailbox.path === inbox)) {
        const standing = standingOf(await alone(() => client.mailboxOpen(inbox)));
        // The inbox changed while IDLE was not running.
        if (session.inbox !== undefined && session.inbox !== standing) onChange();
        session.inbox = standing;
      }
      const began = Date.now();
      const silence = new AbortController();
      const silent = sleep(spread(limits.probeAfterMs, 0.25), "silent" as const, { signal: silence.signal });
      silent.catch(() => undefined);
      // IDLE runs outside the lock, so that any command can interrupt it.
      const idling = client.idle();
      const outcome = await Promise.race([idling, ended, silent]);
      silence.abort();
      isProbed = outcome === "silent" && !signal.aborted;
      // After this silence it probes before it does nothing.
      if (isProbed) await Promise.all([alone(() => Promise.resolve()), idling]);
      const isRefused = outcome === false;
      if (!client.usable && !signal.aborted) throw connectionEnded();
      if (isRefused && Date.now() - began < restMs) await Promise.race([sleep(restMs), ended]);
    }
  } catch (error) {
    throw imapError(error);
  } finally {
    client.off("exists", changed).off("expunge", changed).off("flags", changed);
  }
}
