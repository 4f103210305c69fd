import type { Attendee, CalendarEvent } from "@intellibox/contract/endpoints/invitations";
import { t } from "@intellibox/contract/text/t";
import { ExternalLink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { attendeeWords, repeatsText, whenText } from "./event-words.ts";

/** Shows title, time, place and people of an event. All values are plain text. */
export function EventFacts({ event }: { event: CalendarEvent }) {
  const { title, repeats, occurrence, place, link, organizer, attendees, notes } = event;
  const when = whenText(event);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      <Fact label={t("What")}>
        <span className={event.isCancelled ? "line-through" : "font-medium"}>{title || t("(no title)")}</span>
      </Fact>
      <Fact label={t("When")}>{when || t("The file has no time that can be read.")}</Fact>
      {repeats && <Fact label={t("Repeats")}>{repeatsText(repeats)}</Fact>}
      {occurrence && (
        <Fact label={t("Series")}>
          {t("Only the event of {when}", { when: whenText({ start: occurrence, end: null }) })}
        </Fact>
      )}
      {place && <Fact label={t("Where")}>{place}</Fact>}
      {link && (
        <Fact label={t("Meeting link")}>
          <a
            href={link.url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex items-center gap-1.5 text-accent-text underline"
          >
            {link.host}
            <ExternalLink className="size-3.5" aria-hidden="true" />
          </a>
        </Fact>
      )}
      {organizer && <Fact label={t("Organizer")}>{nameOf(organizer)}</Fact>}
      {attendees.length > 0 && (
        <Fact label={t("Attendees")}>
          <Attendees attendees={attendees} count={event.attendeeCount} />
        </Fact>
      )}
      {notes && (
        <Fact label={t("Notes")}>
          <Notes text={notes} />
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-text-3">{label}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere] text-text">{children}</dd>
  </div>
);

export const nameOf = ({ name, address }: { name: string; address: string }) =>
  name && address ? `${name} <${address}>` : name || address;

const fewAttendees = 6;

function Attendees({ attendees, count }: { attendees: Attendee[]; count: number }) {
  const [showsAll, setShowsAll] = useState(attendees.length <= fewAttendees);
  // The reader comes first, so that the own answer is seen without opening the list.
  const ordered = attendees.toSorted((one, other) => Number(other.isMe) - Number(one.isMe));
  const shown = showsAll ? ordered : ordered.slice(0, fewAttendees);
  const more = count - attendees.length;
  return (
    <>
      <ul className="flex flex-col gap-1">
        {shown.map((attendee, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and a file may name a person twice
          <li key={index}>
            {nameOf(attendee)}{" "}
            <span className="text-xs text-text-3">
              {attendeeWords[attendee.answer]}
              {attendee.isOptional && ` · ${t("Optional")}`}
              {attendee.isMe && ` · ${t("You")}`}
            </span>
          </li>
        ))}
        {showsAll && more > 0 && <li className="text-text-3">{t("and {count} more", { count: more })}</li>}
      </ul>
      {!showsAll && (
        <Button variant="ghost" size="sm" className="-ms-2.5" onClick={() => setShowsAll(true)}>
          {t("Show all {count}", { count })}
        </Button>
      )}
    </>
  );
}

const longNotes = 400;

function Notes({ text }: { text: string }) {
  const [showsAll, setShowsAll] = useState(text.length <= longNotes);
  return (
    <>
      <p className={`whitespace-pre-wrap ${showsAll ? "" : "line-clamp-6"}`}>{text}</p>
      {!showsAll && (
        <Button variant="ghost" size="sm" className="-ms-2.5" onClick={() => setShowsAll(true)}>
          {t("Show all notes")}
        </Button>
      )}
    </>
  );
}
