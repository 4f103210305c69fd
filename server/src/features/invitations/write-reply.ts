import type { CalendarTime } from "@intellibox/contract/endpoints/invitations";
import {
  type CalendarLine,
  calendarText,
  momentLine,
  personLine,
  textLine,
} from "@intellibox/contract/rules/calendar-file";
import type { InvitationAnswer } from "@intellibox/contract/rules/invitations";
import { momentOf, spelledTime } from "@intellibox/contract/rules/wall-time";
import { t } from "@intellibox/contract/text/t";
import type { MailAddress } from "#outside/mime/parsed-mail.ts";
import type { ReadEvent } from "./calendar/read-calendar.ts";

export type ReplyFacts = {
  event: ReadEvent;
  organizer: MailAddress;
  me: MailAddress;
  answer: InvitationAnswer;
  note: string;
  now: Date;
};

/** The calendar file of an answer (RFC 5546 3.2.3): the event as it was received, and its one attendee. */
export function writeReply({ event, organizer, me, answer, note, now }: ReplyFacts): string {
  const lines: CalendarLine[] = [
    textLine("UID", event.uid),
    momentLine("DTSTAMP", now),
    { name: "SEQUENCE", value: String(event.sequence) },
    personLine("ORGANIZER", organizer),
    personLine("ATTENDEE", me, { PARTSTAT: answer.toUpperCase() }),
    ...timeLine(event, "RECURRENCE-ID", event.occurrence),
    ...timeLine(event, "DTSTART", event.start),
    ...timeLine(event, "DTEND", event.end && endOf(event.end)),
    ...(event.title ? [textLine("SUMMARY", event.title)] : []),
    ...(note ? [textLine("COMMENT", note)] : []),
  ];
  return calendarText("REPLY", [...event.received.zones, { name: "VEVENT", lines }]);
}

/** In the organizer's zone if the invitation defines it, otherwise in UTC. */
function timeLine({ received }: ReadEvent, name: string, time: CalendarTime | null): CalendarLine[] {
  if (!time) return [];
  const written = received.times.find((line) => line.name === name);
  if (written) return [written];
  if (time.kind === "moment") return [momentLine(name, new Date(time.value))];
  const value = time.value.replaceAll(/[-:]/g, "");
  return [time.kind === "day" ? { name, parameters: { VALUE: "DATE" }, value } : { name, value }];
}

/** In a file, a whole-day event ends on the day after its last one. */
const endOf = (end: CalendarTime): CalendarTime =>
  end.kind === "day"
    ? { ...end, value: new Date(Date.parse(`${end.value}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10) }
    : end;

const subjects: Record<InvitationAnswer, (title: string) => string> = {
  accepted: (title) => t("Accepted: {title}", { title }),
  tentative: (title) => t("Tentative: {title}", { title }),
  declined: (title) => t("Declined: {title}", { title }),
};
const sentences: Record<InvitationAnswer, (who: string) => string> = {
  accepted: (who) => t("{who} has accepted this invitation.", { who }),
  tentative: (who) => t("{who} may come, and has answered this invitation with maybe.", { who }),
  declined: (who) => t("{who} has declined this invitation.", { who }),
};

/** The mail in words, for readers whose program does not know calendars. */
export function replyWords({ event, me, answer, note }: ReplyFacts, who: string, timeZone: string) {
  const title = event.title || t("(no title)");
  const when = event.start && timeText(event.start, timeZone);
  const about = [title, when].filter(Boolean).join("\n");
  const body = [sentences[answer](who || me.address), about, note].filter(Boolean).join("\n\n");
  return { subject: subjects[answer](title), body };
}

function timeText({ kind, value, zone }: CalendarTime, timeZone: string): string {
  if (kind === "moment") return `${spelledTime(new Date(value), timeZone) ?? value} (${timeZone})`;
  const wall = momentOf(value, "UTC");
  const spelled = (wall && spelledTime(wall, "UTC")) ?? value;
  if (kind === "day") return spelled.replace(/ at \d\d:\d\d$/, "");
  return zone ? `${spelled} (${zone})` : spelled;
}
