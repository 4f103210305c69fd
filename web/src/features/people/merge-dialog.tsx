import type { Person } from "@intellibox/contract/endpoints/people";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { nameOf } from "#lib/person-name.ts";
import { peopleQuery } from "#api/people.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { useMerge } from "./use-merge.ts";

const shown = 20;

/** Chooses the people that become one with this person. */
export function MergeDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [typed, setTyped] = useState(person.name.split(/\s+/)[0] ?? "");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const q = useDebouncedValue(typed.trim(), 200);
  const { data } = useQuery(peopleQuery({ q, filter: "all", limit: shown, sort: "name" }));
  const others = (data?.items ?? []).filter(({ id, isStored }) => isStored && id !== person.id);
  const { merge, isBusy } = useMerge(onClose);
  return (
    <Modal
      title={t("Merge with {name}", { name: nameOf(person) })}
      description={t("{name} gets the addresses of the people that you choose, and what it lacks.", {
        name: nameOf(person),
      })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            busy={isBusy}
            onClick={() => merge([person.id, ...chosen])}
          >
            {t("Merge")}
          </Button>
        </>
      }
    >
      <TextField label={t("Search people")} value={typed} onChange={({ target }) => setTyped(target.value)} />
      <ul className="mt-3 flex flex-col">
        {others.map((other) => (
          <li key={other.id}>
            <Checkbox
              label={nameOf(other)}
              hint={other.addresses.join(", ")}
              checked={chosen.includes(other.id)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, other.id] : chosen.filter((id) => id !== other.id))
              }
            />
          </li>
        ))}
      </ul>
      {data && others.length === 0 && <p className="py-3 text-sm text-text-3">{t("Nobody else is found.")}</p>}
    </Modal>
  );
}
