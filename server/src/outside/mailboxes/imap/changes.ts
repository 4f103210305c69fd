import { t } from "@intellibox/contract/text/t";
/** Changes of one folder since the cursor, by the best extension that the server has. */
import type { ImapFlow, MailboxObject } from "imapflow";
import { MailboxError } from "../mailbox.ts";
import { connectionEnded } from "./client.ts";
import { emptySets, type FolderState } from "./cursor.ts";
import { UidSet } from "./uid-set.ts";

/** Changes of the selected folder, already applied to its state. */
export type FolderChanges = { changed: Map<number, Marks>; removed: number[]; isReset: boolean; state: FolderState };

/** The flags of a message that are read. `forwarded` is a keyword that servers and programs agree on (RFC 9051 2.3.2). */
const flagNames = { starred: "\\Flagged", answered: "\\Answered", forwarded: "$Forwarded" } as const;
type FlagName = keyof typeof flagNames;
const flagged = Object.keys(flagNames) as FlagName[];
type AllMarks = { unread: boolean } & Record<FlagName, boolean>;
/** The changed flags of a message. */
type Marks = Partial<AllMarks>;
type Seen = AllMarks & { uid: number };

/** Keywords have no fixed case (RFC 9051 2.3.2). */
export function marksOf(flags: Set<string> | undefined): AllMarks {
  const has = (name: string) => flags?.has(name) ?? false;
  const forwarded = [...(flags ?? [])].some((flag) => flag.toLowerCase() === "$forwarded");
  return { unread: !has("\\Seen"), starred: has(flagNames.starred), answered: has(flagNames.answered), forwarded };
}

/** Notes a stored message with its flags. */
export function keep(state: FolderState, uid: number, marks: Marks) {
  state.missing.delete(uid);
  state.known.add(uid);
  if (marks.unread) state.unread.add(uid);
  for (const name of flagged) if (marks[name]) state[name]?.add(uid);
}

export async function readChanges(
  client: ImapFlow,
  path: string,
  before: FolderState | undefined,
): Promise<FolderChanges> {
  if (!before || before.path !== path) return opened(await select(client, path), path, before);
  const heard = before.modseq && client.enabled.has("QRESYNC") ? listen(client) : undefined;
  // RFC 7162 3.2.5: with QRESYNC the answer to SELECT holds every change of flags and every removal since the modseq.
  const resume = heard && { changedSince: BigInt(before.modseq ?? 0), uidValidity: BigInt(before.validity) };
  const box = await select(client, path, resume).finally(() => heard?.stop());
  if (String(box.uidValidity) !== before.validity) return opened(box, path, before);
  // Read now, because ImapFlow raises it with every response, past changes that we have not processed.
  const [modseq, next] = [modseqOf(box), box.uidNext];

  const changes = { changed: new Map<number, Marks>(), removed: [] as number[], isReset: false, state: before };
  if (heard) apply(changes, heard.flags, heard.gone);
  else if (before.known.size > 0) await compare(client, box, changes);
  for (const name of flagged) if (!before[name]) await readFlag(client, box, changes, name);
  before.modseq = modseq;
  const fresh = await listUids(client, box, before.next);
  for (const uid of fresh) if (!before.known.has(uid)) before.missing.add(uid);
  // Includes messages that arrived since the folder was selected.
  before.next = Math.max(before.next, next, (fresh.at(-1) ?? 0) + 1);
  return changes;
}

/** For a new folder, or one whose UIDVALIDITY changed: as many messages as we had are fetched again. */
async function opened(box: MailboxObject, path: string, before: FolderState | undefined): Promise<FolderChanges> {
  const state: FolderState = {
    path,
    validity: String(box.uidValidity),
    next: box.uidNext,
    floor: box.uidNext,
    older: box.exists,
    modseq: modseqOf(box),
    ...emptySets(),
  };
  return { changed: new Map(), removed: [], isReset: before !== undefined, state };
}

async function select(client: ImapFlow, path: string, resume?: { changedSince: bigint; uidValidity: bigint }) {
  const box = await client.mailboxOpen(path, resume);
  if (!box?.uidValidity || !box.uidNext) throw new MailboxError("protocol", t("The server gave no UIDs for a folder."));
  return box;
}

const modseqOf = (box: MailboxObject) => (box.noModseq || !box.highestModseq ? null : String(box.highestModseq));

