import { useState } from "react";
import { jsonEntry } from "#lib/storage.ts";

const entry = jsonEntry<string[]>("intellibox.inbox.collapsed-folders", (found) =>
  Array.isArray(found) ? found.map(String) : null,
);
/** Mailboxes that were removed leave their ids behind. */
const maxKept = 500;

/** The lines of the folder tree that the user has collapsed. The browser remembers them. */
export function useCollapsedFolders() {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => new Set(entry.read() ?? []));
  const toggle = (id: string) => {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    setCollapsed(next);
    entry.write([...next].slice(-maxKept));
  };
  return { collapsed, toggle };
}
