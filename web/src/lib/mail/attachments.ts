import { outbox } from "@intellibox/contract/endpoints/outbox";

const { maxFiles, maxTotalBytes, tooMany, tooLarge } = outbox.send.files;

/** The files with those added that the limits leave room for, and why the others were left out. */
export function withFiles(files: readonly File[], added: readonly File[]): { files: File[]; problem?: string } {
  const all = [...files];
  const left: string[] = [];
  let problem: string | undefined;
  for (const file of added) {
    const limit = all.length >= maxFiles ? tooMany : totalBytes(all) + file.size > maxTotalBytes ? tooLarge : undefined;
    if (limit) left.push(file.name);
    else all.push(file);
    problem ??= limit;
  }
  if (!problem) return { files: all };
  return { files: all, problem: left.length < added.length ? `${problem} Not attached: ${namesOf(left)}.` : problem };
}

/** Some by name, the rest by number. */
const namesOf = (names: readonly string[]) =>
  names.length <= 3 ? names.join(", ") : `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;

export const totalBytes = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);
