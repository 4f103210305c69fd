import { z } from "zod";
import { badCursor } from "./mailbox.ts";

/** The cursor of a mailbox that is a flat list of ids without commas. */
export type SeenCursor = {
  /** Stored, and still on the server. */
  known: Set<string>;
  /** On the server before the first sync, and not asked for yet. */
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

/** Equal sets give equal text, so that an unchanged mailbox writes no new cursor. */
export const writeSeenCursor = ({ known, older }: SeenCursor) =>
  JSON.stringify({ known: [...known].sort().join(","), older: [...older].sort().join(",") });
