/** The folders of an account, as its server lists them. */
import { folderRoles, roleNames } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import type { ImapFlow, ListResponse } from "imapflow";
import { MailboxError, type RemoteFolder } from "../mailbox.ts";
import type { FolderState, Whereabouts } from "./cursor.ts";
import { assignKeys, type ListedPath, roleOf } from "./keys.ts";

/** A folder and where it is. One with a role that the server does not have has no path: it is created on first use. */
export type ImapFolder = RemoteFolder & {
  path: string | undefined;
  validity?: string | undefined;
  next?: number | undefined;
  modseq?: string | undefined;
  /** Changes whenever something in the folder does, as far as the server tells; undefined if it does not. */
  standing?: string | undefined;
};

/** Above what people have, and below what would burden every list. */
const maxFolders = 1_000;
const maxDepth = 20;
const maxName = 300;
/** How many folders are asked for their STATUS one by one. */
const maxAsked = 200;

const statusItems = { messages: true, uidNext: true, uidValidity: true, unseen: true, highestModseq: true };

/** One command gives the STATUS of all folders (RFC 5819). */
const hasListStatus = (client: ImapFlow) => client.capabilities.has("LIST-STATUS");

/** So many folders that the STATUS of all of them costs the server more than that of the synced ones. */
export const isLargeList = (list: ListResponse[]) => list.length > maxFolders;

/** Lists the server's folders. `wanted` is the folder that the owner chose as the inbox. */
export async function readList(client: ImapFlow, wanted: string, isLarge = false): Promise<ListResponse[]> {
  const list = await client.list(hasListStatus(client) && !isLarge ? { statusQuery: statusItems } : {});
  notePrefix(client, list);
  const inbox = inboxPath(wanted);
  if (inbox !== "INBOX" && !list.some(({ path }) => path === inbox))
    throw new MailboxError("gone", t("The server has no folder called {name}.", { name: inbox }));
  return list;
}

/** A server that does not tell its namespace has this prefix if all of its folders are below the inbox. */
function notePrefix(client: ImapFlow, list: ListResponse[]) {
  const delimiter = list.find((one) => one.delimiter)?.delimiter;
  if (client.capabilities.has("NAMESPACE") || client.namespace?.prefix || !delimiter) return;
  const prefix = `INBOX${delimiter}`;
  const others = list.filter(({ path }) => path !== "INBOX");
  if (others.length > 0 && others.every(({ path }) => path.startsWith(prefix)))
    client.namespace = { prefix, delimiter };
}

/** RFC 3501 5.1: INBOX is case-insensitive, and servers return it in capitals. */
export const inboxPath = (wanted: string) => (wanted.toUpperCase() === "INBOX" ? "INBOX" : wanted);

type Known = { states: ReadonlyMap<string, FolderState>; directory: ReadonlyMap<string, Whereabouts> };

/** The folders of a list with their keys. Those with a role come first. */
export async function describeFolders(
  client: ImapFlow,
  list: ListResponse[],
  wanted: string,
  known: Known,
): Promise<ImapFolder[]> {
  const chosen = chooseFolders(list, inboxPath(wanted), known);
  const listed: (ListedPath & Pick<ImapFolder, "standing" | "modseq"> & { entry: ListResponse | undefined })[] = [];
  const synced = new Set([...known.states.values()].map(({ path }) => path));
  const seen = new Set([...known.directory.values()].flatMap(({ path, validity }) => (validity ? path : [])));
  let asked = 0;
  for (const { path, entry, role } of chosen) {
    // Without LIST-STATUS, those that are synced are asked one by one, and others once, so that a rename is recognized.
    const isWanted = synced.has(path) || (known.directory.size > 0 && !seen.has(path));
    const isAsked = !entry?.status && isWanted && role !== "inbox" && isSelectable(entry);
    const status = isAsked && asked++ < maxAsked ? await statusOf(client, path) : entry?.status;
    const validity = status?.uidValidity === undefined ? undefined : String(status.uidValidity);
    const { uidNext: next, messages, unseen, highestModseq } = status ?? {};
    const hasCounts = validity !== undefined && next !== undefined && messages !== undefined;
    const standing = hasCounts ? [validity, next, messages, unseen, highestModseq].join("/") : undefined;
    const modseq = highestModseq === undefined ? undefined : String(highestModseq);
    listed.push({ path, role, entry, validity, next, modseq, standing });
  }
  const keys = assignKeys(listed, known.directory);
  const found = listed.map(({ entry, ...one }, at): ImapFolder => {
    const names = namesOf(client, entry, one.path);
    return { key: keys[at] ?? "", kind: "folder", ...names, ...one, isSelectable: isSelectable(entry) };
  });
  return withAllRoles(found);
}

