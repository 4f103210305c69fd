/** Fetches the raw source of messages that are not stored yet. */
import { z } from "zod";
import { CloudError } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "../cloud-account.ts";
import { type ArrivedMail, type FoundMail, maxMessageBytes, type SyncOptions } from "../mailbox.ts";
import { graphCall, graphItem, isFlagged, isMissing, messagePath, queryOf, readMany } from "./calls.ts";
import { foundOf, marksOf, type Step } from "./changes.ts";
import { digestOf, isDrafts, type OutlookCursor, readRemoteId, remoteIdOf, type Wanted } from "./cursor.ts";
import { type LeftPlan, planLeft, skeletonOf } from "./skeletons.ts";

/** Small, so that the first messages can be read while the rest is fetched. */
const batchMessages = 20;
const batchBytes = 16 << 20;
const maxConcurrent = 3;
/** Of one question to the store. Each message has a remote id for every folder. */
const askedAtOnce = 200;

type IsStored = SyncOptions["isStored"];

/** Finds those that the store has already. */
export async function storedOf(isStored: IsStored, mails: FoundMail[]): Promise<FoundMail[]> {
  const found: FoundMail[] = [];
  for (let at = 0; isStored && at < mails.length; at += askedAtOnce) {
    const some = mails.slice(at, at + askedAtOnce);
    const known = await isStored(some);
    found.push(...some.filter(({ remoteId }) => known.has(remoteId)));
  }
  return found;
}

/**
 * Takes what is stored from the queue, up to as many as one question names; the cursor is updated as if that were committed. `asked`
 * remembers, for one run, what is not stored.
 */
export async function takeStored(cursor: OutlookCursor, isStored: IsStored, asked: Set<string>): Promise<FoundMail[]> {
  cursor.wanted.sort((a, b) => b.at - a.at);
  const some = cursor.wanted
    .slice(0, askedAtOnce)
    .filter(({ folder, id }) => !isDrafts(folder) && !asked.has(remoteIdOf(folder, id)));
  const found = await storedOf(
    isStored,
    some.map((one) => foundOf(cursor, one)),
  );
  const taken = new Set(found.map(({ remoteId }) => remoteId));
  for (const one of some) {
    const remoteId = remoteIdOf(one.folder, one.id);
    if (taken.has(remoteId)) cursor.folders.get(one.folder)?.known.add(digestOf(one.id));
    else asked.add(remoteId);
  }
  cursor.wanted = cursor.wanted.filter(({ folder, id }) => !taken.has(remoteIdOf(folder, id)));
  return found;
}

/** `units` are taken from the mailbox's budget of calls. */
type FetchOptions = { units?: number; leavesFiles?: boolean };

/** Exchange can say of a new message for some time that it is not there. */
const mostMissed = 3;

/**
 * The next messages of the queue, newest first. The cursor is updated as if they were stored. A message that is not found is kept
 * for the next sync in `missed`, which this run leaves out.
 */
export async function fetchWanted(
  account: CloudAccount,
  cursor: OutlookCursor,
  missed: Set<Wanted>,
  { units = 1, leavesFiles = false }: FetchOptions = {},
): Promise<ArrivedMail[]> {
  const queue = cursor.wanted.filter((one) => !missed.has(one)).sort((a, b) => b.at - a.at);
  const next = queue.slice(0, batchMessages);
  const plans = leavesFiles ? await planLeft(account, next) : new Map<string, LeftPlan>();
  const mails = await fetchNext(account, next, plans, units);
  const taken = new Set(queue.slice(0, mails.length));
  for (const [at, one] of [...taken].entries()) {
    if (mails[at]) cursor.folders.get(one.folder)?.known.add(digestOf(one.id));
    else {
      one.missed = (one.missed ?? 0) + 1;
      if (one.missed < mostMissed) missed.add(one);
    }
  }
  cursor.wanted = cursor.wanted.filter((one) => !taken.has(one) || missed.has(one));
  return mails.filter((mail) => mail !== undefined);
}

/**
 * As `fetchWanted`, for the inbox of a new mailbox, which is not listed yet. Its owner waits, and these calls are made once and are few,
 * so they do not wait for the mailbox's budget.
 */
