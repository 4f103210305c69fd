import { z } from "zod";
import { badCursor } from "./mailbox.ts";

/** The bookmark of a mailbox that is a plain list of ids, which hold no commas. */
export type SeenCursor = {
  /** Stored, and still there. */
  known: Set<string>;
  /** There before the first sync, and not asked for yet. */
  older: Set<string>;
};

const ids = z.string().transform((text) => new Set(text ? text.split(",") : []));
const cursorSchema = z.object({ known: ids, older: ids });

export function readSeenCursor(text: string | null): SeenCursor {
  if (text === null) return { known: new Set(), older: new Set() };
  try {
    return cursorSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw badCursor(cause);
  }
}

/** The same text for the same sets: a mailbox where nothing happened keeps the bookmark it has, and nothing is written. */
export const writeSeenCursor = ({ known, older }: SeenCursor) =>
  JSON.stringify({ known: [...known].sort().join(","), older: [...older].sort().join(",") });
