/**
 * A mailbox by the Gmail API. Folders are labels, and a message keeps its id in all of them. The history names the changed messages;
 * the current state of each is then read, so that every step is idempotent.
 */

import { t } from "@intellibox/contract/text/t";
import { type LeftPart, worthLeaving } from "#outside/mime/choose-parts.ts";
import type { CloudAccount } from "../cloud-account.ts";
import {
  type ArrivedMail,
  asMailboxError,
  type Batch,
  type Mailbox,
  MailboxError,
  mailFolders,
  maxMessageBytes,
  type SyncOptions,
  watchNothing,
} from "../mailbox.ts";
import { createLabel, modifyMessage, removeMessage, setLabels } from "./actions.ts";
import { type GmailApi, type MessageAbout, openGmailApi, type WholeMessage } from "./api.ts";
import { readChanges } from "./changes.ts";
import type { Update } from "./compare.ts";
import { type GmailCursor, readGmailCursor, type Standing, writeGmailCursor } from "./cursor.ts";
import { keepDraft, removeDraft } from "./drafts.ts";
import { type FolderList, readFolders, standingOf } from "./labels.ts";
import {
  countOlder,
  follow,
  followedKeys,
  isUnasked,
  reachBack,
  reachFirst,
  reachFurther,
  secondsOf,
} from "./reach.ts";
import { skeletonOf } from "./skeletons.ts";

const batchMessages = 50;
const batchBytes = 16 << 20;
/** The limit of an answer: a batch in base64, with room for Gmail's size estimates that are too low. */
const answerBytes = 32 << 20;
/** The largest message in base64, and the JSON around it. */
const largestBytes = Math.ceil((maxMessageBytes * 4) / 3) + (1 << 20);

export async function openGmailMailbox(account: CloudAccount): Promise<Mailbox> {
  const api = openGmailApi(account);
  const { historyId, messagesTotal } = await api.profile();
  return {
    sync: (cursor, options) => sync(api, cursor, { ...options, historyId, messagesTotal }),
    setUnread: (id, unread) => modifyMessage(api, id, unread ? { add: ["UNREAD"] } : { remove: ["UNREAD"] }),
    setStarred: (id, starred) => modifyMessage(api, id, starred ? { add: ["STARRED"] } : { remove: ["STARRED"] }),
    setFolders: (places, change) => setLabels(api, places, change),
    createFolder: (name) => createLabel(api, name),
    remove: (id) => removeMessage(api, id),
    hasSent: async (messageId) => (await findByMessageId(api, messageId, ["SENT"])) !== undefined,
    // For mail sent by another server. Gmail stores its own sent mail.
    keepSent: async (raw) => void (await api.insert(raw, ["SENT"])),
    fetchWhole: (id) => fetchWhole(api, id),
    keepDraft: (raw, draft) => keepDraft(api, raw, draft),
    removeDraft: (draft) => removeDraft(api, draft),
    listAliases: () => listAliases(api),
    watch: watchNothing,
    close: async () => undefined,
  };
}

/** Gmail asks the owner of each address; until then it sends nothing from it. The account's own address has no such status. */
async function listAliases(api: GmailApi): Promise<string[]> {
  const listed = await api.sendAs().catch((error: unknown) => {
    throw asMailboxError(error);
  });
  return listed.flatMap(({ sendAsEmail, isPrimary, verificationStatus }) =>
    isPrimary || verificationStatus === "pending" ? [] : sendAsEmail,
  );
}