/** A folder that was deleted just now has none. */
async function statusOf(client: ImapFlow, path: string) {
  const status = await client.status(path, statusItems).catch((error: unknown) => {
    if (client.usable) return undefined;
    throw error;
  });
  return status || undefined;
}

/** Every mailbox has a folder of each role to put mail into. */
function withAllRoles(found: ImapFolder[]): ImapFolder[] {
  for (const role of folderRoles) {
    if (found.some((one) => one.role === role)) continue;
    // A folder that had the role keeps it while no other has it.
    const before = found.find(({ key }) => key === role);
    if (before) before.role = role;
    else
      found.push({
        key: role,
        kind: "folder",
        role,
        name: roleNames[role],
        above: [],
        isSelectable: true,
        path: undefined,
      });
  }
  const order = (one: ImapFolder) => (one.role ? folderRoles.indexOf(one.role) : folderRoles.length);
  return found.toSorted((a, b) => order(a) - order(b));
}

type Chosen = { path: string; role: ListedPath["role"]; entry: ListResponse | undefined };

/** Folders with a role, subscribed ones and those above them; all if none is subscribed, and those that are synced anyway. */
function chooseFolders(list: ListResponse[], inbox: string, { states }: Known): Chosen[] {
  const byPath = new Map(list.filter(isRealFolder).map((entry) => [entry.path, entry]));
  const synced = new Set([...states.values()].map(({ path }) => path));
  // Gmail's IMAP has no archive: archived mail is only in the folder that has all mail.
  const archive = list.find((entry) => entry.specialUse === "\\Archive") ?? list.find(isOfAllMail);
  const roleHere = (entry: ListResponse) => (entry === archive ? "archive" : roleOf(entry.specialUse));
  const isAnySubscribed = list.some((entry) => entry.subscribed && entry.path !== "INBOX" && !entry.specialUse);
  const paths = new Set<string>([inbox]);
  const add = (entry: ListResponse) => {
    for (const path of [...pathsAbove(entry), entry.path]) if (byPath.has(path)) paths.add(path);
  };
  for (const entry of byPath.values()) if (roleHere(entry) || synced.has(entry.path)) add(entry);
  for (const entry of byPath.values()) {
    if (paths.size >= maxFolders) break;
    if ((entry.subscribed || !isAnySubscribed) && !entry.flags.has("\\NonExistent")) add(entry);
  }
  return [...paths].slice(0, maxFolders).map((path) => {
    const entry = byPath.get(path);
    return { path, entry, role: path === inbox ? "inbox" : entry ? roleHere(entry) : null };
  });
}

const isOfAllMail = (entry: ListResponse) => entry.specialUse === "\\All";
/** Views of what is in other folders: starred and important mail. */
const isRealFolder = ({ specialUse, flags }: ListResponse) =>
  specialUse !== "\\Flagged" && !flags.has("\\Flagged") && !flags.has("\\Important");

function pathsAbove({ parent, delimiter }: ListResponse): string[] {
  return parent.slice(0, maxDepth).map((_, at) => parent.slice(0, at + 1).join(delimiter));
}

const isSelectable = (entry: ListResponse | undefined) =>
  !entry?.flags.has("\\Noselect") && !entry?.flags.has("\\NonExistent");

/** Without the prefix that all folders of an account have on some servers. */
function namesOf(client: ImapFlow, entry: ListResponse | undefined, path: string) {
  if (path === "INBOX") return { name: roleNames.inbox, above: [] };
  if (!entry) return { name: shown(path), above: [] };
  const { prefix = "", delimiter } = client.namespace || {};
  const common =
    prefix && entry.path.startsWith(prefix) ? prefix.split(delimiter || entry.delimiter).filter(Boolean) : [];
  return { name: shown(entry.name), above: entry.parent.slice(common.length).slice(-maxDepth).map(shown) };
}

/** A name without characters that would change how a list looks. */
const shown = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed()
    .slice(0, maxName)
    .toWellFormed() || "Unnamed";
