import { api } from "@intellibox/contract/api";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { calendarOf, invitationWorld, mailWith, organizer } from "#test/invitation-world.ts";
import { mailOf } from "#test/mail-of.ts";

const { writer, person, call, peek, giveMail, receive, invited, shown, answer, download } = await invitationWorld();
const { invitations, inbox } = api;

test("an invitation of a message is read, and can be answered [INV-01] [INV-04]", async () => {
  const { who, id } = await invited();
  expect((await call(who, inbox.message, { params: { id } })).body.calendarPart).toBe("2");
  expect(await shown(who, id)).toMatchObject({
    ...{ isReadable: true, method: "request", answering: "open", answer: null, caution: null, newerId: null },
    invitedAs: who.email,
    events: [{ title: "Budget review, half-year: für alle", organizer: { name: "Priya Nair", address: organizer } }],
  });
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

test("a cancelled event is saved as cancelled, also if only the method says so [INV-10]", async () => {
  const { who } = await writer();
  const id = await receive(who, mailWith(calendarOf(who.email, { method: "CANCEL" })));
  expect((await download(who, id)).body).toContain("STATUS:CANCELLED");
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
