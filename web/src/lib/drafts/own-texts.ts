import { currentSession } from "../session/session.ts";
import { jsonEntry, textEntry } from "../storage.ts";

/** Older ones are dropped. */
const maxTexts = 5;
const start = "intellibox.reply.own ";

export type OwnTexts = ReturnType<typeof ownTexts>;

/**
 * The texts of a reply that the AI replaced, as HTML, newest last. They are stored in this browser, so that they can also be restored
 * after another thread was read or the page was reloaded. Without a name of the draft, they last as long as the screen.
 */
export function ownTexts(about: string | null) {
  const entry = jsonEntry(start + about, readOwn);
  let list: readonly string[] = (about !== null && entry.read()?.texts) || [];
  const put = (texts: readonly string[]) => {
    list = texts;
    if (about === null) return;
    if (texts.length > 0) entry.write({ texts: [...texts], owner: currentSession()?.user._id ?? "" });
    else entry.clear();
  };
  return {
    list: () => list,
    keep: (html: string) => put([...list.filter((text) => text !== html), html].slice(-maxTexts)),
    /** Removes the newest one and returns it. */
    take: () => {
      const newest = list.at(-1);
      put(list.slice(0, -1));
      return newest;
    },
    clear: () => put([]),
  };
}

export const forgetOwnTexts = (about: string) => textEntry(start + about).clear();

/** On a shared computer a user must not read the texts of another. */
function readOwn(found: unknown): { texts: string[]; owner: string } | null {
  const { texts, owner } = (found ?? {}) as Record<string, unknown>;
  if (!Array.isArray(texts) || owner !== (currentSession()?.user._id ?? "")) return null;
  return { texts: texts.filter((text) => typeof text === "string"), owner };
}
