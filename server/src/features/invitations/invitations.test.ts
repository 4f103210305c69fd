import { api } from "@intellibox/contract/api";
import type { InputOf } from "@intellibox/contract/endpoint";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { parseMail } from "#outside/mime/parse.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailGiver } from "#test/mail-world.ts";
import { outboxWorld, until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";

const { writer, person, call, peek, logsOf, world, app } = await outboxWorld();
const giveMail = mailGiver(world);
const { invitations, inbox, outbox } = api;

const organizer = "priya@example.com";
const soon = (hours: number) => utc(new Date(Date.now() + hours * 3_600_000));
const utc = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");

type EventOptions = {
  uid?: string;
  method?: string;
  sequence?: number;
  lines?: string[];
  attendee?: string;
  hours?: number;
};

const calendarOf = (
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

const mailWith = (calendar: string, options: Parameters<typeof mailOf>[0] = {}) =>
  mailOf({
    subject: "Invitation",
    files: [{ name: "invite.ics", type: "text/calendar", content: calendar }],
    ...options,
  });

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

test("an invitation of a message is read, and can be answered [INV-01] [INV-04]", async () => {
  const { who, id } = await invited();
  expect((await call(who, inbox.message, { params: { id } })).body.calendarPart).toBe("2");
  expect(await shown(who, id)).toMatchObject({
    ...{ isReadable: true, method: "request", answering: "open", answer: null, caution: null, newerId: null },
    invitedAs: who.email,
    events: [{ title: "Budget review, half-year: für alle", organizer: { name: "Priya Nair", address: organizer } }],
  });
});

test("an answer reaches the organizer alone as a calendar reply that a parser accepts [INV-04] [INV-05]", async () => {
  const uid = `${"0040000008200E00074C5B7101A82E00800000000".repeat(3)}@example.com`;
  const { who, server, id } = await invited({ uid, sequence: 3 });
  const sent = await answer(who, id, { note: "I may be late; sorry,\nRohan" });
  expect([sent.status, sent.body.status]).toEqual([200, "sent"]);
  expect(server.mails.map(({ from, to }) => [from, to])).toEqual([[who.email, [organizer]]]);

  const raw = server.mails[0]?.raw.toString("latin1") ?? "";
  const structure = raw
    .match(/^Content-Type: .*(?:\r\n[ \t].*)*/gim)
    ?.map((line) => line.replaceAll(/\s+/g, " ").replace(/ boundary=.*/, ""));
  expect(structure).toEqual([
    "Content-Type: multipart/mixed;",
    "Content-Type: multipart/alternative;",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Type: text/html; charset=utf-8",
    "Content-Type: text/calendar; charset=utf-8; method=REPLY",
    "Content-Type: application/ics; name=invite.ics",
  ]);
  for (const line of raw.split("\r\n")) expect(line.length).toBeLessThanOrEqual(998);
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(mail).toMatchObject({
    subject: "Accepted: Budget review, half-year: für alle",
    from: { name: "Rohan Desai", address: who.email },
    to: [{ address: organizer }],
    cc: [],
  });
  expect(mail.text).toMatch(
    /^Rohan Desai has accepted this invitation\.\n\nBudget review[^\n]*\n.* \(Asia\/Kolkata\)\n\nI may be late/,
  );
  const [original] = await peek<{ message_id: string }>("select message_id from messages where id = $1", [id]);
  expect(mail.inReplyTo).toBe(original?.message_id);

  const calendar = new ICAL.Component(ICAL.parse(mail.calendar ?? ""));
  expect(calendar.getFirstPropertyValue("method")).toBe("REPLY");
  const events = calendar.getAllSubcomponents("vevent");
  expect(events).toHaveLength(1);
  const value = (name: string) => String(events[0]?.getFirstPropertyValue(name));
  expect([value("uid"), value("sequence"), value("organizer")]).toEqual([uid, "3", `mailto:${organizer}`]);
  expect(value("comment")).toBe("I may be late; sorry,\nRohan");
  expect(Date.parse(value("dtstamp"))).toBeGreaterThan(Date.now() - 60_000);
  const attendees = events[0]?.getAllProperties("attendee") ?? [];
  expect(attendees.map((one) => [one.getFirstValue(), one.getFirstParameter("partstat")])).toEqual([
    [`mailto:${who.email}`, "ACCEPTED"],
  ]);
  expect(await logsOf(who)).toMatchObject([{ status: "sent", kind: "reply", recipients: [organizer] }]);
  expect((await shown(who, id)).answer).toMatchObject({ answer: "accepted", state: "sent", isEarlier: false });
});

test("the answer to one occurrence of a series names it [INV-05]", async () => {
  const { who, server, id } = await invited({ lines: ["RECURRENCE-ID;TZID=Asia/Kolkata:20301120T170000"] });
  expect((await answer(who, id)).status).toBe(200);
  const { calendar } = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(calendar).toContain("RECURRENCE-ID:20301120T113000Z");
});

const zone = [
  "BEGIN:VTIMEZONE",
  "TZID:Organizer; Time",
  "BEGIN:STANDARD",
  "DTSTART:16011028T030000",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "X-EVIL:1",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010325T020000",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

test("an answer keeps the times in the organizer's zone, with its definition [INV-12]", async () => {
  const { who, server } = await writer("NORMAL_USER", { name: "Rohan Desai" });
  const inZone = (name: string, time: string) => `${name};TZID="Organizer; Time":${time}`;
  const calendar = calendarOf(who.email)
    .replace("BEGIN:VEVENT", [...zone, "BEGIN:VEVENT"].join("\r\n"))
    .replace(/DTSTART:\d{8}T\d{6}Z/, inZone("DTSTART", "20300718T170000"))
    .replace(/DTEND:\d{8}T\d{6}Z/, inZone("DTEND", "20300718T180000"))
    .replace("SUMMARY", `${inZone("RECURRENCE-ID", "20300717T170000")}\r\nSUMMARY`);
  const id = await receive(who, mailWith(calendar));
  expect((await shown(who, id)).events[0]?.start).toMatchObject({ value: "2030-07-18T15:00:00.000Z" });
  expect((await answer(who, id)).status).toBe(200);
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(mail.calendar).not.toContain("EVIL");
  const reply = new ICAL.Component(ICAL.parse(mail.calendar ?? ""));
  const definition = reply.getFirstSubcomponent("vtimezone");
  if (!definition) throw new Error("The reply defines no zone");
  const timezone = new ICAL.Timezone(definition);
  const event = reply.getFirstSubcomponent("vevent");
  const times = ["dtstart", "dtend", "recurrence-id"].map((name) => {
    const property = event?.getFirstProperty(name);
    const time = property?.getFirstValue() as ICAL.Time;
    time.zone = timezone;
    return [property?.getFirstParameter("tzid"), time.toJSDate().toISOString()];
  });
  expect(times).toEqual([
    ["Organizer; Time", "2030-07-18T15:00:00.000Z"],
    ["Organizer; Time", "2030-07-18T16:00:00.000Z"],
    ["Organizer; Time", "2030-07-17T15:00:00.000Z"],
  ]);
});

test("two clicks send one mail, and the same answer again is refused with a sentence [INV-06]", async () => {
  const { who, server, id } = await invited();
  const both = await Promise.all([answer(who, id), answer(who, id)]);
  // The second either joins the first or comes after it.
  for (const { status, body } of both)
    expect([200, "You have already accepted this invitation."]).toContain(status === 200 ? status : body.error);
  expect(both.some(({ status }) => status === 200)).toBe(true);
  expect(server.mails).toHaveLength(1);
  const again = await answer(who, id);
  expect([again.status, again.body.error]).toEqual([409, "You have already accepted this invitation."]);
  expect(server.mails).toHaveLength(1);
});

test("a changed answer is another mail, and the last one counts [INV-06]", async () => {
  const { who, server, id } = await invited();
  await answer(who, id);
  expect((await answer(who, id, { answer: "declined" })).status).toBe(200);
  const subjects = await Promise.all(server.mails.map(async ({ raw }) => (await parseMail(raw)).subject));
  expect(subjects).toEqual([expect.stringMatching(/^Accepted: /), expect.stringMatching(/^Declined: /)]);
  expect((await shown(who, id)).answer).toMatchObject({ answer: "declined" });
  expect((await answer(who, id, { answer: "tentative" })).status).toBe(200);
  expect((await parseMail(server.mails[2]?.raw ?? Buffer.alloc(0))).calendar).toContain("PARTSTAT=TENTATIVE");
});

test("the list of attendees names the reader's own answer, unless it was given to an earlier version [INV-06]", async () => {
  const { who, id } = await invited({ uid: "list@example.com" });
  const mine = async (message: string) =>
    (await shown(who, message)).events[0]?.attendees.find(({ isMe }) => isMe)?.answer;
  expect(await mine(id)).toBe("waiting");
  await answer(who, id, { answer: "tentative" });
  expect(await mine(id)).toBe("tentative");
  const moved = await receive(
    who,
    mailWith(calendarOf(who.email, { uid: "list@example.com", sequence: 2, hours: 48 })),
  );
  expect(await mine(moved)).toBe("waiting");
});

test("an answer that is undone does not count, and can be given again [INV-06]", async () => {
  const { who, server, id } = await invited();
  const first = await answer(who, id, { undoSeconds: 10 });
  expect([first.status, first.body.status]).toEqual([202, "queued"]);
  expect((await shown(who, id)).answer).toMatchObject({ answer: "accepted", state: "queued" });
  expect((await call(who, outbox.cancel, { params: { messageId: first.body.messageId } })).status).toBe(200);
  expect((await shown(who, id)).answer).toBeNull();
  expect((await answer(who, id)).status).toBe(200);
  expect(server.mails).toHaveLength(1);
});

test.each([
  ["cancelled", { method: "CANCEL" }, "This event was cancelled, so it cannot be answered any more."],
  ["cancelled", { lines: ["STATUS:CANCELLED"] }, "This event was cancelled, so it cannot be answered any more."],
  ["over", { hours: -48 }, "This event is over, so it cannot be answered any more."],
  [
    "not-invited",
    { attendee: "list@example.com" },
    "None of your addresses is invited to this event, so there is nothing to answer.",
  ],
  ["not-asked", { method: "PUBLISH" }, "This message has no invitation that can be answered."],
  ["not-asked", { method: "REPLY" }, "This message has no invitation that can be answered."],
  ["not-asked", { uid: "" }, "This message has no invitation that can be answered."],
] as const)("an invitation that is %s cannot be answered: %j [INV-07]", async (state, options, sentence) => {
  const { who, server, id } = await invited({ ...options, lines: [...("lines" in options ? options.lines : [])] });
  expect((await shown(who, id)).answering).toBe(state);
  const refused = await answer(who, id);
  expect([refused.status, refused.body.error]).toEqual([409, sentence]);
  expect(server.mails).toEqual([]);
});

test("the organizer does not answer the own invitation [INV-07]", async () => {
  const { who } = await writer();
  const calendar = calendarOf(who.email).replace(`mailto:${organizer}`, `mailto:${who.email}`);
  const id = await receive(who, mailWith(calendar, { from: who.email }));
  expect((await shown(who, id)).answering).toBe("own");
  expect((await answer(who, id)).body.error).toMatch(/^You organize this event yourself/);
});

test("a later mail about the event closes the earlier one, and only the organizer's does [INV-07]", async () => {
  const uid = `${newId()}@example.com`;
  const { who, id } = await invited({ uid });
  await answer(who, id);
  await receive(
    who,
    mailWith(calendarOf(who.email, { uid, method: "CANCEL", sequence: 9 }), { from: "Evil <evil@evil.test>" }),
  );
  expect(await shown(who, id)).toMatchObject({ answering: "open", newerId: null });
  const update = await receive(who, mailWith(calendarOf(who.email, { uid, sequence: 2 })));
  expect(await shown(who, id)).toMatchObject({ answering: "replaced", newerId: update });
  expect(await shown(who, update)).toMatchObject({
    answering: "open",
    answer: { answer: "accepted", isEarlier: true },
  });
  expect((await answer(who, id, { answer: "declined" })).body.error).toMatch(/^A newer version/);
  expect((await answer(who, update)).status).toBe(200);
  const cancel = await receive(who, mailWith(calendarOf(who.email, { uid, method: "CANCEL", sequence: 3 })));
  expect(await shown(who, update)).toMatchObject({ answering: "cancelled", newerId: cancel });
});

test("before an answer reveals the address to somebody unknown it must be confirmed [INV-08]", async () => {
  const { who, server } = await writer();
  const spam = await receive(who, mailWith(calendarOf(who.email)));
  await peek("update messages set folder = 'junk' where id = $1", [spam]);
  expect((await shown(who, spam)).caution).toBe("spam");
  const other = await receive(who, mailWith(calendarOf(who.email), { from: "Deals <deals@other.test>" }));
  expect((await shown(who, other)).caution).toBe("other-sender");
  for (const id of [spam, other]) {
    expect(await answer(who, id)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^An answer tells/) },
    });
    expect((await answer(who, id, { despiteCaution: true })).status).toBe(200);
  }
  expect(server.mails).toHaveLength(2);
  const known = [
    mailWith(calendarOf(who.email), { from: "Calendar <calendar@mail.example.com>" }),
    mailWith(calendarOf(who.email), { from: "Bookings <no-reply@other.test>", headers: [`Reply-To: ${organizer}`] }),
    mailWith(calendarOf(who.email).replace("ORGANIZER;", 'ORGANIZER;SENT-BY="mailto:pa@other.test";'), {
      from: "pa@other.test",
    }),
  ];
  for (const mail of known) expect((await shown(who, await receive(who, mail))).caution).toBeNull();
});

