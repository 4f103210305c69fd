import { deleteUndoSeconds } from "@intellibox/contract/rules/limits";
import { grouped } from "#lib/format.ts";
import { announceUndoable } from "#components/ui/undo-offer.tsx";

/** Says that messages were deleted, and offers to take it back for as long as that works. */
export const announceDeleted = (count: number, undo: () => Promise<void>) =>
  announceUndoable({
    words: count === 1 ? "Message deleted" : `${grouped(count)} messages deleted`,
    undone: count === 1 ? "Message restored" : "Messages restored",
    undo,
    // A moment less than the server allows, so that Undo always means it.
    lastsMs: deleteUndoSeconds * 1000 - 500,
  });