function listen(client: ImapFlow) {
  const flags: Seen[] = [];
  const gone: number[] = [];
  const onFlags = (event: { uid?: number | undefined; flags: Set<string> }) => {
    if (event.uid) flags.push({ uid: event.uid, ...marksOf(event.flags) });
  };
  const onExpunge = (event: { uid?: number | undefined }) => {
    if (event.uid) gone.push(event.uid);
  };
  client.on("flags", onFlags).on("expunge", onExpunge);
  return { flags, gone, stop: () => client.off("flags", onFlags).off("expunge", onExpunge) };
}

/** Without QRESYNC: flags changed since the modseq, or all flags if the server has no CONDSTORE; removals by comparing UIDs. */
async function compare(client: ImapFlow, box: MailboxObject, changes: FolderChanges) {
  const { state } = changes;
  const lowest = state.known.lowest ?? state.next;
  const hasModseq = state.modseq !== null && modseqOf(box) !== null;
  const options = hasModseq ? { changedSince: BigInt(state.modseq ?? 0) } : {};
  const unchanged = hasModseq && modseqOf(box) === state.modseq;
  const flags = unchanged ? [] : await fetchFlags(client, box, `${lowest}:${state.next - 1}`, options);
  const present = hasModseq ? await listUids(client, box, lowest) : flags.map(({ uid }) => uid);
  const there = new Set(present);
  apply(
    changes,
    flags,
    [...state.known].filter((uid) => !there.has(uid)),
  );
}

function apply(changes: FolderChanges, flags: Seen[], gone: Iterable<number>) {
  const { removed, state } = changes;
  for (const uid of gone) {
    state.missing.delete(uid);
    state.unread.delete(uid);
    for (const name of flagged) state[name]?.delete(uid);
    if (state.known.delete(uid)) removed.push(uid);
  }
  for (const { uid, ...marks } of flags) {
    if (!state.known.has(uid)) continue;
    if (put(state.unread, uid, marks.unread)) mark(changes, uid, { unread: marks.unread });
    for (const name of flagged) {
      const set = state[name];
      if (set && put(set, uid, marks[name])) mark(changes, uid, { [name]: marks[name] });
    }
  }
}

/** Returns whether that changed the set. */
function put(set: UidSet, uid: number, isIn: boolean): boolean {
  if (set.has(uid) === isIn) return false;
  if (isIn) set.add(uid);
  else set.delete(uid);
  return true;
}

const mark = ({ changed }: FolderChanges, uid: number, marks: Marks) =>
  changed.set(uid, { ...changed.get(uid), ...marks });

/** For a folder that an earlier version synced, without this flag. */
async function readFlag(client: ImapFlow, box: MailboxObject, changes: FolderChanges, name: FlagName) {
  const { state } = changes;
  const set = new UidSet();
  state[name] = set;
  if (box.exists === 0 || state.known.size === 0) return;
  const query = { starred: { flagged: true }, answered: { answered: true }, forwarded: { keyword: "$Forwarded" } };
  const found = await client.search(query[name], { uid: true });
  if (!found && !client.usable) throw connectionEnded();
  // Some servers refuse to search for a keyword that no message has.
  if (!found && name !== "forwarded") throw refusedList();
  for (const uid of (found || []).filter((one) => state.known.has(one))) {
    set.add(uid);
    mark(changes, uid, { [name]: true });
  }
}

const refusedList = () => new MailboxError("protocol", t("The server would not list the messages of a folder."));

async function fetchFlags(client: ImapFlow, box: MailboxObject, range: string, options: { changedSince?: bigint }) {
  if (box.exists === 0) return [];
  const found: Seen[] = [];
  for await (const { uid, flags } of client.fetch(range, { uid: true, flags: true }, { uid: true, ...options }))
    found.push({ uid, ...marksOf(flags) });
  return found;
}

/** UIDs from `from` on, ascending. `n:*` includes the last message even if its UID is below n (RFC 3501 6.4.8). */
export async function listUids(
  client: ImapFlow,
  box: { exists: number },
  from: number,
  to: number | "*" = "*",
): Promise<number[]> {
  if (box.exists === 0) return [];
  const found = await client.search({ uid: `${from}:${to}` }, { uid: true });
  if (!found && !client.usable) throw connectionEnded();
  if (!found) throw refusedList();
  return found.filter((uid) => uid >= from).sort((a, b) => a - b);
}
