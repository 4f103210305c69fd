import { deleteUndoSeconds } from "@intellibox/contract/rules/limits";
import { grouped } from "#lib/format.ts";
import { announceUndoable } from "#components/ui/undo-offer.tsx";

/** Shows that messages were deleted, and offers Undo while the server can still restore them. */
export const announceDeleted = (count: number, undo: () => Promise<void>) =>
  announceUndoable({
    words: count === 1 ? "Message deleted" : `${grouped(count)} messages deleted`,
    undone: count === 1 ? "Message restored" : "Messages restored",
    undo,
    // Half a second less than the server allows, so that a late click on Undo still works.
    lastsMs: deleteUndoSeconds * 1000 - 500,
  });
