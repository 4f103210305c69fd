import type { Invitation } from "@intellibox/contract/endpoints/invitations";
import type { AnswerState } from "@intellibox/contract/rules/invitations";
import { calendarUidOf } from "#outside/mime/calendar-uid.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { openCalendar, openVersions } from "./calendar/open-calendar.ts";
import { mainEvent, type ReadCalendar, type ReadEvent } from "./calendar/read-calendar.ts";
import { answersTo, type CalendarMessage, type FoundCalendar, findCalendar, othersAbout } from "./find-calendar.ts";

/** An invitation as it is shown, and what answering it needs. */
export type OpenInvitation = {
  shown: Invitation;
  message: CalendarMessage;
  event: ReadEvent | undefined;
  /** How many answers to this message were ever accepted, also withdrawn ones. */
  answerCount: number;
};

export async function readInvitation(scope: Scope, id: string, part: string | undefined): Promise<Invitation> {
  return (await openInvitation(scope, await findCalendar(scope, id, part))).shown;
}

export async function openInvitation(scope: Scope, found: FoundCalendar): Promise<OpenInvitation> {
  const { message, text, own, isMain } = found;
  const calendar = await openCalendar(text, { own, now: scope.now().getTime() }, ownerOf(scope));
  const event = calendar ? mainEvent(calendar.events) : undefined;
  if (!calendar || !event) return { shown: unreadable, message, event, answerCount: 0 };
  const [given, newer] = event.uid ? await historyOf(scope, found, event) : [[], undefined];
  const last = given.find(({ answer }) => !answer.withdrawnAt && answer.occurrence === occurrenceOf(event));
  const answer = last ? answerOf(last, event) : null;
  const state = stateOf(calendar, event, own);
  const shown: Invitation = {
    isReadable: true,
    method: calendar.method,
    events: calendar.events.map((one) => (one === event ? withAnswer(one, answer) : one)),
    eventCount: calendar.eventCount,
    answering: isMain ? (state === "open" && newer ? newer.state : state) : "not-asked",
    invitedAs: event.me?.address ?? null,
    answer,
    caution: cautionOf(message, event),
    newerId: newer?.id ?? null,
  };
  const answerCount = given.filter(({ answer }) => answer.messageId === message.item.id).length;
  return { shown, message, event, answerCount };
}

/** The file is older than the reader's answer, so it would still name the reader as somebody who has not answered. */
const withAnswer = (event: ReadEvent, given: Invitation["answer"]): ReadEvent =>
  given && !given.isEarlier && given.state !== "failed"
    ? { ...event, attendees: event.attendees.map((one) => (one.isMe ? { ...one, answer: given.answer } : one)) }
    : event;

const unreadable: Invitation = {
  ...{ isReadable: false, method: "other", events: [], eventCount: 0, answering: "not-asked" },
  ...{ invitedAs: null, answer: null, caution: null, newerId: null },
};

/** Which occurrence of a series an answer is about; empty for the whole event. */
export const occurrenceOf = ({ occurrence }: Pick<ReadEvent, "occurrence">) => occurrence?.value ?? "";

function stateOf({ method, events }: ReadCalendar, event: ReadEvent, own: string[]): AnswerState {
  if (method === "cancel" || event.isCancelled) return "cancelled";
  const isWhole = event.uid !== "" && event.start && events.every(({ uid }) => uid === event.uid);
  if (method !== "request" || !isWhole || !event.organizer?.address) return "not-asked";
  if (own.includes(event.organizer.address.toLowerCase())) return "own";
  if (!event.me) return "not-invited";
  return event.isOver ? "over" : "open";
}

async function historyOf(scope: Scope, { message, text, isMain }: FoundCalendar, event: ReadEvent) {
  const uidKey = isMain ? calendarUidOf(text) : null;
  const { id, from } = message.item;
  const [given, others] = await scope.tx(async (tx) => [
    await answersTo(tx, scope, event.uid),
    uidKey ? await othersAbout(tx, scope, { id, uidKey }) : [],
  ]);
  if (others.length === 0) return [given, undefined] as const;
  const versions = await openVersions(
    others.map(({ calendar }) => calendar),
    ownerOf(scope),
  );
  const organizer = event.organizer?.address.toLowerCase();
  // Anybody can write the UID of another's event into a file. Only the same organizer, by the same sender or the own address, counts.
  const senders = new Set([from.toLowerCase(), organizer]);
  for (const [at, version] of versions.entries()) {
    const other = others[at];
    if (!version || !other || version.uid !== event.uid || !senders.has(other.from.toLowerCase())) continue;
    if (version.organizer?.address.toLowerCase() !== organizer) continue;
    const isCancel = version.method === "cancel" || version.isCancelled;
    const isAboutIt = occurrenceOf(version) === occurrenceOf(event) || (isCancel && !version.occurrence);
    if (!isAboutIt) continue;
    if (isCancel && version.sequence >= event.sequence) return [given, { id: other.id, state: "cancelled" }] as const;
    if (version.method === "request" && version.sequence > event.sequence)
      return [given, { id: other.id, state: "replaced" }] as const;
  }
  return [given, undefined] as const;
}

type GivenAnswer = Awaited<ReturnType<typeof answersTo>>[number];

const answerOf = ({ answer, phase }: GivenAnswer, event: ReadEvent): Invitation["answer"] => ({
  answer: answer.answer,
  note: answer.note,
  answeredAt: answer.createdAt,
  // The row of a mail that was sent long ago may be gone.
  state: phase === null || phase === "sent" ? "sent" : phase === "failed" ? "failed" : "queued",
  isEarlier: answer.sequence < event.sequence,
});

/** An answer tells the organizer that the address is read. */
function cautionOf({ item, content }: CalendarMessage, { organizer, sentBy }: ReadEvent): Invitation["caution"] {
  if (item.folder === "junk") return "spam";
  const [to, from] = [organizer?.address.toLowerCase() ?? "", item.from.toLowerCase()];
  const repliesTo = content.recipients.replyTo.map(({ address }) => address.toLowerCase());
  const isKnown = !to || to === from || sentBy.toLowerCase() === from || repliesTo.includes(to);
  return isKnown || isSameDomain(to, from) ? null : "other-sender";
}

/** Also calendar.example.com for example.com. */
function isSameDomain(one: string, other: string) {
  const [a, b] = [one, other].map((address) => `.${address.slice(address.lastIndexOf("@") + 1)}`) as [string, string];
  return a.endsWith(b) || b.endsWith(a);
}
