import { deleteUndoSeconds } from "@intellibox/contract/rules/limits";
import { grouped } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { ToastButton } from "#components/toast-button.tsx";

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
      <ToastButton onPress={() => void takeBack()}>Undo</ToastButton>
    </span>,
    // A moment less than the server allows, so that Undo always means it.
    { id, duration: deleteUndoSeconds * 1000 - 500 },
  );
}
