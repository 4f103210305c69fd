import { useRef, useState } from "react";

/** Enough to choose from; the oldest is dropped. */
const maxVersions = 20;

type VersionsOptions<T> = {
  /** The text on the screen, with the user's edits. */
  read: () => Partial<T>;
  show: (version: T) => void;
  /** The version that the screen starts with. */
  first?: T | undefined;
};

/** The versions of one text that the AI has written. Each keeps the user's edits while another one is shown. */
export function useVersions<T extends object>({ read, show, first }: VersionsOptions<T>) {
  const [state, setState] = useState<{ list: readonly T[]; at: number }>(() => ({
    list: first ? [first] : [],
    at: first ? 0 : -1,
  }));
  // A stream may end between two renders.
  const latest = useRef(state);
  const put = (list: readonly T[], at: number) => {
    latest.current = { list, at };
    setState(latest.current);
  };
  const keepEdits = () => {
    const { list, at } = latest.current;
    put(
      list.map((version, index) => (index === at ? { ...version, ...read() } : version)),
      at,
    );
  };
  return {
    count: state.list.length,
    /** The index of the version on the screen, from 0. */
    at: state.at,
    current: () => latest.current.list[latest.current.at],
    /** Call before the text is replaced. */
    keepEdits,
    add: (version: T) => {
      const list = [...latest.current.list, version].slice(-maxVersions);
      put(list, list.length - 1);
    },
    step: (by: 1 | -1) => {
      const next = latest.current.list[latest.current.at + by];
      if (!next) return;
      keepEdits();
      put(latest.current.list, latest.current.at + by);
      show(next);
    },
    clear: () => put([], -1),
  };
}
