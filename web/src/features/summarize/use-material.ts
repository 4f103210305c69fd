import { useEffect, useMemo, useState } from "react";
import { keepText, keptText } from "./kept-text.ts";
import { type Material, withFile, withoutFile } from "./thread-of.ts";
import { useDetected } from "./use-detected.ts";
import { useFiles } from "./use-files.ts";

/** What is to be summarized: the text in the box, the files, and how many messages are in them. */
export function useMaterial(start: string) {
  const [text, setText] = useState(() => start || keptText());
  useEffect(() => keepText(text), [text]);
  const files = useFiles({
    onRead: (name, read) => !read.isHidden && setText((before) => withFile(before, name, read.text)),
    onRemoved: (name, read) => !read.isHidden && setText((before) => withoutFile(before, name, read.text)),
  });
  const material = useMemo<Material>(() => {
    const read = files.list.flatMap(({ name, state }) => (state.is === "read" ? [{ name, ...state }] : []));
    const hidden = read.filter(({ isHidden }) => isHidden).map(({ name, text }) => ({ name, text }));
    return { text, names: read.map(({ name }) => name), hidden };
  }, [text, files.list]);
  return {
    text,
    setText,
    files,
    material,
    detected: useDetected(material),
    isEmpty: text.trim() === "" && material.hidden.length === 0,
    clear: () => {
      setText("");
      files.clear();
    },
  };
}
