import { api } from "@intellibox/contract/api";
import type { InputOf } from "@intellibox/contract/endpoint";
import { newId } from "#lib/ids.ts";
import { mailOf } from "./mail-of.ts";
import { mailGiver } from "./mail-world.ts";
import { outboxWorld, until } from "./outbox-world.ts";
import type { Caller } from "./test-world.ts";

export const organizer = "priya@example.com";
export const soon = (hours: number) => utc(new Date(Date.now() + hours * 3_600_000));
const utc = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");

export type EventOptions = {
  uid?: string;
  method?: string;
  sequence?: number;
  lines?: string[];
  attendee?: string;
  hours?: number;
};

export const calendarOf = (
  email: string,
  {
    uid = `${newId()}@example.com`,
    method = "REQUEST",
    sequence = 1,
    lines = [],
    hours = 24,
    ...more
  }: EventOptions = {},
) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example//EN",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${soon(0)}`,
    `DTSTART:${soon(hours)}`,
    `DTEND:${soon(hours + 1)}`,
    "SUMMARY:Budget review\\, half-year: für alle",
    `ORGANIZER;CN=Priya Nair:mailto:${organizer}`,
    `ATTENDEE;CN=Rohan;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${more.attendee ?? email}`,
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ana@example.com",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "END:VALARM",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

export const mailWith = (calendar: string, options: Parameters<typeof mailOf>[0] = {}) =>
  mailOf({
    subject: "Invitation",
    files: [{ name: "invite.ics", type: "text/calendar", content: calendar }],
    ...options,
  });

/** Users who get invitations and answer them. Call it at the top of a test file, in place of `outboxWorld`. */
export async function invitationWorld() {
  const test = await outboxWorld();
  const { writer, call, peek, world, app } = test;
  const giveMail = mailGiver(world);
  const { invitations } = api;

  /** The id of a new message with the calendar file. */
  async function receive(who: Caller, mail: string): Promise<string> {
    await giveMail(who, [mail]);
    const messageId = /^Message-ID: (.*)\r$/m.exec(mail)?.[1];
    // A sync that an answer requested may store it instead.
    return until(async () => {
      const sql = "select id from messages where user_id = $1 and message_id = $2";
      return (await peek<{ id: string }>(sql, [who.id, messageId]))[0]?.id;
    });
  }

  const invited = async (options: EventOptions = {}) => {
    const { who, server } = await writer("NORMAL_USER", { name: "Rohan Desai" });
    const id = await receive(who, mailWith(calendarOf(who.email, options)));
    return { who, server, id };
  };
  const shown = async (who: Caller, id: string) => (await call(who, invitations.get, { params: { id } })).body;
  const answer = (who: Caller, id: string, body: Partial<InputOf<typeof invitations.answer>["body"]> = {}) =>
    call(who, invitations.answer, { params: { id }, body: { answer: "accepted", timeZone: "Asia/Kolkata", ...body } });
  const download = (who: Caller, id: string, query = "") =>
    app.inject({
      url: `/api/mail/messages/${id}/calendar.ics${query}`,
      headers: { authorization: `Bearer ${who.token}` },
    });

  return { ...test, giveMail, receive, invited, shown, answer, download };
}
