/** Changes of a Gmail mailbox since the cursor: from its history, or by comparing all messages if the history has expired. */
import { CloudError } from "#outside/cloud-fetch.ts";
import type { GmailApi, HistoryRecord, ListQuery, MessageAbout } from "./gmail-api.ts";
import type { GmailCursor, Standing } from "./gmail-cursor.ts";
import type { Batch } from "./mailbox.ts";

export type Changes = Pick<Batch, "removed" | "changed">;

/** The labels that we sync. Drafts and spam are left out. Archived mail has left the inbox, as it does by IMAP. */
export const followed = "{in:inbox in:sent in:trash}";

/** Undefined for labels that we do not sync. Mail to oneself has both labels, and counts as received. */
export function standingOf({ labelIds }: Pick<MessageAbout, "labelIds">): Standing | undefined {
  const labels = new Set(labelIds);
  if (labels.has("DRAFT") || labels.has("SPAM")) return undefined;
  const unread = labels.has("UNREAD");
  if (labels.has("TRASH")) return { folder: "trash", unread };
  if (labels.has("INBOX")) return { folder: "inbox", unread };
  return labels.has("SENT") ? { folder: "sent", unread } : undefined;
}

/** Reading a longer history costs more than comparing all messages. */
const mostPages = 100;
const pageSize = 500;

/** Brings the cursor up to date. Messages to fetch are queued in it. */
export async function readChanges(api: GmailApi, cursor: GmailCursor): Promise<Changes> {
  const touched = await readHistory(api, cursor.history).catch((error: unknown) => {
    // "If you receive an HTTP 404 error response, your application should perform a full sync" (users.history.list).
    if (error instanceof CloudError && error.status === 404) return undefined;
    throw error;
  });
  if (!touched) return relist(api, cursor);
  const changes = await apply(api, cursor, touched.messages);
  cursor.history = later(cursor.history, touched.historyId);
  return changes;
}

type Touch = { isAdded: boolean; isGained: boolean };

/** Every message that the history names, oldest change first; undefined if the history is too long. */
async function readHistory(api: GmailApi, start: string) {
  const messages = new Map<string, Touch>();
  let historyId: string | undefined;
  let token: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await api.historyPage(start, token);
    // The id of the first page: changes during the other pages are then read again rather than missed.
    historyId ??= page.historyId;
    for (const record of page.history) for (const [id, touch] of touchesOf(record)) note(messages, id, touch);
    token = page.nextPageToken;
    if (!token) return { messages, historyId };
  }
  return undefined;
}

const arriving = new Set(["INBOX", "SENT", "TRASH"]);
const hiding = new Set(["SPAM", "DRAFT", "TRASH"]);

function touchesOf(record: HistoryRecord): [string, Touch][] {
  const { messagesAdded, messagesDeleted, labelsAdded, labelsRemoved } = record;
  return [
    ...messagesAdded.map(({ message }) => [message.id, { isAdded: true, isGained: false }] as [string, Touch]),
    ...messagesDeleted.map(({ message }) => [message.id, { isAdded: false, isGained: false }] as [string, Touch]),
    ...labelsAdded.map(({ message, labelIds }) => touchOf(message.id, labelIds, arriving)),
    ...labelsRemoved.map(({ message, labelIds }) => touchOf(message.id, labelIds, hiding)),
  ];
}
const touchOf = (id: string, labelIds: string[], telling: Set<string>): [string, Touch] => [
  id,
  { isAdded: false, isGained: labelIds.some((label) => telling.has(label)) },
];

function note(messages: Map<string, Touch>, id: string, { isAdded, isGained }: Touch) {
  const before = messages.get(id);
  // The latest change last.
  messages.delete(id);
  messages.set(id, { isAdded: isAdded || !!before?.isAdded, isGained: isGained || !!before?.isGained });
}

/** Reads each message's current labels instead of replaying the changes, so that the step is idempotent. */
async function apply(api: GmailApi, cursor: GmailCursor, touched: Map<string, Touch>): Promise<Changes> {
  const waiting = new Set([...cursor.news, ...cursor.old]);
  const asked = [...touched].filter(([id, { isAdded, isGained }]) => cursor.known.has(id) || isAdded || isGained);
  const found = await api.about(asked.map(([id]) => id));
  const changes: Changes = { removed: [], changed: [] };
  const news: string[] = [];
  for (const [id, { isAdded }] of asked) {
    const message = found.get(id);
    const now = message && standingOf(message);
    if (cursor.known.has(id)) compare(cursor, changes, { id, now });
    else if (message && now && !waiting.has(id) && (isAdded || isOurs(cursor, message, now))) news.push(id);
  }
  cursor.news = [...news.toReversed(), ...cursor.news.filter((id) => !news.includes(id))];
  return changes;
}

