/** Changes of a Gmail mailbox since the cursor: from its history, or by comparing all messages if the history has expired. */
import { CloudError } from "#outside/cloud-fetch.ts";
import type { GmailApi, HistoryRecord } from "./api.ts";
import { type Changes, compare, forgetLabels, later, type Update } from "./compare.ts";
import { type GmailCursor, waitingIn } from "./cursor.ts";
import { keyOf, readFolders, standingOf } from "./labels.ts";
import { follow, isWanted, type Touch } from "./reach.ts";
import { relist } from "./relist.ts";

/** Reading a longer history costs more than comparing all messages. */
const mostPages = 100;

/** Brings the cursor up to date. Messages to fetch are queued in it. */
export async function readChanges(api: GmailApi, cursor: GmailCursor, followed: ReadonlySet<string>): Promise<Update> {
  const touched = cursor.isOld ? undefined : await readHistory(api, cursor.history).catch(onlyExpired);
  if (!touched) return relist(api, cursor, followed);
  const update = await apply(api, cursor, followed, touched.messages);
  cursor.history = later(cursor.history, touched.historyId);
  return update;
}

/** "If you receive an HTTP 404 error response, your application should perform a full sync" (users.history.list). */
function onlyExpired(error: unknown): undefined {
  if (!(error instanceof CloudError) || error.status !== 404) throw error;
}

/** Every message that the history names, oldest change first; undefined if the history is too long. */
async function readHistory(api: GmailApi, start: string) {
  const messages = new Map<string, Touch>();
  let historyId: string | undefined;
  let token: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await api.historyPage(start, token);
    // The id of the first page: changes during the other pages are then read again rather than missed.
    historyId ??= page.historyId;
    for (const record of page.history) note(messages, record);
    token = page.nextPageToken;
    if (!token) return { messages, historyId };
  }
  return undefined;
}

const hiding = new Set(["SPAM", "DRAFT", "TRASH"]);

function note(messages: Map<string, Touch>, record: HistoryRecord) {
  const touch = (id: string): Touch => {
    const one = messages.get(id) ?? { isAdded: false, isFreed: false, isArchived: false, gained: new Set() };
    // The latest change last.
    messages.delete(id);
    messages.set(id, one);
    return one;
  };
  for (const { message } of record.messagesAdded) touch(message.id).isAdded = true;
  for (const { message } of record.messagesDeleted) touch(message.id);
  for (const { message, labelIds } of record.labelsAdded) {
    const { gained } = touch(message.id);
    for (const id of labelIds) gained.add(keyOf(id));
  }
  for (const { message, labelIds } of record.labelsRemoved) {
    const one = touch(message.id);
    one.isFreed ||= labelIds.some((id) => hiding.has(id));
    one.isArchived ||= labelIds.includes("INBOX");
  }
}

/** Reads each message's current labels instead of replaying the changes, so that the step is idempotent. */
async function apply(
  api: GmailApi,
  cursor: GmailCursor,
  followed: ReadonlySet<string>,
  touched: Map<string, Touch>,
): Promise<Update> {
  const isTelling = ({ isAdded, isFreed, isArchived, gained }: Touch) =>
    isAdded || isFreed || (isArchived && followed.has("archive")) || [...gained].some((key) => followed.has(key));
  const asked = [...touched].filter(([id, touch]) => cursor.known.has(id) || isTelling(touch));
  const found = await api.about(asked.map(([id]) => id));
  // Read after the messages, so that it has every label of theirs. A label that they get later is in the next history.
  const folders = await readFolders(api);
  forgetLabels(cursor, folders);
  const fresh = follow(cursor, followed, folders);
  const waiting = waitingIn(cursor);
  const changes: Changes = { removed: [], changed: [] };
  const news: string[] = [];
  for (const [id, touch] of asked) {
    const message = found.get(id);
    const now = message && standingOf(message, folders);
    if (cursor.known.has(id)) compare(cursor, changes, id, now);
    else if (message && now && !waiting.has(id) && isWanted(cursor, message, now, touch)) news.push(id);
  }
  cursor.news = [...news.toReversed(), ...cursor.news];
  return { changes, folders, fresh };
}
