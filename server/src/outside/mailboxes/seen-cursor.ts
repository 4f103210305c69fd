import { z } from "zod";
import { badCursor } from "./mailbox.ts";

/** The bookmark of a mailbox that is a plain list of ids. */
export type SeenCursor = {
  /** Stored, and still there. */
  known: Set<string>;
  /** There before the first sync, and not asked for yet. */
  older: Set<string>;
};

const shape = z.object({ known: z.array(z.string()), older: z.array(z.string()) });

export function readSeenCursor(text: string | null): SeenCursor {
  if (text === null) return { known: new Set(), older: new Set() };
  try {
    const { known, older } = shape.parse(JSON.parse(text));
    return { known: new Set(known), older: new Set(older) };
  } catch (cause) {
    throw badCursor(cause);
  }
}

export const writeSeenCursor = ({ known, older }: SeenCursor) =>
  JSON.stringify({ known: [...known], older: [...older] });
