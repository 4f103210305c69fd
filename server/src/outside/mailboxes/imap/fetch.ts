import { t } from "@intellibox/contract/text/t";
/** Chooses the messages to fetch, and fetches them. */
import type { ImapFlow } from "imapflow";
import { readMail } from "#outside/mime/read-mail.ts";
import { type ArrivedMail, type FoundMail, MailboxError, maxMessageBytes, type SyncOptions } from "../mailbox.ts";
import { keep, listUids, marksOf, readChanges } from "./changes.ts";
import { isRefusal } from "./client.ts";
import { type FolderState, remoteIdOf } from "./cursor.ts";
import { fetchSkeleton, planSkeletons, type SkeletonPlan } from "./skeletons.ts";
import { UidSet } from "./uid-set.ts";

/**
 * A batch is one transaction. While one is stored, another is parsed and a third is fetched: after a crash these three, fewer
 * than 200 messages, are fetched again.
 */
export const batchMessages = 64;
const batchBytes = 4 << 20;
/** How much is read of a message that is too large. */
const partialBytes = 1 << 20;

/** A folder's messages below its floor, newest first, and how many of them are chosen. */
type Line = { state: FolderState; uids: number[]; dates: Map<number, number>; taken: number };

/**
 * Marks the newest `limit` messages below the floors as missing, over all folders together. Each folder is taken from its top
 * down, so that its stored messages have no gaps. Those that were chosen before the other folders were read count as well.
 */
export async function reachBack(client: ImapFlow, states: FolderState[], limit: number): Promise<void> {
  const lines: Line[] = [];
  for (const state of states) {
    const { isBegun } = state;
    state.isBegun = undefined;
    if (!isBegun && (state.older === 0 || state.floor <= 1)) continue;
    const box = await client.mailboxOpen(state.path);
    const below = await listUids(client, box, 1, (isBegun ? state.next : state.floor) - 1);
    state.older = below.filter((uid) => !isChosen(state, uid)).length;
    const uids = below.slice(-limit).toReversed();
    // Within one folder, UIDs give the order.
    const dates = states.length > 1 ? await datesOf(client, uids) : new Map();
    lines.push({ state, uids, dates, taken: 0 });
  }
  for (let left = limit; left > 0; left--) {
    const newest = lines.reduce((best: Line | undefined, line) => (isNewer(line, best) ? line : best), undefined);
    const uid = newest?.uids[newest.taken++];
    if (!newest || uid === undefined) return;
    if (isChosen(newest.state, uid)) continue;
    newest.state.missing.add(uid);
    newest.state.floor = uid;
    newest.state.older--;
  }
}

const isChosen = ({ known, missing }: FolderState, uid: number) => known.has(uid) || missing.has(uid);

/** How much mail of the inbox is fetched before anything else is read, because its owner waits for it. */
const firstMessages = 50;

/** The state of a folder that is read for the first time, with its newest messages as missing. */
export async function chooseNewest(client: ImapFlow, path: string, limit: number): Promise<FolderState> {
  const { state } = await readChanges(client, path, undefined);
  const exists = state.older;
  if (exists === 0) return state;
  const first = Math.max(1, exists - Math.min(limit, firstMessages) + 1);
  for await (const { uid } of client.fetch(`${first}:*`, { uid: true })) state.missing.add(uid);
  state.floor = Math.min(state.floor, state.missing.lowest ?? state.floor);
  state.older = Math.max(0, exists - state.missing.size);
  return state;
}

/** The shortest form of the set. */
const setOf = (uids: number[]) => UidSet.from(uids).toString();

const nextOf = ({ uids, taken, dates }: Line) => dates.get(uids[taken] ?? 0) ?? 0;
const isNewer = (line: Line, best: Line | undefined) =>
  line.taken < line.uids.length && (!best || nextOf(line) > nextOf(best));

/** Servers accept command lines of a few thousand characters (RFC 7162 4). */
const rangesAtOnce = 300;

async function datesOf(client: ImapFlow, uids: number[]): Promise<Map<number, number>> {
  const dates = new Map<number, number>();
  const ranges = setOf(uids).split(",").filter(Boolean);
  for (let at = 0; at < ranges.length; at += rangesAtOnce) {
    const some = ranges.slice(at, at + rangesAtOnce).join(",");
    for await (const { uid, internalDate } of client.fetch(some, { uid: true, internalDate: true }, { uid: true }))
      dates.set(uid, new Date(internalDate ?? 0).getTime());
  }
  return dates;
}

/** Fetched messages and those that are stored already, and the folder's state once they are stored. */
export type Fetched = { arrived: ArrivedMail[]; found: FoundMail[]; settle(): void };

