import { useEffect, useMemo, useState } from "react";
import { pastedText, rememberPastedText } from "./pasted-text.ts";
import { type SummaryInput, withFile, withoutFile } from "./summary-input.ts";
import { useFiles } from "./use-files.ts";
import { useMessageCount } from "./use-message-count.ts";

/** The text in the box, the attached files, and the number of messages in them. */
export function useSummaryInput(start: string) {
  const [text, setText] = useState(() => start || pastedText());
  useEffect(() => rememberPastedText(text), [text]);
  const files = useFiles({
    onRead: (name, read) => !read.isHidden && setText((before) => withFile(before, name, read.text)),
    onRemoved: (name, read) => !read.isHidden && setText((before) => withoutFile(before, name, read.text)),
  });
  const input = useMemo<SummaryInput>(() => {
    const read = files.list.flatMap(({ name, state }) => (state.is === "read" ? [{ name, ...state }] : []));
    const hidden = read.filter(({ isHidden }) => isHidden).map(({ name, text }) => ({ name, text }));
    return { text, names: read.map(({ name }) => name), hidden };
  }, [text, files.list]);
  return {
    text,
    setText,
    files,
    input,
    detected: useMessageCount(input),
    isEmpty: text.trim() === "" && input.hidden.length === 0,
    clear: () => {
      setText("");
      files.clear();
    },
  };
}
