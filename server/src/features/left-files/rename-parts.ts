import type { StoredAttachment } from "#db/tables/messages.ts";

/**
 * The attachments of a whole mail. One that had another part while its bytes were on the server keeps that name, too: a provider's
 * description may have another order than the mail.
 */
export function renameParts(before: readonly StoredAttachment[], now: readonly StoredAttachment[]): StoredAttachment[] {
  const taken = new Map<StoredAttachment, string>();
  const take = (isSame: (one: StoredAttachment, other: StoredAttachment) => boolean) => {
    const named = new Set(taken.values());
    for (const one of before) {
      if (named.has(one.part)) continue;
      const found = now.find((other) => !taken.has(other) && isSame(one, other));
      if (found) taken.set(found, one.part);
    }
  };
  take((one, other) => one.part === other.part && one.fileName === other.fileName && isAlike(one, other));
  take((one, other) => one.fileName === other.fileName && isAlike(one, other));
  take((one, other) => one.fileName === other.fileName);
  return now.map((one) => {
    const earlierPart = taken.get(one);
    return earlierPart === undefined || earlierPart === one.part ? { ...one } : { ...one, earlierPart };
  });
}

/** Two files may have one name. The size of one that was not fetched is an estimate. */
const isAlike = (one: StoredAttachment, other: StoredAttachment) =>
  Math.abs(one.size - other.size) < 1_000 + other.size / 50;

/** The attachment that a page names, also if it was loaded before the bytes were fetched. */
export const attachmentAt = (attachments: readonly StoredAttachment[], part: string) =>
  attachments.find((one) => one.part === part) ?? attachments.find((one) => one.earlierPart === part);

/** Whether the bytes of one of them are still on the mailbox's server. */
export const hasLeft = (attachments: readonly StoredAttachment[]) => attachments.some(({ isLeft }) => isLeft);
