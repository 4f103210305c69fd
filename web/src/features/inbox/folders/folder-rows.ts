import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { type FolderRole, roleNames } from "@intellibox/contract/rules/folders";
import type { FolderLists } from "#api/mail-folders.ts";
import { type PlaceName, placeNames, places } from "./places.ts";

/** One line of the folder tree. `level` begins at 1; a line with `isOpen` has lines below it that can be hidden. */
export type FolderRow = {
  id: string;
  level: number;
  name: string;
  isOpen?: boolean;
  /** The number beside the name; 0 shows none. */
  count: number;
} & (
  | { kind: "place"; place: PlaceName }
  | { kind: "mailbox"; mailbox: ConnectedMailbox }
  | { kind: "folder"; folder: MailFolder }
  /** A name that only holds other folders. */
  | { kind: "holder" }
);

const roleOrder: readonly FolderRole[] = ["inbox", "drafts", "sent", "archive", "junk", "trash"];
/** In these, the number of all messages says more than that of the unread ones. The other places show none. */
const countsAll: readonly string[] = ["drafts", "snoozed", "scheduled", "followUps"];

type Counts = { messages: number; unread: number };

export const placeRows = (counts: Partial<Record<PlaceName, Counts>>): FolderRow[] =>
  placeNames.map((place) => {
    const count = countsAll.includes(place) ? (counts[place]?.messages ?? 0) : 0;
    return { kind: "place", id: place, level: 1, name: places[place].name, place, count };
  });

/**
 * The mailboxes with their folders below them, without what the user has collapsed. The special folders of a single mailbox are
 * the places above it, so only its own folders are listed.
 */
export function mailboxRows(
  { mailboxes: lists }: Pick<FolderLists, "mailboxes">,
  mailboxes: readonly ConnectedMailbox[],
  collapsed: ReadonlySet<string>,
): FolderRow[] {
  return mailboxes.flatMap((mailbox) => {
    const all = lists.find(({ mailboxId }) => mailboxId === mailbox.id)?.folders ?? [];
    const folders = mailboxes.length > 1 ? all : withoutSpecial(all);
    if (mailboxes.length === 1 && folders.length === 0) return [];
    const isOpen = !collapsed.has(mailbox.id);
    const row: FolderRow = {
      ...{ kind: "mailbox", id: mailbox.id, level: 1, name: mailbox.name || mailbox.email, mailbox },
      ...(folders.length > 0 && { isOpen }),
      count: isOpen && folders.length > 0 ? 0 : mailbox.counts.unread,
    };
    return isOpen ? [row, ...folderRows(folders, mailbox.id, collapsed)] : [row];
  });
}

/** A folder below a special one is listed with the names above it. */
const withoutSpecial = (folders: readonly MailFolder[]) => folders.filter(({ role }) => role === null);

type Node = { name: string; folder?: MailFolder; below: Map<string, Node> };

function folderRows(folders: readonly MailFolder[], mailboxId: string, collapsed: ReadonlySet<string>): FolderRow[] {
  const special = roleOrder.flatMap((role) => folders.filter((folder) => folder.role === role));
  const specialByPath = new Map(special.map((folder) => [pathKey([...folder.above, folder.name]), folder]));
  const top: MailFolder[] = [];
  const below = new Map<MailFolder, MailFolder[]>();
  for (const folder of folders.filter(({ role }) => role === null)) {
    const depth = folder.above.findLastIndex((_, last) => specialByPath.has(pathKey(folder.above.slice(0, last + 1))));
    const parent = depth < 0 ? undefined : specialByPath.get(pathKey(folder.above.slice(0, depth + 1)));
    if (!parent) top.push(folder);
    else below.set(parent, [...(below.get(parent) ?? []), { ...folder, above: folder.above.slice(depth + 1) }]);
  }
  const specialRows = special.flatMap((folder) => {
    const row = rowOf(folder, folder.role ? roleNames[folder.role] : folder.name, 2);
    const rows = nodeRows(treeOf(below.get(folder) ?? []), { level: 3, path: `${mailboxId}/${folder.id}`, collapsed });
    if (rows.length === 0) return [row];
    const isOpen = !collapsed.has(folder.id);
    return [{ ...row, isOpen }, ...(isOpen ? rows : [])];
  });
  return [...specialRows, ...nodeRows(treeOf(top), { level: 2, path: mailboxId, collapsed })];
}

/** Servers list the inbox as "INBOX" and may write it in another case above a folder. */
const pathKey = ([first = "", ...rest]: readonly string[]) =>
  JSON.stringify([first.toUpperCase() === "INBOX" ? "INBOX" : first, ...rest]);

const rowOf = (folder: MailFolder, name: string, level: number): FolderRow => ({
  ...{ kind: "folder", id: folder.id, level, name, folder },
  count: folder.role && countsAll.includes(folder.role) ? folder.messages : folder.role === "sent" ? 0 : folder.unread,
});

function treeOf(folders: readonly MailFolder[]): Map<string, Node> {
  const top = new Map<string, Node>();
  for (const folder of folders) {
    let below = top;
    for (const name of folder.above) below = nodeIn(below, name).below;
    const node = nodeIn(below, folder.name);
    if (folder.isSelectable) node.folder = folder;
  }
  return top;
}

function nodeIn(nodes: Map<string, Node>, name: string): Node {
  const found = nodes.get(name) ?? { name, below: new Map() };
  nodes.set(name, found);
  return found;
}

type Place = { level: number; path: string; collapsed: ReadonlySet<string> };

function nodeRows(nodes: Map<string, Node>, { level, path, collapsed }: Place): FolderRow[] {
  const sorted = [...nodes.values()].toSorted((a, b) => a.name.localeCompare(b.name));
  return sorted.flatMap((node) => {
    const { name, folder, below } = node;
    const id = folder?.id ?? `${path}/${name}`;
    const base: FolderRow = folder ? rowOf(folder, name, level) : { kind: "holder", id, level, name, count: 0 };
    if (below.size === 0) return folder ? [base] : [];
    const isOpen = !collapsed.has(id);
    const rows = nodeRows(below, { level: level + 1, path: `${path}/${name}`, collapsed });
    return [{ ...base, isOpen }, ...(isOpen ? rows : [])];
  });
}

/** The full name of a folder, with the folders above it. */
export const pathOf = ({ above, name, role }: Pick<MailFolder, "above" | "name" | "role">) =>
  role ? roleNames[role] : [...above, name].join(" / ");
