import { t } from "@intellibox/contract/text/t";
import { classNames } from "#lib/class-names.ts";
import type { KnownPerson } from "#lib/mail/matching-people.ts";

type PeopleListProps = {
  id: string;
  people: readonly KnownPerson[];
  /** The index of the person that Enter chooses. */
  at: number;
  onChoose: (person: KnownPerson) => void;
};

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** The people that complete what is typed. The focus stays in the box, which names the active one. */
export const PeopleList = ({ id, people, at, onChoose }: PeopleListProps) => (
  <div
    id={id}
    role="listbox"
    aria-label={t("People")}
    className="absolute top-full start-0 z-30 mt-1 max-h-80 w-80 max-w-full overflow-y-auto rounded-popup bg-surface p-1 shadow-popup"
  >
    {people.map((person, index) => (
      // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the box keeps the focus and takes the keys
      <div
        key={person.address}
        id={optionId(id, index)}
        role="option"
        aria-selected={index === at}
        // Pressing must not take the focus from the box.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(person)}
        className={classNames(
          "flex min-h-9 cursor-pointer flex-col justify-center rounded-item px-2.5 py-1 text-sm pointer-coarse:min-h-11",
          index === at ? "bg-selected" : "hover:bg-hover",
        )}
      >
        {person.name && <span className="truncate text-text">{person.name}</span>}
        <span className={classNames("truncate", person.name ? "text-xs text-text-2" : "text-text")}>
          {person.address}
        </span>
      </div>
    ))}
  </div>
);