test("an address that is not proved to be the user's does not answer [INV-08]", async () => {
  const { who, server } = await writer();
  await giveMail(who, []);
  await peek(
    `insert into mailboxes (tenant_id, id, user_id, kind, email, status) values ($1, $2, $3, 'imap', 'ceo@acme.test', 'connected')`,
    [who.tenantId, newId(), who.id],
  );
  const id = await receive(who, mailWith(calendarOf("ceo@acme.test")));
  const refused = await answer(who, id);
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("is not proved to be yours")]);
  expect(server.mails).toEqual([]);
});

test("the answer leaves as the invited address, whichever mailbox got the invitation [INV-13]", async () => {
  const { who, server } = await writer();
  const id = await receive(who, mailWith(calendarOf(who.email)));
  const other = newId();
  await peek(
    `insert into mailboxes (tenant_id, id, user_id, kind, email, status) values ($1, $2, $3, 'imap', 'old@other.test', 'connected')`,
    [who.tenantId, other, who.id],
  );
  // As if the mailbox of an address that is not proved had received what was forwarded to it.
  await peek("update messages set mailbox_id = $2 where id = $1", [id, other]);
  expect(await shown(who, id)).toMatchObject({ answering: "open", invitedAs: who.email });
  expect((await answer(who, id)).status).toBe(200);
  const mail = await parseMail(server.mails[0]?.raw ?? Buffer.alloc(0));
  expect(mail.from?.address).toBe(who.email);
});

