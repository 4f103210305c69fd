import { api } from "@intellibox/contract/api";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { parseMail } from "#outside/mime/parse.ts";
import { calendarOf, invitationWorld, mailWith, organizer } from "#test/invitation-world.ts";

const { writer, call, peek, logsOf, receive, invited, shown, answer } = await invitationWorld();
const { outbox } = api;

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
