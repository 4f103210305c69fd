import type { ListedPerson } from "@intellibox/contract/endpoints/people";
import { t } from "@intellibox/contract/text/t";
import { runMutation } from "#lib/http/run-mutation.ts";
import { nameOf } from "#lib/person-name.ts";
import { useReloadPeople, useRemovePeople } from "#api/people.ts";
import { announceUndoable } from "#components/ui/undo-offer.tsx";

/** How long a toast offers to undo. */
export const undoMs = 10_000;

/** Deletes a person, and offers to undo it. */
export function useRemoval(onDone?: () => void) {
  const removal = useRemovePeople();
  const reload = useReloadPeople();
  return (person: ListedPerson) =>
    runMutation(removal, [person.id], ({ undo }) => {
      announceUndoable({
        words: t("{name} is deleted", { name: nameOf(person) }),
        undo: async () => {
          await undo();
          await reload();
        },
        lastsMs: undoMs,
        name: "people",
      });
      onDone?.();
    });
}