test("a cancelled event is saved as cancelled, also if only the method says so [INV-10]", async () => {
  const { who } = await writer();
  const id = await receive(who, mailWith(calendarOf(who.email, { method: "CANCEL" })));
  expect((await download(who, id)).body).toContain("STATUS:CANCELLED");
});

test("hostile values neither break the mail nor add properties to the reply [INV-05]", async () => {
  const { who, id } = await invited({
    lines: ["DESCRIPTION:x\\r\\nBEGIN:VALARM", "LOCATION:<script>alert(1)</script>"],
    uid: "a\\nATTENDEE:mailto:evil@evil.test",
  });
  const note = "x\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:evil@evil.test\u2028END:VEVENT\u0007";
  // A UID with a line break is none that an answer may repeat.
  expect((await shown(who, id)).answering).toBe("not-asked");
  const plain = await invited();
  expect((await answer(plain.who, plain.id, { note })).status).toBe(200);
  const { calendar } = await parseMail(plain.server.mails[0]?.raw ?? Buffer.alloc(0));
  const event = new ICAL.Component(ICAL.parse(calendar ?? "")).getFirstSubcomponent("vevent");
  expect(event?.getAllProperties("attendee")).toHaveLength(1);
  expect(event?.getFirstPropertyValue("comment")).toContain("ATTENDEE;PARTSTAT=ACCEPTED");
});