/** Whether a folder has messages to fetch that its server did not refuse in this run. */
export const hasMore = (key: string, state: FolderState | undefined, withheld: Set<string>) =>
  state !== undefined && wantedOf(key, state, withheld, 1).length > 0;

function wantedOf(key: string, state: FolderState, withheld: Set<string>, most: number): number[] {
  if (withheld.size === 0) return state.missing.newest(most);
  const all = state.missing.newest(most + withheld.size);
  return all.filter((uid) => !withheld.has(remoteIdOf(key, state, uid))).slice(0, most);
}

/**
 * The next missing messages of a folder, newest first. The caller applies the new state. A message that exists but that the server
 * does not return is recorded as withheld, and stays missing.
 */
export async function fetchMissing(
  client: ImapFlow,
  key: string,
  state: FolderState,
  withheld: Set<string>,
  { isStored, leavesFiles = false }: Pick<SyncOptions, "isStored" | "leavesFiles">,
): Promise<Fetched> {
  const selected =
    client.mailbox && client.mailbox.path === state.path ? client.mailbox : await client.mailboxOpen(state.path);
  // The folder was recreated since it was surveyed, so its UIDs mean other messages. The next sync starts it over.
  if (String(selected.uidValidity) !== state.validity)
    throw new MailboxError("gone", t("The folder has changed meanwhile."));
  const wanted = wantedOf(key, state, withheld, batchMessages);
  const { sizes, stubs } = await describe(client, key, state, wanted, isStored !== undefined);
  const stored = stubs.size > 0 ? await isStored?.(wanted.flatMap((uid) => stubs.get(uid) ?? [])) : undefined;
  const found = wanted.flatMap((uid) => {
    const stub = stubs.get(uid);
    return stub && stored?.has(stub.remoteId) ? [{ uid, stub }] : [];
  });
  const isFound = new Set(found.map(({ uid }) => uid));
  const others = wanted.filter((uid) => !isFound.has(uid));
  const sizesOf = (uids: number[]) =>
    new Map(uids.flatMap((uid) => (sizes.has(uid) ? [[uid, sizes.get(uid) ?? 0]] : [])));
  // A draft is stored whole, because it can be continued.
  const mayLeave = leavesFiles && key !== "drafts" && !state.isAdopting;
  const plans = mayLeave ? await planSkeletons(client, sizesOf(others)) : new Map<number, SkeletonPlan>();
  const taken = state.isAdopting ? [] : takeBytes(others, sizes, plans);
  // Mail of a folder that is not followed, and that the store does not have.
  const left = state.isAdopting ? others.filter((uid) => stubs.has(uid)) : [];
  const isLarge = (uid: number) => (sizes.get(uid) ?? 0) > maxMessageBytes;
  const { brought, refuted } = await fetchSkeletons(client, taken, plans, sizes);
  const isWhole = (uid: number) => !plans.has(uid) || refuted.has(uid);
  const wholes = takeBytes(taken.filter(isWhole), sizes, new Map());
  const tried = [...brought.map(({ uid }) => uid), ...wholes];
  for (const isPartial of [false, true]) {
    const uids = wholes.filter((uid) => isLarge(uid) === isPartial);
    if (uids.length > 0) brought.push(...(await fetchWhatComes(client, uids, isPartial)));
  }
  brought.sort((a, b) => b.uid - a.uid);
  const here = new Set(brought.map(({ uid }) => uid));
  const unsized = wanted.filter((uid) => !sizes.has(uid));
  const gone = await goneOf(client, selected, unsized);
  for (const uid of state.isAdopting ? others.filter((one) => !left.includes(one)) : [...tried, ...unsized])
    if (!here.has(uid) && !gone.includes(uid)) withheld.add(remoteIdOf(key, state, uid));
  return {
    arrived: brought.map(({ uid, ...mail }) => ({ ...mail, remoteId: remoteIdOf(key, state, uid), folders: [key] })),
    found: found.map(({ stub }) => stub),
    settle() {
      for (const uid of [...gone, ...left]) state.missing.delete(uid);
      const all = [...brought, ...found.map(({ uid, stub }) => ({ ...stub, uid }))];
      for (const { uid, ...marks } of all) keep(state, uid, marks);
    },
  };
}

const sizeItems = { uid: true, size: true };
/** The fields that identify a stored message. */
const stubItems = { ...sizeItems, flags: true, headers: ["message-id"] };

type Described = { sizes: Map<number, number>; stubs: Map<number, FoundMail> };

