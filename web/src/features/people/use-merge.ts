import { t } from "@intellibox/contract/text/t";
import { runMutation } from "#lib/http/run-mutation.ts";
import { useMergePeople, useReloadPeople } from "#api/people.ts";
import { announceUndoable } from "#components/ui/undo-offer.tsx";
import { undoMs } from "./person-words.tsx";

/** Merges people into the first one, and offers to undo it. */
export function useMerge(onDone: () => void) {
  const merging = useMergePeople();
  const reload = useReloadPeople();
  const merge = (ids: string[]) =>
    runMutation(merging, ids, ({ undo }) => {
      announceUndoable({
        words: t("{count, plural, one {# person is merged} other {# people are merged}}", { count: ids.length }),
        undo: async () => {
          await undo();
          await reload();
        },
        lastsMs: undoMs,
        name: "people",
      });
      onDone();
    });
  return { merge, isBusy: merging.isPending };
}
