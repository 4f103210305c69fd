import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import type { CalendarEvent, Invitation } from "@intellibox/contract/endpoints/invitations";
import type { AttendeeAnswer } from "@intellibox/contract/rules/invitations";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { CalendarDays, CalendarPlus, Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { invitationQuery, saveCalendar } from "#api/invitations.ts";
import { saveAttachment } from "#api/mail-files.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { AnswerBar } from "./answer-bar.tsx";
import { EventFacts, nameOf } from "./event-facts.tsx";

type InvitationCardProps = { message: Pick<MailMessage, "id" | "attachments" | "calendarPart"> };

/** The calendar file of a message as a card, with the answer to an invitation. */
export function InvitationCard({ message }: InvitationCardProps) {
  const { data, error, refetch } = useQuery(invitationQuery(message.id));
  if (error && !data) return <Failed message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  const heading = headingOf(data);
  return (
    <section aria-label={heading} className="rounded-panel border border-line bg-subtle px-4 py-3">
      <header className="mb-2 flex flex-wrap items-center gap-2">
        <CalendarDays className="size-4 text-text-2" aria-hidden="true" />
        <h3 className="flex-1 text-sm font-semibold text-text">{heading}</h3>
        {isForCalendar(data) && <SaveButton messageId={message.id} />}
        {!data.isReadable && <DownloadButton message={message} />}
      </header>
      {data.isReadable ? (
        <>
          <Notice invitation={data} />
          <Events events={data.events} count={data.eventCount} />
          <AnswerBar key={message.id} messageId={message.id} invitation={data} />
        </>
      ) : (
        <p className="text-sm text-text-2">{t("This calendar file cannot be read. You can still download it.")}</p>
      )}
    </section>
  );
}

/** An event that takes place: not one that was cancelled or that has no time, and not what an attendee answered or proposes. */
const isForCalendar = ({ method, events }: Invitation) =>
  !["cancel", "reply", "counter"].includes(method) && events.some(({ start, isCancelled }) => start && !isCancelled);

function headingOf({ method, events, isReadable }: Invitation): string {
  if (!isReadable) return t("Calendar file");
  const isCancelled = method === "cancel" || events.every((event) => event.isCancelled);
  if (isCancelled) return t("Cancelled event");
  if (method === "request")
    return events.some(({ sequence }) => sequence > 0) ? t("Changed invitation") : t("Invitation");
  if (method === "reply") return t("Answer to an invitation");
  return method === "counter" ? t("Proposal for another time") : t("Event");
}

const replyWords: Record<AttendeeAnswer, (who: string) => string> = {
  accepted: (who) => t("{who} has accepted.", { who }),
  tentative: (who) => t("{who} has answered with maybe.", { who }),
  declined: (who) => t("{who} has declined.", { who }),
  delegated: (who) => t("{who} sends somebody else.", { who }),
  waiting: (who) => t("{who} has not answered yet.", { who }),
};

/** Says what an attendee answered or proposes, or that the organizer has changed the event. */
function Notice({ invitation: { method, events } }: { invitation: Invitation }) {
  const [event] = events;
  const [person] = event?.attendees ?? [];
  const words =
    person && method === "reply"
      ? replyWords[person.answer](nameOf(person))
      : person && method === "counter"
        ? t("{who} proposes this time instead.", { who: nameOf(person) })
        : method === "request" && event && event.sequence > 0
          ? t("The organizer has moved or changed this event.")
          : "";
  const comment = method === "reply" || method === "counter" ? event?.comment : "";
  if (!words && !comment) return null;
  return (
    <div className="mb-3 text-sm text-text">
      {words && <p>{words}</p>}
      {comment && <p className="mt-1 border-s-2 border-line-strong ps-3 whitespace-pre-wrap">{comment}</p>}
    </div>
  );
}

const fewEvents = 2;

function Events({ events, count }: { events: CalendarEvent[]; count: number }) {
  const [showsAll, setShowsAll] = useState(events.length <= fewEvents);
  const shown = showsAll ? events : events.slice(0, fewEvents);
  return (
    <div className="flex flex-col divide-y divide-line">
      {shown.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
        <div key={index} className="py-3 first:pt-0 last:pb-0">
          <EventFacts event={event} />
        </div>
      ))}
      {!showsAll && (
        <div className="pt-3">
          <Button size="sm" onClick={() => setShowsAll(true)}>
            {t("Show all {count} events", { count })}
          </Button>
        </div>
      )}
      {showsAll && count > events.length && (
        <p className="pt-3 text-sm text-text-3">{t("and {count} more", { count: count - events.length })}</p>
      )}
    </div>
  );
}

function SaveButton({ messageId }: { messageId: string }) {
  const { isBusy, run } = useSaving(() => saveCalendar(messageId));
  return (
    <Button size="sm" busy={isBusy} icon={<CalendarPlus className="size-3.5" aria-hidden="true" />} onClick={run}>
      {t("Add to calendar")}
    </Button>
  );
}

function DownloadButton({ message }: InvitationCardProps) {
  const file = message.attachments.find(({ part }) => part === message.calendarPart);
  const { isBusy, run } = useSaving(async () => file && saveAttachment(message.id, file));
  return (
    <Button size="sm" busy={isBusy} icon={<Download className="size-3.5" aria-hidden="true" />} onClick={run}>
      {t("Download")}
    </Button>
  );
}

function useSaving(save: () => Promise<unknown>) {
  const [isBusy, setIsBusy] = useState(false);
  const run = () => {
    setIsBusy(true);
    save()
      .catch((error) => toast.error(messageOf(error, t("The calendar file could not be saved")), screenToast))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, run };
}
