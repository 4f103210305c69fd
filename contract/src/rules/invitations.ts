/** The possible answers to an invitation. */
export const invitationAnswers = ["accepted", "tentative", "declined"] as const;
export type InvitationAnswer = (typeof invitationAnswers)[number];

/** The answer of an attendee as a calendar file states it (RFC 5545 3.2.12). `waiting`: not yet. */
export const attendeeAnswers = [...invitationAnswers, "delegated", "waiting"] as const;
export type AttendeeAnswer = (typeof attendeeAnswers)[number];

/** The purpose of a calendar file (RFC 5546 1.4). */
export const calendarMethods = ["request", "cancel", "reply", "counter", "publish", "other"] as const;
export type CalendarMethod = (typeof calendarMethods)[number];

/**
 * Whether the reader can answer, or why not.
 * - `open`: they can
 * - `not-asked`: the file is not an invitation, or it lacks what an answer needs
 * - `not-invited`: none of their addresses is among the attendees
 * - `own`: they organize it
 * - `cancelled`, `over`: it does not take place, or it is in the past
 * - `replaced`: a newer mail about the same event has arrived
 */
export const answerStates = ["open", "not-asked", "not-invited", "own", "cancelled", "over", "replaced"] as const;
export type AnswerState = (typeof answerStates)[number];

/** Why an answer may reveal the reader's address to somebody unknown: the mail is spam, or another address sent it. */
export const answerCautions = ["spam", "other-sender"] as const;

export const maxAnswerNote = 1000;
export const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
