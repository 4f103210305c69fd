import { t } from "@intellibox/contract/text/t";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "#lib/http/api-error.ts";
import { newKey } from "#lib/http/keys.ts";
import { type FileText, type Progress, readFile, Unreadable } from "./read-file.ts";

export type AttachedFile = { key: string; name: string; size: number; state: FileState };
export type FileState =
  | ({ is: "reading" } & Progress)
  | ({ is: "read" } & FileText)
  | { is: "failed"; message: string };

type FilesOptions = {
  onRead: (name: string, read: FileText) => void;
  onRemoved: (name: string, read: FileText) => void;
};

/** The attached files. Each is read independently, so that a failure does not affect the others. */
export function useFiles({ onRead, onRemoved }: FilesOptions) {
  const [list, setList] = useState<readonly AttachedFile[]>([]);
  const running = useRef(new Map<string, AbortController>()).current;
  useEffect(
    () => () => {
      for (const controller of running.values()) controller.abort();
    },
    [running],
  );

  const set = (key: string, state: FileState) =>
    setList((files) => files.map((file) => (file.key === key ? { ...file, state } : file)));

  const read = async (key: string, file: File) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(key, controller);
    try {
      const text = await readFile(
        file,
        signal,
        (progress) => !signal.aborted && set(key, { is: "reading", ...progress }),
      );
      if (signal.aborted) return;
      set(key, { is: "read", ...text });
      onRead(file.name, text);
    } catch (error) {
      if (!signal.aborted) set(key, { is: "failed", message: reasonOf(error) });
    } finally {
      running.delete(key);
    }
  };

  const add = (files: readonly File[]) => {
    const added = files.map((file) => ({ key: newKey(), file }));
    const entries = added.map(({ key, file: { name, size } }) => ({ key, name, size, state: waiting }));
    setList((before) => [...before, ...entries]);
    for (const { key, file } of added) void read(key, file);
  };

  /** Removes a file. If it is still being read, the reading is aborted. */
  const remove = (file: AttachedFile) => {
    running.get(file.key)?.abort();
    setList((files) => files.filter(({ key }) => key !== file.key));
    if (file.state.is === "read") onRemoved(file.name, file.state);
  };

  const clear = () => {
    for (const controller of running.values()) controller.abort();
    setList([]);
  };

  /** Adds the files within a mail as files of their own. */
  const addInner = (file: AttachedFile) => {
    if (file.state.is !== "read") return;
    set(file.key, { ...file.state, inner: [] });
    add(file.state.inner);
  };

  return { list, add, remove, clear, addInner, isReading: list.some(({ state }) => state.is === "reading") };
}

const waiting: FileState = { is: "reading", what: t("Waiting"), share: null };
/** Replaces technical messages of the browser by one for users. */
const reasonOf = (error: unknown) =>
  error instanceof Unreadable || error instanceof ApiError ? error.message : t("Attachment processing failed");
