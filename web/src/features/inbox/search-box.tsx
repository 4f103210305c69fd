import { parseSearch } from "@intellibox/contract/rules/search-query";
import { t } from "@intellibox/contract/text/t";
import { Clock, Search, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type Ref, useId, useRef, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { controlClass } from "#components/ui/field.tsx";
import { KeyCaps } from "#components/ui/key-cap.tsx";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches.ts";

export const searchHint = "from:, subject:, has:attachment, after:YYYY-MM-DD";

type SearchBoxProps = {
  /** The search that the list shows. */
  value: string;
  onSearch: (text: string) => void;
  inputRef: Ref<HTMLInputElement>;
  formId: string;
};

/** The search box with the recent searches. The list changes only when the form is submitted. */
export function SearchBox({ value, onSearch, inputRef, formId }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [shownFor, setShownFor] = useState(value);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const listId = useId();
  const box = useRef<HTMLFormElement>(null);
  // The search in the URL changed elsewhere: by Back, or by the removal of a chip.
  if (shownFor !== value) {
    setShownFor(value);
    setText(value);
  }
  const recent = isOpen && !text.trim() ? recentSearches() : [];

  const search = (words: string) => {
    setText(words);
    setIsOpen(false);
    setAt(-1);
    rememberSearch(words);
    onSearch(words.trim());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(recent[at] ?? text);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && recent.length > 0) {
      event.preventDefault();
      setAt((at + step + recent.length + (at < 0 && step < 0 ? 1 : 0)) % recent.length);
    } else if (event.key === "Escape" && isOpen && recent.length > 0) {
      event.preventDefault();
      setIsOpen(false);
    }
  };

  return (
    <search className="relative min-w-0 flex-1">
      <form
        ref={box}
        id={formId}
        onSubmit={submit}
        onFocus={() => setIsOpen(true)}
        onBlur={(event) => !box.current?.contains(event.relatedTarget) && setIsOpen(false)}
      >
        <Search
          className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-text-3"
          aria-hidden="true"
        />
        <input
          ref={inputRef}
          type="text"
          role="combobox"
          aria-label={t("Search mail")}
          aria-expanded={recent.length > 0}
          aria-controls={listId}
          aria-activedescendant={at >= 0 && recent[at] ? `${listId}-${at}` : undefined}
          aria-autocomplete="list"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          placeholder={searchHint}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setIsOpen(true);
            setAt(-1);
          }}
          // A click opens the list again if the field has the focus already.
          onClick={() => setIsOpen(true)}
          onKeyDown={press}
          className={classNames("h-input w-full pe-10 ps-9", controlClass)}
        />
        {text ? (
          <button
            type="button"
            aria-label={t("Clear search")}
            onClick={() => search("")}
            className="absolute inset-y-0 end-0 flex w-10 items-center justify-center rounded-control text-text-3 hover:text-text focus-visible:-outline-offset-2"
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        ) : (
          <KeyCaps keys="/" className="pointer-events-none absolute top-1/2 end-3 -translate-y-1/2 max-md:hidden" />
        )}
        <RecentList id={listId} searches={recent} at={at} onPick={search} onForget={() => setIsOpen(false)} />
      </form>
    </search>
  );
}

type RecentListProps = {
  id: string;
  searches: readonly string[];
  at: number;
  onPick: (text: string) => void;
  onForget: () => void;
};

function RecentList({ id, searches, at, onPick, onForget }: RecentListProps) {
  return (
    <div
      hidden={searches.length === 0}
      className="absolute inset-x-0 top-full z-40 mt-1 rounded-popup bg-surface p-1 shadow-popup"
    >
      <div role="listbox" id={id} aria-label={t("Recent searches")}>
        {searches.map((words, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: pointed at by aria-activedescendant
          <div
            key={words}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(words)}
            className={classNames(
              "flex min-h-8 cursor-pointer items-center gap-2.5 rounded-item px-2.5 text-sm text-text hover:bg-hover pointer-coarse:min-h-11",
              index === at && "bg-hover",
            )}
          >
            <Clock className="size-3.5 shrink-0 text-text-3" aria-hidden="true" />
            <span className="truncate">{words}</span>
          </div>
        ))}
      </div>
      <button
        type="button"
        onClick={() => {
          forgetSearches();
          onForget();
        }}
        className="mt-1 flex min-h-8 w-full items-center rounded-item border-t border-line px-2.5 text-xs text-text-3 hover:text-text pointer-coarse:min-h-11"
      >
        {t("Clear recent searches")}
      </button>
    </div>
  );
}

/** The operators that the search understood, each with a button to remove it. */
export function SearchChips({ query, onSearch }: { query: string; onSearch: (text: string) => void }) {
  const { chips } = parseSearch(query);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t("Search operators")} className="flex shrink-0 flex-wrap gap-1.5 border-b border-line px-3 py-2">
      {chips.map(({ label, start, end }) => (
        <li key={`${start} ${label}`}>
          <button
            type="button"
            aria-label={t("Remove {label}", { label })}
            onClick={() => onSearch(`${query.slice(0, start)}${query.slice(end)}`.replaceAll(/\s+/g, " ").trim())}
            className="inline-flex h-6 max-w-64 items-center gap-1 rounded-full bg-selected pe-1.5 ps-2.5 text-xs font-medium text-accent-text hover:bg-active pointer-coarse:h-10"
          >
            <span className="truncate">{label}</span>
            <X className="size-3.5 shrink-0" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
