import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, id, instant, knownTimeZone, text, wholeNumber } from "../fields.ts";
import {
  answerCautions,
  answerStates,
  attendeeAnswers,
  calendarMethods,
  invitationAnswers,
  maxAnswerNote,
  weekdays,
} from "../rules/invitations.ts";
import { maxUndoSeconds } from "../rules/limits.ts";
import { t } from "../text/t.ts";
import { mailPerson } from "./inbox.ts";
import { sendAnswer } from "./outbox.ts";

const calendarTime = z.object({
  /** `day`: a date. `moment`: an instant. `clock`: a wall time, in a zone that is not known or, without `zone`, in the reader's own. */
  kind: z.enum(["day", "moment", "clock"]),
  /** 2026-11-20, 2026-11-20T11:30:00.000Z or 2026-11-20T11:30:00 */
  value: z.string(),
  zone: z.string().nullable(),
});
export type CalendarTime = z.output<typeof calendarTime>;

const repetition = z.object({
  /** `other`: by a rule that is too uncommon for words. */
  every: z.enum(["day", "week", "month", "year", "other"]),
  interval: z.number().int(),
  /** `position` is 2 for the second and -1 for the last one of a month; 0 for each one. */
  days: z.array(z.object({ day: z.enum(weekdays), position: z.number().int() })),
  monthDays: z.array(z.number().int()),
  count: z.number().int().nullable(),
  until: calendarTime.nullable(),
});
export type Repetition = z.output<typeof repetition>;

const attendee = mailPerson.extend({
  answer: z.enum(attendeeAnswers),
  isOptional: z.boolean(),
  isMe: z.boolean(),
});
export type Attendee = z.output<typeof attendee>;

/** Plain text throughout, whatever the file contains. */
export const calendarEvent = z.object({
  title: z.string(),
  /** Null if the file has none that can be read. The end of a whole-day event is its last day. */
  start: calendarTime.nullable(),
  end: calendarTime.nullable(),
  repeats: repetition.nullable(),
  /** It is about one occurrence of a series: its time before the change. */
  occurrence: calendarTime.nullable(),
  place: z.string(),
  /** The address of an online meeting, always https, and its host. */
  link: z.object({ url: z.string(), host: z.string() }).nullable(),
  organizer: mailPerson.nullable(),
  /** The first ones, the reader always among them. */
  attendees: z.array(attendee),
  attendeeCount: z.number().int(),
  notes: z.string(),
  /** The note that an attendee sent with an answer. */
  comment: z.string(),
  isCancelled: z.boolean(),
  /** Raised by the organizer with each important change. */
  sequence: z.number().int(),
});
export type CalendarEvent = z.output<typeof calendarEvent>;

const givenAnswer = z.object({
  answer: z.enum(invitationAnswers),
  note: z.string(),
  answeredAt: instant,
  /** Whether its mail was sent. */
  state: z.enum(["sent", "queued", "failed"]),
  /** It was given to an earlier version of the event. */
  isEarlier: z.boolean(),
});

export const invitation = z.object({
  /** False if the file cannot be read; then it has no events. */
  isReadable: z.boolean(),
  method: z.enum(calendarMethods),
  events: z.array(calendarEvent),
  eventCount: z.number().int(),
  answering: z.enum(answerStates),
  /** The address by which the reader was invited. */
  invitedAs: z.string().nullable(),
  /** The reader's last answer. */
  answer: givenAnswer.nullable(),
  /** Set if an answer needs `despiteCaution`. */
  caution: z.enum(answerCautions).nullable(),
  /** The newest message about the event, if it is not this one. */
  newerId: id.nullable(),
});
export type Invitation = z.output<typeof invitation>;

const path = "/mail/messages/{id}/invitation";

export const invitations = {
  get: endpoint({
    ...personal,
    method: "GET",
    path,
    summary: "Read the calendar file of a message: its events, and whether the caller can answer",
    params: byId,
    query: z.strictObject({
      /** An attachment; by default the calendar file that the message itself shows. */
      part: text(t("Attachment"), 200).optional(),
    }),
    response: invitation,
  }),
  answer: endpoint({
    ...personal,
    method: "POST",
    path: `${path}/answer`,
    summary: "Answer an invitation: a mail to its organizer, as iTIP requires; again, to change the answer",
    params: byId,
    body: z.strictObject({
      answer: z.enum(invitationAnswers, t("Answer with accepted, tentative or declined")),
      /** A few words for the organizer. */
      note: text(t("Note"), maxAnswerNote).trim().default(""),
      /** The caller's time zone (IANA name), for the times in the mail. */
      timeZone: knownTimeZone.default("UTC"),
      undoSeconds: wholeNumber(t("Undo time"), 0, maxUndoSeconds).default(0),
      /** The caller has seen the warning that the answer reveals their address. */
      despiteCaution: z.boolean().default(false),
    }),
    perMinute: "sends",
    response: sendAnswer,
  }),
};
