import type { RuleRun } from "@intellibox/contract/endpoints/mail-rules";
import { messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useUndoRuns } from "#api/mail-rules.ts";
import { undoneInWords } from "./undo-words.ts";

/** Undoes what a rule did with one mail, and says in a toast what happened. */
export function useUndoOne() {
  const { mutate } = useUndoRuns();
  return (...runs: readonly Pick<RuleRun, "id">[]) =>
    mutate(
      { runIds: runs.map(({ id }) => id) },
      {
        onSuccess: (result) => {
          const show = result.left.length > 0 ? toast : toast.success;
          show(undoneInWords(result), screenToast);
        },
        onError: (error) => toast.error(messageOf(error), screenToast),
      },
    );
}
