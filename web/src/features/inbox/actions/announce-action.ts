import { screenToast, toast } from "#lib/toast.ts";
import type { ActionRequest } from "#api/inbox-actions.ts";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { doneWords, skippedWords, undoneWords } from "./action-words.ts";

const lastsMs = 9_500;
/** Of these, which change a mark and move nothing, only the latest is offered to be undone. */
const marks: readonly string[] = ["star", "unstar", "read", "unread", "label", "unlabel"];

/** Says in a toast what was done, and offers Undo. */
export function announceAction(request: ActionRequest, undo: () => Promise<void>) {
  return announceUndoable({
    ...{ words: doneWords(request), undone: undoneWords(request), undo, lastsMs },
    ...(marks.includes(request.action) && { name: "mark" }),
  });
}

export const announceSkipped = (count: number, reason: string) => toast(skippedWords(count, reason), screenToast);