test("a bad answer is refused by name, and messages of others do not exist [INV-09]", async () => {
  const { who, server, id } = await invited();
  const bad = await answer(who, id, { answer: "perhaps" as never });
  expect([bad.status, bad.body.fields]).toEqual([400, { answer: "Answer with accepted, tentative or declined" }]);
  expect((await answer(who, id, { note: "x".repeat(1001) })).status).toBe(400);
  expect((await answer(who, id, { timeZone: "Moon/Base" })).status).toBe(400);
  const colleague = await person("ADMIN", { tenantId: who.tenantId });
  const stranger = await person("ADMIN");
  for (const other of [colleague, stranger]) {
    expect((await call(other, invitations.get, { params: { id } })).status).toBe(404);
    expect((await answer(other, id)).status).toBe(404);
    expect((await download(other, id)).statusCode).toBe(404);
  }
  const plain = await receive(who, mailOf({ subject: "No invitation" }));
  expect((await call(who, invitations.get, { params: { id: plain } })).body.error).toBe(
    "This message has no calendar file.",
  );
  expect((await call(who, invitations.get, { params: { id }, query: { part: "9" } })).status).toBe(404);
  expect(server.mails).toEqual([]);
});

const download = (who: Caller, id: string, query = "") =>
  app.inject({
    url: `/api/mail/messages/${id}/calendar.ics${query}`,
    headers: { authorization: `Bearer ${who.token}` },
  });

