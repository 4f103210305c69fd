import { outbox } from "@intellibox/contract/endpoints/outbox";
import { t } from "@intellibox/contract/text/t";
import { listed } from "../format.ts";

const { maxFiles, maxTotalBytes, tooMany, tooLarge } = outbox.send.files;

/** Adds files up to the limits, and says why the others were left out. */
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
  return {
    files: all,
    problem:
      left.length < added.length ? t("{problem} Not attached: {left}.", { problem, left: namesOf(left) }) : problem,
  };
}

/** At most three names, then a count. */
const namesOf = (names: readonly string[]) =>
  names.length <= 3
    ? listed(names)
    : t("{names} and {count} more", { names: listed(names.slice(0, 2)), count: names.length - 2 });

export const totalBytes = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);