/** Without stubs if the server fails on them. */
async function describe(
  client: ImapFlow,
  key: string,
  state: FolderState,
  uids: number[],
  isAsked: boolean,
): Promise<Described> {
  const described: Described = { sizes: new Map(), stubs: new Map() };
  try {
    for await (const one of client.fetch(setOf(uids), isAsked ? stubItems : sizeItems, { uid: true })) {
      const { uid, size = 0, headers, flags } = one;
      described.sizes.set(uid, size);
      if (!headers) continue;
      const { messageId } = readMail(headers);
      const remoteId = remoteIdOf(key, state, uid);
      described.stubs.set(uid, { remoteId, folders: [key], messageId, size, ...marksOf(flags) });
    }
    await identifyBare(client, described.stubs);
    return described;
  } catch (error) {
    if (!isAsked || !isRefusal(client, error)) throw error;
    return describe(client, key, state, uids, false);
  }
}

/** Asks for what else identifies messages without a Message-ID. */
async function identifyBare(client: ImapFlow, stubs: Map<number, FoundMail>) {
  const bare = [...stubs].flatMap(([uid, { messageId }]) => (messageId === null ? uid : []));
  if (bare.length === 0) return;
  for await (const { uid, headers } of client.fetch(setOf(bare), bareItems, { uid: true })) {
    const stub = stubs.get(uid);
    const { date, from, subject } = readMail(headers ?? Buffer.alloc(0));
    if (stub && date) stub.header = { date, from: from.address, subject };
  }
}
/** The type has the charset of raw text in the others. */
const bareItems = { uid: true, headers: ["date", "from", "sender", "return-path", "subject", "content-type"] };

/** If the server fails on a batch, each message is fetched alone, so that one unreadable message does not block the others. */
async function fetchWhatComes(client: ImapFlow, uids: number[], isPartial: boolean): Promise<FetchedMessage[]> {
  try {
    return await fetchSources(client, uids, isPartial);
  } catch (error) {
    if (!isRefusal(client, error)) throw error;
  }
  const found: FetchedMessage[] = [];
  for (const uid of uids) {
    const alone = fetchSources(client, [uid], isPartial);
    found.push(
      ...(await alone.catch((error: unknown) => {
        if (!isRefusal(client, error)) throw error;
        return [];
      })),
    );
  }
  return found;
}

/**
 * Those that the server does not send as it described them are refuted, and fetched whole. It ends when they are enough for a batch:
 * somebody may send many large mails of this kind.
 */
async function fetchSkeletons(
  client: ImapFlow,
  uids: number[],
  plans: Map<number, SkeletonPlan>,
  sizes: Map<number, number>,
): Promise<{ brought: FetchedMessage[]; refuted: Set<number> }> {
  const brought: FetchedMessage[] = [];
  const refuted = new Set<number>();
  let bytes = 0;
  for (const uid of uids) {
    const [plan, size = 0] = [plans.get(uid), sizes.get(uid)];
    if (!plan || bytes > batchBytes) continue;
    const one = await fetchSkeleton(client, uid, plan, size).catch((error: unknown) => {
      if (!isRefusal(client, error)) throw error;
      return undefined;
    });
    if (one) brought.push(one);
    else {
      refuted.add(uid);
      bytes += size;
    }
  }
  return { brought, refuted };
}

/** UIDs that no longer exist, by SEARCH: a FETCH response may leave out messages that do exist. */
async function goneOf(client: ImapFlow, box: { exists: number }, uids: number[]): Promise<number[]> {
  if (uids.length === 0) return [];
  const there = new Set(await listUids(client, box, Math.min(...uids), Math.max(...uids)));
  return uids.filter((uid) => !there.has(uid));
}

/** As many as fit into a batch, at least one. */
function takeBytes(uids: number[], sizes: Map<number, number>, plans: Map<number, SkeletonPlan>): number[] {
  let sum = 0;
  const present = uids.filter((uid) => sizes.has(uid));
  const end = present.findIndex((uid) => {
    sum += plans.get(uid)?.bytes ?? sizes.get(uid) ?? 0;
    return sum > batchBytes;
  });
  return end < 0 ? present : present.slice(0, Math.max(1, end));
}

type FetchedMessage = Omit<ArrivedMail, "remoteId" | "folders"> & { uid: number };

async function fetchSources(client: ImapFlow, uids: number[], isPartial: boolean): Promise<FetchedMessage[]> {
  const found: FetchedMessage[] = [];
  const query = { uid: true, flags: true, internalDate: true, source: isPartial ? { maxLength: partialBytes } : true };
  for await (const { uid, flags, internalDate, source } of client.fetch(setOf(uids), query, { uid: true })) {
    if (!source) continue;
    const receivedAt = internalDate ? new Date(internalDate) : null;
    found.push({ uid, ...marksOf(flags), raw: source, receivedAt, isPartial });
  }
  return found;
}
