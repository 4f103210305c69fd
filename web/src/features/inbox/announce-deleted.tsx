import { deleteUndoSeconds } from "@intellibox/contract/rules/limits";
import { grouped } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";

/** Says that messages were deleted, and offers to take it back for as long as that works. */
export function announceDeleted(count: number, undo: () => Promise<void>) {
  const id = `deleted ${Date.now()}`;
  const takeBack = async () => {
    toast.dismiss(id);
    await undo();
    toast.success(count === 1 ? "Message restored" : "Messages restored", screenToast);
  };
  toast(
    <span className="flex items-center gap-3">
      <span>{count === 1 ? "Message deleted" : `${grouped(count)} messages deleted`}</span>
      <button
        type="button"
        onClick={() => void takeBack()}
        className="-my-1 rounded-item px-2 py-1 font-semibold text-accent-text hover:bg-hover pointer-coarse:py-3"
      >
        Undo
      </button>
    </span>,
    // A moment less than the server allows, so that Undo always means it.
    { id, duration: deleteUndoSeconds * 1000 - 500 },
  );
}
