import { useState } from "react";
import { jsonEntry } from "#lib/storage.ts";

/** How the list looks. The browser remembers it. */
export type ListLook = {
  /** One row for each thread, or for each message. */
  group: "thread" | "message";
  density: "comfortable" | "compact";
};

const standard: ListLook = { group: "thread", density: "comfortable" };

export const listLookEntry = jsonEntry<ListLook>("intellibox.inbox.list-look", (found) => {
  const { group, density } = (found ?? {}) as Record<string, unknown>;
  return {
    group: group === "message" ? "message" : "thread",
    density: density === "compact" ? "compact" : "comfortable",
  };
});

/** In pixels. All rows of a list have one height, so that none is measured. */
export const rowHeights: Record<ListLook["density"], number> = { comfortable: 72, compact: 52 };

export function useListLook() {
  const [look, setLook] = useState(() => listLookEntry.read() ?? standard);
  const change = (parts: Partial<ListLook>) => {
    const next = { ...look, ...parts };
    setLook(next);
    listLookEntry.write(next);
  };
  return { look, change };
}