/** Old mail that was not asked for is not fetched because it moved to the trash. */
const isOurs = ({ floor }: GmailCursor, { internalDate }: MessageAbout, { folder }: Standing) =>
  folder !== "trash" || floor === null || secondsOf(internalDate) >= floor;

type Comparison = { id: string; now: Standing | undefined };

function compare(cursor: GmailCursor, changes: Changes, { id, now }: Comparison) {
  const before = cursor.known.get(id);
  if (!now) {
    cursor.known.delete(id);
    changes.removed.push(id);
  } else if (now.folder !== before?.folder || now.unread !== before.unread) {
    cursor.known.set(id, now);
    changes.changed.push({ remoteId: id, unread: now.unread, folders: [now.folder] });
  }
}

/** Compares the provider's lists with the stored messages, as far back as those reach. */
async function relist(api: GmailApi, cursor: GmailCursor): Promise<Changes> {
  // Read before the lists: changes during them are then in the history from here on.
  const { historyId } = await api.profile();
  const since = cursor.hasOlder && cursor.floor !== null ? `after:${cursor.floor - 1}` : "";
  const idsOf = (label: string) => listAll(api, { q: since, labelIds: [label] });
  const [unread, trash, inbox] = [new Set(await idsOf("UNREAD")), await idsOf("TRASH"), await idsOf("INBOX")];
  const there = new Map<string, Standing>();
  // In this order, because later labels win: inbox over Sent for mail to oneself, and trash over all.
  for (const id of await idsOf("SENT")) there.set(id, { folder: "sent", unread: unread.has(id) });
  for (const id of inbox) there.set(id, { folder: "inbox", unread: unread.has(id) });
  for (const id of trash) there.set(id, { folder: "trash", unread: unread.has(id) });

  const changes: Changes = { removed: [], changed: [] };
  const absent = [...cursor.known.keys()].filter((id) => !there.has(id));
  // A message that is missing in the lists may still exist: it may have arrived with an older date.
  const still = await api.about(absent);
  for (const id of cursor.known.keys()) {
    const message = still.get(id);
    compare(cursor, changes, { id, now: there.get(id) ?? (message && standingOf(message)) });
  }
  const waiting = new Set(cursor.old);
  const ordered = await listAll(api, { q: `${followed} ${since}`.trim() });
  cursor.news = ordered.filter((id) => !cursor.known.has(id) && !waiting.has(id));
  cursor.history = later(cursor.history, historyId);
  return changes;
}

async function listAll(api: GmailApi, query: ListQuery): Promise<string[]> {
  const ids: string[] = [];
  for (let token: string | undefined, isMore = true; isMore; isMore = token !== undefined) {
    const page = await api.listPage(query, pageSize, token);
    ids.push(...page.messages.map(({ id }) => id));
    token = page.nextPageToken;
  }
  return ids;
}

/** Queues the newest messages that are not stored. */
export async function reachBack(api: GmailApi, cursor: GmailCursor, limit: number): Promise<void> {
  const q = cursor.floor === null ? followed : `${followed} before:${cursor.floor + 1}`;
  const waiting = new Set([...cursor.news, ...cursor.old]);
  const found: string[] = [];
  for (let token: string | undefined, isMore = true; isMore && found.length <= limit; isMore = token !== undefined) {
    const page = await api.listPage({ q }, Math.min(pageSize, limit + 50), token);
    found.push(...page.messages.map(({ id }) => id).filter((id) => !cursor.known.has(id) && !waiting.has(id)));
    token = page.nextPageToken;
  }
  cursor.old.push(...found.slice(0, limit));
  cursor.hasOlder = found.length > limit;
}

export const secondsOf = (milliseconds: number) => Math.floor(milliseconds / 1000);
/** History ids can exceed Number.MAX_SAFE_INTEGER. */
const later = (one: string, other: string) => (BigInt(one) > BigInt(other) ? one : other);
