/**
 * Gmail's labels as folders. The system labels that are places have our roles as keys; the key of any other label is its id. Gmail
 * has no label for archived mail, which is what remains if none of the system labels applies, so that `archive` is a key of ours.
 */
import { type FolderRole, folderRoles, roleNames } from "@intellibox/contract/rules/folders";
import type { z } from "zod";
import { type RemoteFolder, systemFolders } from "../mailbox.ts";
import type { GmailApi, label } from "./api.ts";
import type { Standing } from "./cursor.ts";

const placeLabels = [
  ["inbox", "INBOX"],
  ["sent", "SENT"],
  ["drafts", "DRAFT"],
  ["junk", "SPAM"],
  ["trash", "TRASH"],
] as const satisfies [FolderRole, string][];
const labelOfRole = new Map<string, string>(placeLabels);
const roleOfLabel = new Map<string, string>(placeLabels.map(([role, id]) => [id, role]));

/** Undefined for archived mail, which has no label. */
export const labelOf = (key: string): string | undefined =>
  key === "archive" ? undefined : (labelOfRole.get(key) ?? key);
export const keyOf = (labelId: string): string => roleOfLabel.get(labelId) ?? labelId;

/** Google applies these itself, and refuses to add or remove them ("Invalid label: SENT"). */
export const fixedLabels = new Set(["SENT", "DRAFT"]);

/** The folders of a mailbox, and the ids of those that are labels of its owner. */
export type FolderList = { all: RemoteFolder[]; own: Set<string> };

/** More than Gmail allows a mailbox to have. */
const mostLabels = 10_000;

export async function readFolders(api: GmailApi): Promise<FolderList> {
  const own = new Map<string, RemoteFolder>();
  for (const one of await api.labels())
    if (isOwn(one) && !own.has(one.id) && own.size < mostLabels) own.set(one.id, folderOf(one));
  return { all: [...systemFolders(folderRoles), ...own.values()], own: new Set(own.keys()) };
}

type Label = z.output<typeof label>;

/** An id that could be taken for a key of ours, or that cannot be stored, is left out, and so is its place. */
const isOwn = ({ id, type }: Label) =>
  type === "user" && /^[\x21-\x7e]{1,300}$/.test(id) && !Object.hasOwn(roleNames, id) && !roleOfLabel.has(id);

const longestName = 225;
const mostAbove = 20;

/** Gmail writes the label B below A as "A/B". */
export function folderOf({ id, name }: Pick<Label, "id" | "name">): RemoteFolder {
  const parts = name
    .slice(0, 4 * longestName)
    .split("/")
    .map(plain)
    .filter(Boolean);
  const above = parts.slice(0, -1).slice(0, mostAbove);
  return { key: id, kind: "label", role: null, name: parts.at(-1) ?? id, above, isSelectable: true };
}

const plain = (name: string) =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, longestName);

/** Undefined for chats, which Gmail keeps among the messages. */
export function standingOf({ labelIds }: { labelIds: Iterable<string> }, { own }: FolderList): Standing | undefined {
  const labels = new Set(labelIds);
  if (labels.has("CHAT")) return undefined;
  return { folders: placesOf(labels, own), unread: labels.has("UNREAD"), starred: labels.has("STARRED") };
}

/** Trash and spam keep their other labels, but Gmail does not show them there. */
function placesOf(labels: Set<string>, own: Set<string>): string[] {
  if (labels.has("TRASH")) return ["trash"];
  if (labels.has("SPAM")) return ["junk"];
  // In the order of `placeOrder`: mail to oneself is received mail.
  const system = ["INBOX", "SENT", "DRAFT"].filter((id) => labels.has(id)).map(keyOf);
  const others = [...labels].filter((id) => own.has(id)).sort();
  return [...(system.length > 0 ? system : ["archive"]), ...others];
}
