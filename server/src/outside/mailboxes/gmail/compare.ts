/** Compares the labels and marks of messages at Gmail with the cursor. */

import type { Batch } from "../mailbox.ts";
import { codeOf, type GmailCursor, type Reach, type Standing } from "./cursor.ts";
import type { FolderList } from "./labels.ts";

export type Changes = Pick<Batch, "removed" | "changed">;

/** `fresh` are the folders whose mail was not wanted before. */
export type Update = { changes: Changes; folders: FolderList; fresh: Reach[] };

/** The caller takes every message out of a label that is gone. */
export function forgetLabels({ known }: GmailCursor, { all }: FolderList): void {
  const listed = new Set(all.map(({ key }) => key));
  const after = new Map<Standing, Standing>();
  for (const [id, standing] of known) {
    const rest = after.get(standing) ?? withoutOthers(standing, listed);
    after.set(standing, rest);
    if (rest !== standing) known.set(id, rest);
  }
}

const withoutOthers = (standing: Standing, listed: Set<string>): Standing => {
  const folders = standing.folders.filter((key) => listed.has(key));
  return folders.length === standing.folders.length ? standing : { ...standing, folders };
};

export function compare({ known }: GmailCursor, changes: Changes, id: string, now: Standing | undefined): void {
  const before = known.get(id);
  if (!now) {
    known.delete(id);
    changes.removed.push(id);
  } else if (!before || codeOf(before) !== codeOf(now)) {
    known.set(id, now);
    changes.changed.push({ remoteId: id, ...now, folders: [...now.folders] });
  }
}

/** History ids can exceed Number.MAX_SAFE_INTEGER. */
export const later = (one: string, other: string) => (BigInt(one) > BigInt(other) ? one : other);
