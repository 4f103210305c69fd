import { useState } from "react";
import { withFiles } from "./attachments.ts";

/** The files that go with a mail, within its limits. */
export function useAttachments(onProblem: (message: string) => void, start: readonly File[] = []) {
  const [list, setList] = useState<readonly File[]>(start);
  return {
    list,
    add: (added: File[]) => {
      const result = withFiles(list, added);
      if ("problem" in result) onProblem(result.problem);
      else setList(result.files);
    },
    remove: (file: File) => setList(list.filter((kept) => kept !== file)),
    clear: () => setList([]),
  };
}
