import type { ListedPerson } from "@intellibox/contract/endpoints/people";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nameOf } from "#lib/person-name.ts";
import { doublesQuery, useKeepApart } from "#api/people.ts";
import { Empty, Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { useMerge } from "./use-merge.ts";

const reasons = {
  name: t("They have the same name."),
  address: t("Their addresses have the same name before the @."),
};

/** Proposes people that may be the same. */
export function DoublesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(doublesQuery);
  return (
    <Modal
      title={t("Find doubles")}
      description={t("Merging can be undone. The first person keeps name and details, and gets what it lacks.")}
      onClose={onClose}
      width="lg"
    >
      {error && <Failed message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-40" />}
      {data?.length === 0 && <Empty>{t("No doubles found.")}</Empty>}
      <ul className="flex flex-col gap-4">
        {data?.map(({ reason, people }) => (
          <li key={people.map(({ id }) => id).join(" ")}>
            <Proposal reason={reasons[reason]} people={people} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function Proposal({ reason, people }: { reason: string; people: ListedPerson[] }) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = people.filter(({ id }) => !left.includes(id));
  const { merge, isBusy } = useMerge(() => undefined);
  const apart = useKeepApart();
  return (
    <fieldset className="rounded-panel border border-line p-4">
      <legend className="px-1 text-xs text-text-3">{reason}</legend>
      {people.map((person) => (
        <Checkbox
          key={person.id}
          label={nameOf(person)}
          hint={person.addresses.join(", ")}
          checked={!left.includes(person.id)}
          onChange={({ target }) =>
            setLeft(target.checked ? left.filter((id) => id !== person.id) : [...left, person.id])
          }
        />
      ))}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" disabled={chosen.length < 2} busy={isBusy} onClick={() => merge(chosen.map(({ id }) => id))}>
          {t("Merge {count}", { count: chosen.length })}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          busy={apart.isPending}
          onClick={() => apart.mutate(people.map(({ id }) => id))}
        >
          {t("Not the same person")}
        </Button>
      </div>
    </fieldset>
  );
}