/** The newest message with that Message-ID. */
export async function findByMessageId(api: GmailApi, messageId: string, labelIds: string[] = []) {
  // Other characters would change the search expression.
  const plain = messageId.replace(/[<>]/g, "");
  if (!plain || /[\s"(){}]/.test(plain)) return undefined;
  const { messages } = await api.listPage({ q: `rfc822msgid:${plain}`, labelIds }, 1);
  return messages[0];
}

type GmailOptions = SyncOptions & {
  /** From when the mailbox was opened. */
  historyId: string;
  messagesTotal: number | undefined;
};

async function* sync(api: GmailApi, text: string | null, options: GmailOptions): AsyncGenerator<Batch> {
  try {
    const followed = options.followed?.size ? options.followed : new Set<string>(mailFolders);
    const cursor = text === null ? firstCursor(options.historyId) : readGmailCursor(text);
    const seen = new Map<string, MessageAbout>();
    const isFirst = text === null;
    const { changes, folders, fresh } = isFirst
      ? await begin(api, cursor, followed, options.limit)
      : await readChanges(api, cursor, followed);
    const update = { folders: folders.all, reset: [], ...changes };
    if (isFirst)
      yield { ...update, arrived: await fetchNext(api, cursor, folders, seen, options), ...progressOf(cursor) };
    for (const reach of cursor.reaches.filter(isUnasked)) {
      if (reach === cursor.reaches[0]) await reachFirst(api, cursor, reach, options.limit);
      else await reachBack(api, cursor, reach, options.limit);
    }
    if (options.older) await reachFurther(api, cursor, options.limit, fresh);
    const rest = isFirst ? { reset: [], removed: [], changed: [] } : update;
    const progress = await progressAfter(api, cursor, options, isFirst);
    yield { ...rest, arrived: [], ...progress() };
    while (queueOf(cursor)) {
      const arrived = await fetchNext(api, cursor, folders, seen, options);
      yield { reset: [], removed: [], changed: [], arrived, ...progress() };
    }
  } catch (error) {
    throw asMailboxError(error);
  }
}

/** The history id is from before anything is listed, so that later changes are in the history. */
function firstCursor(historyId: string): GmailCursor {
  const first = { keys: [...mailFolders], floor: null, hasOlder: true, old: [] };
  return { history: historyId, reaches: [first], known: new Map(), news: [], isOld: false };
}

/** Queues the newest mail of the inbox, for which its owner waits. Everything else is read after it is stored. */
async function begin(
  api: GmailApi,
  cursor: GmailCursor,
  followed: ReadonlySet<string>,
  limit: number,
): Promise<Update> {
  const newest = api.listPage({ labelIds: ["INBOX"], withoutTrash: true }, Math.min(limit, batchMessages));
  const [folders, { messages }] = await Promise.all([readFolders(api), newest]);
  follow(cursor, followed, folders);
  if (followedKeys(cursor).has("inbox")) cursor.news = messages.map(({ id }) => id);
  return { changes: { removed: [], changed: [] }, folders, fresh: cursor.reaches };
}

const progressOf = (cursor: GmailCursor) => ({
  cursor: writeGmailCursor(cursor),
  remaining: cursor.reaches.reduce((sum, { old }) => sum + old.length, cursor.news.length),
  hasOlder: cursor.reaches.some(({ hasOlder }) => hasOlder),
});

/** Mail that is queued now counts as older mail only after the run. */
async function progressAfter(
  api: GmailApi,
  cursor: GmailCursor,
  { older, messagesTotal }: GmailOptions,
  isFirst: boolean,
) {
  const isCounted = (isFirst || older) && cursor.reaches.some(({ hasOlder }) => hasOlder);
  const count = isCounted ? await countOlder(api, cursor, messagesTotal) : undefined;
  return () => ({ ...progressOf(cursor), ...(count !== undefined && { older: count }) });
}

/** The messages to fetch next. `reach` is absent for new mail. */
function queueOf({ news, reaches }: GmailCursor) {
  if (news.length > 0) return { queue: news };
  const reach = reaches.find(({ old }) => old.length > 0);
  return reach && { queue: reach.old, reach };
}

/** The next messages to fetch, limited by count and bytes. `seen` caches the metadata of those that are queued. */
async function fetchNext(
  api: GmailApi,
  cursor: GmailCursor,
  folders: FolderList,
  seen: Map<string, MessageAbout>,
  { leavesFiles = false }: SyncOptions,
): Promise<ArrivedMail[]> {
  const { queue, reach } = queueOf(cursor) ?? { queue: [] };
  const next = queue.slice(0, batchMessages);
  for (const [id, message] of await api.about(next.filter((id) => !seen.has(id)))) seen.set(id, message);
  const taken = withinBytes(next, seen);
  const followed = followedKeys(cursor);
  /** Undefined if the message has left the folders that are followed. */
  const wantedOf = (message: MessageAbout | undefined) => {
    const standing = message && standingOf(message, folders);
    return standing?.folders.some((key) => followed.has(key)) ? standing : undefined;
  };
  const wanted = taken.filter((id) => wantedOf(seen.get(id)));
  const found = leavesFiles ? await readSkeletons(api, wanted, seen) : new Map<string, Whole>();
  const others = wanted.filter((id) => !found.has(id));
  for (const [id, message] of await readWhole(api, others)) found.set(id, message);
  const arrived: ArrivedMail[] = [];
  for (const id of taken) {
    const message = found.get(id);
    const standing = wantedOf(message);
    if (message && standing) {
      cursor.known.set(id, standing);
      arrived.push(arrivedOf(message, standing));
    }
    const date = (message ?? seen.get(id))?.internalDate;
    if (reach && date !== undefined) reach.floor = Math.min(reach.floor ?? secondsOf(date), secondsOf(date));
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

type Whole = WholeMessage & { isPartial?: boolean; left?: LeftPart[] };

/** Those that have larger attachments. A draft is stored whole, because it can be continued. */
async function readSkeletons(
  api: GmailApi,
  ids: string[],
  seen: Map<string, MessageAbout>,
): Promise<Map<string, Whole>> {
  const large = ids.filter((id) => {
    const { sizeEstimate = 0, labelIds = [] } = seen.get(id) ?? {};
    return sizeEstimate > worthLeaving && sizeEstimate <= maxMessageBytes && !labelIds.includes("DRAFT");
  });
  const found = new Map<string, Whole>();
  const listed = large.length > 0 ? ((await api.described(large, answerBytes).catch(onlyTooLarge)) ?? []) : [];
  for (const message of listed) {
    const skeleton = await skeletonOf(api, message);
    if (skeleton) found.set(message.id, { ...message, ...skeleton });
  }
  return found;
}

async function fetchWhole(api: GmailApi, id: string): Promise<Uint8Array> {
  try {
    const [message] = (await api.whole([id], largestBytes)).values();
    if (message) return message.raw;
  } catch (error) {
    throw asMailboxError(error);
  }
  throw new MailboxError("gone", t("The message is no longer there."));
}

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

const arrivedOf = (
  { id, raw, internalDate, isPartial = false, left, sizeEstimate }: Whole,
  standing: Standing,
): ArrivedMail => ({
  remoteId: id,
  ...standing,
  folders: [...standing.folders],
  raw,
  receivedAt: new Date(internalDate),
  isPartial,
  ...(left && { left, size: Math.max(sizeEstimate, raw.length) }),
});
