import { outbox } from "@intellibox/contract/endpoints/outbox";

const { maxFiles, maxTotalBytes, tooMany, tooLarge } = outbox.send.files;

/** The files with those added, or why not: an addition that would break a limit is refused as a whole. */
export function withFiles(files: readonly File[], added: readonly File[]): { files: File[] } | { problem: string } {
  const all = [...files, ...added];
  if (all.length > maxFiles) return { problem: tooMany };
  if (totalBytes(all) > maxTotalBytes) return { problem: tooLarge };
  return { files: all };
}

export const totalBytes = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);