test("the file for the own calendar is accepted by a parser, and asks nobody for anything [INV-10]", async () => {
  const zone = [
    ...["BEGIN:VTIMEZONE", "TZID:India Standard Time", "BEGIN:STANDARD", "DTSTART:16010101T000000"],
    ...["TZOFFSETFROM:+0530", "TZOFFSETTO:+0530", "END:STANDARD", "END:VTIMEZONE"],
  ].join("\r\n");
  const { who } = await writer();
  const series = calendarOf(who.email, {
    lines: ["RRULE:FREQ=WEEKLY;BYDAY=MO", "ATTACH:file:///etc/passwd", "X-ALT-DESC:<b>x</b>"],
  })
    .replace(/DTSTART:.*/, "DTSTART;TZID=India Standard Time:20301118T170000")
    .replace(/DTEND:.*/, "DTEND;TZID=India Standard Time:20301118T180000")
    .replace("BEGIN:VEVENT", `${zone}\r\nBEGIN:VEVENT`);
  const id = await receive(who, mailWith(series));
  const file = await download(who, id);
  expect(file.headers).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": expect.stringContaining('attachment; filename="event.ics"'),
  });
  const calendar = new ICAL.Component(ICAL.parse(file.body));
  expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  const [event] = calendar.getAllSubcomponents("vevent");
  expect(event?.getAllSubcomponents()).toEqual([]);
  expect(event?.getAllProperties().map(({ name }) => name)).toEqual(
    "uid dtstamp dtstart dtend rrule summary organizer sequence status".split(" "),
  );
  expect(new ICAL.Event(event).startDate.toUnixTime()).toBe(Date.parse("2030-11-18T11:30:00Z") / 1000);
  expect(new ICAL.Event(event).isRecurring()).toBe(true);
});

test("a plain calendar file is shown and can be saved, and a broken one says so [INV-03] [INV-10]", async () => {
  const { who } = await writer();
  const files = [
    { name: "party.ics", type: "application/octet-stream", content: calendarOf(who.email, { method: "PUBLISH" }) },
    { name: "broken.ics", type: "application/ics", content: "BEGIN:VCALENDAR\r\nnothing" },
  ];
  const id = await receive(who, mailOf({ files }));
  expect((await call(who, inbox.message, { params: { id } })).body.calendarPart).toBe("2");
  expect(await shown(who, id)).toMatchObject({ isReadable: true, method: "publish", answering: "not-asked" });
  expect(ICAL.parse((await download(who, id)).body)[0]).toBe("vcalendar");
  const broken = await call(who, invitations.get, { params: { id }, query: { part: "3" } });
  expect(broken).toMatchObject({ status: 200, body: { isReadable: false, events: [] } });
  const none = await download(who, id, "?part=3");
  expect([none.statusCode, none.json().error]).toEqual([
    404,
    "This file has no event that can be added to a calendar.",
  ]);
});
