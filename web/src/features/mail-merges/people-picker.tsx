import type { MailMerge } from "@intellibox/contract/endpoints/mail-merges";
import type { ListedPerson } from "@intellibox/contract/endpoints/people";
import { maxAddedPeople } from "@intellibox/contract/rules/mail-merge";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { grouped } from "#lib/format.ts";
import { useDebouncedValue } from "#lib/hooks/use-debounced-value.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { runMutation } from "#lib/http/run-mutation.ts";
import { nameOf } from "#lib/person-name.ts";
import { useAddPeople } from "#api/mail-merges.ts";
import { peopleQuery } from "#api/people.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Empty, Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { TextField } from "#components/ui/field.tsx";

const step = 20;
/** More people than a reader looks through: a search finds the others. */
const mostShown = 200;

/** Chooses people of the address book. Those that are chosen stay chosen while another name is searched for. */
export function PeoplePicker({ merge }: { merge: MailMerge }) {
  const [typed, setTyped] = useState("");
  const q = useDebouncedValue(typed.trim(), 250);
  const [limit, setLimit] = useState(step);
  const found = useQuery(peopleQuery({ filter: "all", sort: "name", limit, ...(q && { q }) }));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { add, isBusy, outcome, failure } = useAdding(merge);
  const { items = [], total = 0 } = found.data ?? {};
  const choose = (people: ListedPerson[]) =>
    setChosen([...new Set([...chosen, ...people.map(({ id }) => id)])].slice(0, maxAddedPeople));
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-text-2">
        {t(
          "Chosen people are added to the list, with their name, company, job title and phone as words for the mail. A file or a typed list replaces the whole list.",
        )}
      </p>
      <TextField
        label={t("Search people")}
        type="search"
        autoComplete="off"
        className="max-w-sm"
        placeholder={t("Name, email or company")}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setLimit(step);
        }}
      />
      {found.error && <Failed message={messageOf(found.error)} onRetry={() => void found.refetch()} />}
      {!found.error && !found.data && <Skeleton className="h-40 w-full" />}
      {found.data && items.length === 0 && (
        <Empty>
          {q ? t("No people match “{q}”.", { q }) : t("You know nobody yet. Add people on the People page.")}
        </Empty>
      )}
      {items.length > 0 && (
        <fieldset className="max-h-96 overflow-y-auto rounded-panel border border-line px-4 py-2">
          <legend className="sr-only">{t("People")}</legend>
          {items.map((person) => (
            <Checkbox
              key={person.id}
              className="py-1.5"
              label={<span dir="auto">{nameOf(person)}</span>}
              hint={<span className="[overflow-wrap:anywhere]">{detailsOf(person)}</span>}
              checked={chosen.includes(person.id)}
              disabled={chosen.length >= maxAddedPeople && !chosen.includes(person.id)}
              onChange={({ target }) =>
                target.checked ? choose([person]) : setChosen(chosen.filter((id) => id !== person.id))
              }
            />
          ))}
          {total > items.length && items.length < mostShown && (
            <Button size="sm" variant="ghost" onClick={() => setLimit(limit + step)}>
              {t("Show more ({count} in all)", { count: grouped(total) })}
            </Button>
          )}
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          busy={isBusy}
          disabled={chosen.length === 0}
          onClick={() => add([...chosen], () => setChosen([]))}
        >
          {t("Add selected")}
        </Button>
        <Button variant="ghost" disabled={items.length === 0} onClick={() => choose(items)}>
          {t("Select all shown")}
        </Button>
        <span role="status" className="text-sm text-text-2">
          {chosen.length > 0
            ? t("{count, plural, one {# selected} other {# selected}}", { count: chosen.length })
            : outcome}
        </span>
      </div>
      {failure && <Alert kind="bad">{failure}</Alert>}
    </div>
  );
}

const detailsOf = ({ name, addresses: [address], company }: ListedPerson) =>
  [name && address, company].filter(Boolean).join(" · ");

/** Adds people, and says how many of them are new to the list. */
function useAdding(merge: MailMerge) {
  const adding = useAddPeople(merge.id);
  const [outcome, setOutcome] = useState("");
  const add = (ids: string[], onDone: () => void) =>
    runMutation(adding, ids, ({ totals }) => {
      const added = totals.recipients - merge.totals.recipients;
      const suppressed = added - (totals.waiting - merge.totals.waiting);
      setOutcome(outcomeOf({ added, known: ids.length - added, suppressed }));
      onDone();
    });
  return { add, outcome, isBusy: adding.isPending, failure: adding.error ? messageOf(adding.error) : undefined };
}

function outcomeOf({ added, known, suppressed }: { added: number; known: number; suppressed: number }) {
  const words = [
    t("{count, plural, one {# person} other {# people}} added.", { count: added }),
    known > 0 && t("{count, plural, one {# was} other {# were}} in the list already.", { count: known }),
    suppressed > 0 &&
      t("{count, plural, one {# does} other {# do}} not want such mail, or the address does not exist.", {
        count: suppressed,
      }),
  ];
  return words.filter(Boolean).join(" ");
}
