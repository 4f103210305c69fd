import { t } from "@intellibox/contract/text/t";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { type KnownPeople, type KnownPerson, matchingPeople, withoutChosen } from "#lib/mail/matching-people.ts";
import { optionId, PeopleList } from "./people-list.tsx";

type TypedAddresses = { chips: readonly string[]; typed: string; put: (text: string) => void };

/** Completes what is typed: the arrows choose, Enter and Tab take, Escape closes. The text itself stays the first choice. */
export function useCompletion(people: KnownPeople, { chips, typed, put }: TypedAddresses) {
  const id = useId();
  const [state, setState] = useState({ typed: "", at: -1, isClosed: false });
  const now = state.typed === typed ? state : { typed, at: -1, isClosed: false };
  const matches = useMatches(people, typed, chips);
  const found = now.isClosed ? [] : matches;
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
    attributes: (people.loaded.length > 0 || people.find) && {
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

const pauseMs = 120;

/** The search's answer for this text, or until it comes those of the loaded people and of the last answer. */
function useMatches({ loaded, find }: KnownPeople, typed: string, chips: readonly string[]): KnownPerson[] {
  const text = typed.trim();
  const [answer, setAnswer] = useState<{ text: string; people: readonly KnownPerson[] }>({ text: "", people: [] });
  useEffect(() => {
    if (!text || !find) return;
    const wanted = new AbortController();
    const timer = setTimeout(() => {
      find(text, wanted.signal).then(
        (people) => !wanted.signal.aborted && setAnswer({ text, people }),
        // Without a network the loaded people have to do.
        () => undefined,
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      wanted.abort();
    };
  }, [text, find]);
  if (text && answer.text === text) return withoutChosen(answer.people, chips);
  return matchingPeople([...loaded, ...answer.people], text, chips);
}
