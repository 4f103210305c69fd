/**
 * A mailbox by the Gmail API. Messages keep their id wherever they are moved; folders are labels. The history tells what changed
 * since; each message that it names is then looked at as it stands, so that a step may be done twice.
 */

import type { CloudAccount } from "./cloud-account.ts";
import { type GmailApi, type MessageAbout, openGmailApi, type WholeMessage } from "./gmail-api.ts";
import { reachBack, readChanges, secondsOf, standingOf } from "./gmail-changes.ts";
import { type GmailCursor, readGmailCursor, writeGmailCursor } from "./gmail-cursor.ts";
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

const batchMessages = 50;
const batchBytes = 16 << 20;
/** Of an answer: the mail in base64, with room for what the size was underestimated by. */
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
    // For mail that another server sent: what Gmail itself sends it keeps by itself.
    keepSent: async (raw) => void (await api.insert(raw, ["SENT"])),
    watch: watchNothing,
    close: async () => undefined,
  };
}

/** The newest message of that Message-ID. */
export async function findByMessageId(api: GmailApi, messageId: string, labelIds: string[] = []) {
  // What cannot be in a Message-ID would be another search.
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
    yield { reset: [], ...changes, arrived: [], ...progressOf(cursor) };
    const seen = new Map<string, MessageAbout>();
    while (cursor.news.length + cursor.old.length > 0) {
      const arrived = await fetchNext(api, cursor, seen);
      yield { reset: [], removed: [], changed: [], arrived, ...progressOf(cursor) };
    }
  } catch (error) {
    throw asMailboxError(error);
  }
}

/** Before anything is listed: whatever happens from here on is in the history. */
async function firstCursor(api: GmailApi): Promise<GmailCursor> {
  const { historyId } = await api.profile();
  return { history: historyId, floor: null, hasOlder: false, known: new Map(), news: [], old: [] };
}

const progressOf = (cursor: GmailCursor) => ({
  cursor: writeGmailCursor(cursor),
  remaining: cursor.news.length + cursor.old.length,
  hasOlder: cursor.hasOlder,
});

/** The next messages that are to be fetched: so many, or so many bytes. `seen` keeps what is known of those that wait. */
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

/** The header is what can be had of a message that is too large. */
async function headerOnly(api: GmailApi, id: string): Promise<Whole> {
  const { payload, ...message } = await api.headers(id);
  const lines = payload.headers.map(({ name, value }) => `${name}: ${value}\r\n`);
  return { ...message, raw: Buffer.from(`${lines.join("")}\r\n`), isPartial: true };
}

const arrivedOf = (
  { id, raw, internalDate, isPartial = false }: Whole,
  standing: { folder: ArrivedMail["folder"]; unread: boolean },
): ArrivedMail => ({
  remoteId: id,
  ...standing,
  raw,
  receivedAt: new Date(internalDate),
  isPartial,
});
