import { useState } from "react";
import { withFiles } from "../mail/attachments.ts";

export type Attached = ReturnType<typeof useAttachments>;

/** The files that go with a mail, within its limits. */
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
    /** What was attached at some moment before. */
    restore: (before: readonly File[]) => setList(before),
  };
}
