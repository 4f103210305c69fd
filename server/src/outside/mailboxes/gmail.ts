/**
 * A mailbox by the Gmail API. Folders are labels, and a message keeps its id when it moves. The history names the changed messages;
 * the current state of each is then read, so that every step is idempotent.
 */

import type { CloudAccount } from "./cloud-account.ts";
import { type GmailApi, type MessageAbout, openGmailApi, type WholeMessage } from "./gmail-api.ts";
import { reachBack, readChanges, secondsOf, standingOf } from "./gmail-changes.ts";
import { type GmailCursor, readGmailCursor, type Standing, writeGmailCursor } from "./gmail-cursor.ts";
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
} from "./mailbox.ts";

const batchMessages = 50;
const batchBytes = 16 << 20;
/** The limit of an answer: a batch in base64, with room for Gmail's size estimates that are too low. */
const answerBytes = 32 << 20;
/** The largest message in base64, and the JSON around it. */
const largestBytes = Math.ceil((maxMessageBytes * 4) / 3) + (1 << 20);

export async function openGmailMailbox(account: CloudAccount): Promise<Mailbox> {
  const api = openGmailApi(account);
  await api.profile();
  return {
    sync: (cursor, options) => sync(api, cursor, options),
    setUnread: (id, unread) => api.modify(id, { [unread ? "addLabelIds" : "removeLabelIds"]: ["UNREAD"] }),
    remove: (id) => remove(api, id),
    hasSent: async (messageId) => (await findByMessageId(api, messageId, ["SENT"])) !== undefined,
    // For mail sent by another server. Gmail stores its own sent mail.
    keepSent: async (raw) => void (await api.insert(raw, ["SENT"])),
    watch: watchNothing,
    close: async () => undefined,
  };
}

/** The newest message with that Message-ID. */
export async function findByMessageId(api: GmailApi, messageId: string, labelIds: string[] = []) {
  // Other characters would change the search expression.
  const plain = messageId.replace(/[<>]/g, "");
  if (!plain || /[\s"(){}]/.test(plain)) return undefined;
  const { messages } = await api.listPage({ q: `rfc822msgid:${plain}`, labelIds }, 1);
  return messages[0];
}

async function remove(api: GmailApi, id: string) {
  const message = (await api.about([id])).get(id);
  if (!message) throw new MailboxError("gone", "The message is no longer there.");
  if (message.labelIds.includes("TRASH")) await api.remove(id);
  else await api.trash(id);
}

async function* sync(api: GmailApi, text: string | null, { limit, older }: SyncOptions): AsyncGenerator<Batch> {
  try {
    const cursor = text === null ? await firstCursor(api) : readGmailCursor(text);
    const changes = text === null ? { removed: [], changed: [] } : await readChanges(api, cursor);
    if (text === null || older) await reachBack(api, cursor, limit);
    yield { folders: systemFolders(), reset: [], ...changes, arrived: [], ...progressOf(cursor) };
    const seen = new Map<string, MessageAbout>();
    while (cursor.news.length + cursor.old.length > 0) {
      const arrived = await fetchNext(api, cursor, seen);
      yield { reset: [], removed: [], changed: [], arrived, ...progressOf(cursor) };
    }
  } catch (error) {
    throw asMailboxError(error);
  }
}

/** Runs before anything is listed, so that later changes are in the history. */
async function firstCursor(api: GmailApi): Promise<GmailCursor> {
  const { historyId } = await api.profile();
  return { history: historyId, floor: null, hasOlder: false, known: new Map(), news: [], old: [] };
}

const progressOf = (cursor: GmailCursor) => ({
  cursor: writeGmailCursor(cursor),
  remaining: cursor.news.length + cursor.old.length,
  hasOlder: cursor.hasOlder,
});

/** The next messages to fetch, limited by count and bytes. `seen` caches the metadata of those that are queued. */
async function fetchNext(api: GmailApi, cursor: GmailCursor, seen: Map<string, MessageAbout>): Promise<ArrivedMail[]> {
  const queue = cursor.news.length > 0 ? cursor.news : cursor.old;
  const next = queue.slice(0, batchMessages);
  for (const [id, message] of await api.about(next.filter((id) => !seen.has(id)))) seen.set(id, message);
  const taken = withinBytes(next, seen);
  const wanted = taken.filter((id) => standingOf(seen.get(id) ?? { labelIds: [] }));
  const found = await readWhole(api, wanted);
  const arrived: ArrivedMail[] = [];
  for (const id of taken) {
    const message = found.get(id);
    const standing = message && standingOf(message);
    if (message && standing) {
      cursor.known.set(id, standing);
      arrived.push(arrivedOf(message, standing));
    }
    const date = (message ?? seen.get(id))?.internalDate;
    if (queue === cursor.old && date !== undefined)
      cursor.floor = Math.min(cursor.floor ?? secondsOf(date), secondsOf(date));
    seen.delete(id);
  }
  queue.splice(0, taken.length);
  return arrived;
}

function withinBytes(ids: string[], seen: Map<string, MessageAbout>): string[] {
  let bytes = 0;
  const over = ids.findIndex((id, at) => {
    bytes += seen.get(id)?.sizeEstimate ?? 0;
    return at > 0 && bytes > batchBytes;
  });
  return over < 0 ? ids : ids.slice(0, over);
}

type Whole = WholeMessage & { isPartial?: boolean };

async function readWhole(api: GmailApi, ids: string[]): Promise<Map<string, Whole>> {
  try {
    return await api.whole(ids, ids.length > 1 ? answerBytes : largestBytes);
  } catch (error) {
    if (!(error instanceof MailboxError) || error.fault !== "too_large") throw error;
  }
  const found = new Map<string, Whole>();
  for (const id of ids) {
    const [message] = (await api.whole([id], largestBytes).catch(onlyTooLarge))?.values() ?? [];
    found.set(id, message ?? (await headerOnly(api, id)));
  }
  return found;
}

function onlyTooLarge(error: unknown): undefined {
  if (!(error instanceof MailboxError) || error.fault !== "too_large") throw error;
}

/** For a message that is too large, only the header is fetched. */
async function headerOnly(api: GmailApi, id: string): Promise<Whole> {
  const { payload, ...message } = await api.headers(id);
  const lines = payload.headers.map(({ name, value }) => `${name}: ${value}\r\n`);
  return { ...message, raw: Buffer.from(`${lines.join("")}\r\n`), isPartial: true };
}

const arrivedOf = ({ id, raw, internalDate, isPartial = false }: Whole, { folder, unread }: Standing): ArrivedMail => ({
  remoteId: id,
  folders: [folder],
  unread,
  starred: false,
  raw,
  receivedAt: new Date(internalDate),
  isPartial,
});
