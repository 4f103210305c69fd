/** Which messages to bring, and bringing them. */
import type { ImapFlow } from "imapflow";
import { listUids } from "./imap-changes.ts";
import { maxMessageBytes } from "./imap-client.ts";
import { type FolderState, remoteIdOf } from "./imap-cursor.ts";
import { type ArrivedMail, MailboxError, type MailFolder } from "./mailbox.ts";

/** A batch is committed as a whole: small enough to lose little, large enough to be worth its transaction. */
const batchMessages = 50;
const batchBytes = 16 << 20;
/** Of a message that is too large, so much is read. */
const partialBytes = 1 << 20;

type Candidate = { state: FolderState; uid: number; at: number };

/**
 * Marks the newest `limit` messages below the floors as missing: of all folders together, each from its top down, so that what
 * we have of a folder is always its end without gaps.
 */
export async function reachBack(client: ImapFlow, states: FolderState[], limit: number): Promise<void> {
  const lines: Candidate[][] = [];
  for (const state of states) {
    if (state.older === 0 || state.floor <= 1) continue;
    const box = await client.mailboxOpen(state.path);
    const below = await listUids(client, box, 1, state.floor - 1);
    state.older = below.length;
    const top = below.slice(-limit).toReversed();
    const dates = await datesOf(client, top);
    lines.push(top.map((uid) => ({ state, uid, at: dates.get(uid) ?? 0 })));
  }
  for (let left = limit; left > 0; left--) {
    const newest = lines
      .filter((line) => line[0])
      .sort((a, b) => (b[0]?.at ?? 0) - (a[0]?.at ?? 0))[0]
      ?.shift();
    if (!newest) return;
    newest.state.missing.add(newest.uid);
    newest.state.floor = newest.uid;
    newest.state.older--;
  }
}

async function datesOf(client: ImapFlow, uids: number[]): Promise<Map<number, number>> {
  const dates = new Map<number, number>();
  if (uids.length === 0) return dates;
  for await (const { uid, internalDate } of client.fetch(
    uids.join(","),
    { uid: true, internalDate: true },
    { uid: true },
  ))
    dates.set(uid, new Date(internalDate ?? 0).getTime());
  return dates;
}

/** The next messages of a folder that has some missing, newest first; its state is as if they were stored. */
export async function fetchMissing(client: ImapFlow, name: MailFolder, state: FolderState): Promise<ArrivedMail[]> {
  const selected =
    client.mailbox && client.mailbox.path === state.path ? client.mailbox : await client.mailboxOpen(state.path);
  // The folder was made anew since it was surveyed: its UIDs are other messages now. The next sync sees to it.
  if (String(selected.uidValidity) !== state.validity)
    throw new MailboxError("gone", "The folder has changed meanwhile.");
  const wanted = state.missing.newest(batchMessages);
  const sizes = await sizesOf(client, wanted);
  const arrived: ArrivedMail[] = [];
  const taken = takeBytes(wanted, sizes);
  // Gone since they were listed: nothing to bring.
  for (const uid of wanted) if (!sizes.has(uid)) state.missing.delete(uid);
  for (const [uids, isPartial] of [
    [taken.filter((uid) => (sizes.get(uid) ?? 0) <= maxMessageBytes), false],
    [taken.filter((uid) => (sizes.get(uid) ?? 0) > maxMessageBytes), true],
  ] as const) {
    if (uids.length > 0) arrived.push(...(await fetchSources(client, name, state, { uids, isPartial })));
  }
  for (const uid of taken) state.missing.delete(uid);
  return arrived.sort((a, b) => taken.indexOf(uidOf(a)) - taken.indexOf(uidOf(b)));
}

const uidOf = ({ remoteId }: ArrivedMail) => Number(remoteId.split("/").at(-1));

async function sizesOf(client: ImapFlow, uids: number[]): Promise<Map<number, number>> {
  const sizes = new Map<number, number>();
  for await (const { uid, size } of client.fetch(uids.join(","), { uid: true, size: true }, { uid: true }))
    sizes.set(uid, size ?? 0);
  return sizes;
}

/** As many as fit, at least one. */
function takeBytes(uids: number[], sizes: Map<number, number>): number[] {
  let sum = 0;
  const present = uids.filter((uid) => sizes.has(uid));
  const end = present.findIndex((uid) => {
    sum += sizes.get(uid) ?? 0;
    return sum > batchBytes;
  });
  return end < 0 ? present : present.slice(0, Math.max(1, end));
}

async function fetchSources(
  client: ImapFlow,
  name: MailFolder,
  state: FolderState,
  { uids, isPartial }: { uids: number[]; isPartial: boolean },
): Promise<ArrivedMail[]> {
  const arrived: ArrivedMail[] = [];
  const query = { uid: true, flags: true, internalDate: true, source: isPartial ? { maxLength: partialBytes } : true };
  for await (const { uid, flags, internalDate, source } of client.fetch(uids.join(","), query, { uid: true })) {
    if (!source) continue;
    const unread = !flags?.has("\\Seen");
    state.known.add(uid);
    if (unread) state.unread.add(uid);
    const receivedAt = internalDate ? new Date(internalDate) : null;
    arrived.push({ remoteId: remoteIdOf(name, state, uid), folder: name, unread, raw: source, receivedAt, isPartial });
  }
  return arrived;
}
