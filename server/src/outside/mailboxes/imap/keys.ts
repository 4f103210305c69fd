/** Gives folders keys that survive a rename. */
import { createHash } from "node:crypto";
import { type FolderRole, folderRoles } from "@intellibox/contract/rules/folders";
import type { Whereabouts } from "./cursor.ts";

/** A folder that the server lists. `validity` and `next` are known if its STATUS is. */
export type ListedPath = Whereabouts & { role: FolderRole | null };

/**
 * The key of each listed folder, which is in the order of `listed`. A folder is the one of before if its path and its UIDVALIDITY
 * are; or, after a rename, if only its UIDVALIDITY is, which no other folder of before and now has; or if only its path is. A new
 * folder has its role as its key if no other folder does.
 */
export function assignKeys(listed: ListedPath[], directory: ReadonlyMap<string, Whereabouts>): string[] {
  const keys = new Map<ListedPath, string>();
  const left = new Map(directory);
  /** Gives those folders the keys of before that no other folder claims by the same sign. */
  const match = (signOf: (place: Whereabouts) => string | undefined, isSame = alike) => {
    const open = listed.filter((one) => !keys.has(one));
    const [now, before] = [unique(open, signOf), unique([...left.keys()], (key) => signOf(left.get(key) ?? nowhere))];
    for (const [sign, one] of now) {
      const key = before.get(sign);
      if (key === undefined || !isSame(one, left.get(key) ?? nowhere)) continue;
      keys.set(one, key);
      left.delete(key);
    }
  };
  const inbox = listed.find(({ role }) => role === "inbox");
  // The inbox is the folder that its owner chose.
  if (inbox) keys.set(inbox, "inbox");
  left.delete("inbox");
  match(({ path, validity }) => validity && `${validity} ${path}`);
  match(({ validity }) => validity, isLater);
  match(({ path }) => path);
  const used = new Set(keys.values());
  return listed.map((one) => {
    const key = keys.get(one) ?? (one.role && !used.has(one.role) ? one.role : newKey(one));
    used.add(key);
    return key;
  });
}

const nowhere: Whereabouts = { path: "" };
const alike = (_now: Whereabouts, _before: Whereabouts) => true;
/** UIDNEXT never falls (RFC 3501 2.3.1.1). */
const isLater = (now: Whereabouts, before: Whereabouts) => (now.next ?? 0) >= (before.next ?? 0);

/** Keeps the items whose sign is unique. */
function unique<T>(all: T[], signOf: (one: T) => string | undefined): Map<string, T> {
  const found = new Map<string, T | undefined>();
  for (const one of all) {
    const sign = signOf(one);
    if (sign) found.set(sign, found.has(sign) ? undefined : one);
  }
  return new Map([...found].flatMap(([sign, one]) => (one === undefined ? [] : [[sign, one]])));
}

/** Of the path and UIDVALIDITY, so that a new folder with the name that another one had has another key. */
const newKey = ({ path, validity = "" }: ListedPath) =>
  `f-${createHash("sha256").update(`${path}\0${validity}`).digest("hex").slice(0, 32)}`;

const specialUses: Record<string, FolderRole> = {
  "\\Sent": "sent",
  "\\Drafts": "drafts",
  "\\Archive": "archive",
  "\\Junk": "junk",
  "\\Trash": "trash",
};

/** By special use (RFC 6154), or by the names in many languages that ImapFlow knows. */
export const roleOf = (specialUse: string | undefined): FolderRole | null => specialUses[specialUse ?? ""] ?? null;

export const isRole = (key: string): key is FolderRole => (folderRoles as readonly string[]).includes(key);
