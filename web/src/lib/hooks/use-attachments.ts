import { useState } from "react";
import { withFiles } from "../mail/attachments.ts";

export type Attached = ReturnType<typeof useAttachments>;

/** The attachments of a mail, within the limits. */
export function useAttachments(onProblem: (message: string) => void, start: readonly File[] = []) {
  const [list, setList] = useState<readonly File[]>(start);
  return {
    list,
    add: (added: File[]) => {
      const { files, problem } = withFiles(list, added);
      if (problem) onProblem(problem);
      setList(files);
    },
    remove: (file: File) => setList(list.filter((kept) => kept !== file)),
    clear: () => setList([]),
    /** Puts back an earlier list. */
    restore: (before: readonly File[]) => setList(before),
  };
}
