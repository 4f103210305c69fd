import { t } from "@intellibox/contract/text/t";
import { type KeyboardEvent, useId, useState } from "react";
import { type KnownPerson, matchingPeople } from "#lib/mail/matching-people.ts";
import { optionId, PeopleList } from "./people-list.tsx";

type TypedAddresses = { chips: readonly string[]; typed: string; put: (text: string) => void };

/** Completes what is typed: the arrows choose, Enter and Tab take, Escape closes. The text itself stays the first choice. */
export function useCompletion(people: readonly KnownPerson[], { chips, typed, put }: TypedAddresses) {
  const id = useId();
  const [state, setState] = useState({ typed: "", at: -1, isClosed: false });
  const now = state.typed === typed ? state : { typed, at: -1, isClosed: false };
  const found = now.isClosed ? [] : matchingPeople(people, typed, chips);
  const isOpen = found.length > 0;
  const change = (changes: Partial<typeof now>) => setState({ ...now, ...changes });
  const choose = ({ address }: KnownPerson) => put(address);

  /** Returns whether the key was for the list. */
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[now.at];
    if (step) change({ at: Math.max(-1, Math.min(found.length - 1, now.at + step)) });
    else if (event.key === "Escape") {
      change({ isClosed: true });
      // The composer around the box closes on Escape, too.
      event.stopPropagation();
    } else if (chosen && (event.key === "Enter" || event.key === "Tab")) choose(chosen);
    else return false;
    event.preventDefault();
    return true;
  };
  const count = t("{count, plural, one {# person found} other {# people found}}", { count: found.length });
  return {
    press,
    close: () => isOpen && change({ isClosed: true }),
    attributes: people.length > 0 && {
      "aria-autocomplete": "list" as const,
      "aria-haspopup": "listbox" as const,
      "aria-controls": isOpen ? id : undefined,
      "aria-activedescendant": isOpen && now.at >= 0 ? optionId(id, now.at) : undefined,
    },
    list: (
      <>
        <span aria-live="polite" className="sr-only">
          {isOpen && count}
        </span>
        {isOpen && <PeopleList id={id} people={found} at={now.at} onChoose={choose} />}
      </>
    ),
  };
}