export async function fetchEarly(
  account: CloudAccount,
  cursor: OutlookCursor,
  missed: Set<Wanted>,
  options: FetchOptions,
): Promise<ArrivedMail[]> {
  const arrived = await fetchWanted(account, cursor, missed, { ...options, units: 0 });
  const inbox = cursor.folders.get("inbox");
  if (inbox) {
    inbox.early = [...(inbox.early ?? []), ...arrived.map(({ remoteId }) => readRemoteId(remoteId).id)];
    inbox.known.clear();
  }
  return arrived;
}

/** The mails in the order of the queue, as many as fit into a batch. A few calls are under way at any moment. */
async function fetchNext(
  account: CloudAccount,
  queue: Wanted[],
  plans: Map<string, LeftPlan>,
  units: number,
): Promise<(ArrivedMail | undefined)[]> {
  const mails: (ArrivedMail | undefined)[] = [];
  let [begun, bytes] = [0, 0];
  const fetchOn = async () => {
    for (let one = queue[begun]; one && bytes < batchBytes; one = queue[begun]) {
      const at = begun++;
      const mail = await fetchOne(account, one, plans.get(one.id), units).catch((error: unknown) => {
        // The others do not begin another one.
        begun = queue.length;
        throw error;
      });
      mails[at] = mail;
      bytes += mail?.raw.length ?? 0;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, fetchOn));
  return mails;
}

/** Undefined if the message was deleted since it was listed, which the folder's delta reports too. */
async function fetchOne(
  account: CloudAccount,
  one: Wanted,
  plan: LeftPlan | undefined,
  units: number,
): Promise<ArrivedMail | undefined> {
  const { folder, id, at } = one;
  const mail = {
    ...{ remoteId: remoteIdOf(folder, id), folders: [folder], ...marksOf(one), receivedAt: new Date(at) },
    ...(isDrafts(folder) && { replaces: true }),
  };
  try {
    const skeleton = plan && (await skeletonOf(account, id, plan));
    if (skeleton) return { ...mail, ...skeleton, isPartial: false };
    return { ...mail, raw: await wholeSource(account, id, units), isPartial: false };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (error.fault === "gone") return undefined;
    if (error.fault !== "too_large") throw error;
    return { ...mail, raw: await headerOf(account, id), isPartial: true };
  }
}

export async function wholeSource(account: CloudAccount, id: string, units = 1): Promise<Buffer> {
  const path = `${messagePath(id)}/$value`;
  return (await graphCall(account, { path, units, maxBytes: maxMessageBytes, timeoutMs: 180_000 })).bytes;
}

const headers = z.object({
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});

/** For a message that is too large, only the header is fetched. */
async function headerOf(account: CloudAccount, id: string): Promise<Buffer> {
  const query = { $select: "internetMessageHeaders" };
  const found = (await graphCall(account, { path: messagePath(id), query })).json(headers);
  const lines = found.internetMessageHeaders
    // The content type describes a body that is not fetched, so it is left out.
    .filter(({ name }) => !/^content-/i.test(name))
    .map(({ name, value }) => `${name}: ${value.replaceAll(/\s*[\r\n]+\s*/g, " ")}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
}

/**
 * Messages that were moved into folders that are not followed, whose own changes are not read: archived by another program, for
 * example. An immutable id finds a message in every folder.
 */
export async function findMoved(account: CloudAccount, cursor: OutlookCursor, { left }: Step): Promise<FoundMail[]> {
  const isElsewhere = (id: string) =>
    cursor.wanted.some((one) => one.id === id) ||
    [...cursor.folders.values()].some(({ known }) => known.has(digestOf(id)));
  const ids = [...new Set(left)].filter((id) => !isElsewhere(id));
  const links = ids.map((id) => `${messagePath(id)}?${queryOf({ $select: "isRead,flag,parentFolderId" })}`);
  const roles = new Map(Object.entries(cursor.list?.roles ?? {}).map(([role, id]) => [id, role]));
  const answers = await readMany(account, links, graphItem);
  return answers.flatMap((item, at) => {
    if (item instanceof Error) {
      if (isMissing(item)) return [];
      throw item;
    }
    const id = ids[at] ?? item.id;
    const folder = roles.get(item.parentFolderId ?? "") ?? item.parentFolderId;
    // The changes of a followed folder name it.
    if (!folder || cursor.folders.has(folder)) return [];
    return [foundOf(cursor, { folder, id, unread: item.isRead === false, starred: isFlagged(item) })];
  });
}
