import { expect, test } from "vitest";
import { readCalendar } from "./read-calendar.ts";
import { windowsZoneNames } from "./windows-zones.ts";

const own = ["rohan@acme.test"];
const now = Date.parse("2026-11-18T00:00:00Z");

const fileOf = (lines: string[], { method = "REQUEST", zones = [] as string[] } = {}) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `METHOD:${method}`,
    ...zones,
    "BEGIN:VEVENT",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
const read = (...lines: string[]) => readCalendar(fileOf(lines), { own, now })?.events[0];
const startOf = (line: string, zones: string[] = []) =>
  readCalendar(fileOf([line, "SUMMARY:x"], { zones }), { own, now })?.events[0]?.start;

test("an invitation is read with what, when, where and who [INV-01]", () => {
  const event = read(
    "UID:1@example.com",
    "SEQUENCE:2",
    "SUMMARY:Review\\, part two of a very long ti",
    " tle",
    "DTSTART;TZID=Asia/Kolkata:20261118T170000",
    "DTEND:20261118T120000Z",
    "LOCATION:Room 4",
    'ORGANIZER;CN="Nair, Priya";SENT-BY="mailto:office@example.com":mailto:priya@example.com',
    "ATTENDEE;PARTSTAT=ACCEPTED;ROLE=OPT-PARTICIPANT:mailto:ana@example.com",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=Rohan:MAILTO:Rohan+work@acme.test",
    "DESCRIPTION:One\\nTwo https://meet.example.com/abc.",
  );
  expect(event).toMatchObject({
    ...{ uid: "1@example.com", sequence: 2, title: "Review, part two of a very long title", place: "Room 4" },
    start: { kind: "moment", value: "2026-11-18T11:30:00.000Z" },
    end: { kind: "moment", value: "2026-11-18T12:00:00.000Z" },
    organizer: { name: "Nair, Priya", address: "priya@example.com" },
    sentBy: "office@example.com",
    me: { name: "Rohan", address: "Rohan+work@acme.test" },
    notes: "One\nTwo https://meet.example.com/abc.",
    link: { url: "https://meet.example.com/abc", host: "meet.example.com" },
    ...{ isOver: false, isCancelled: false, repeats: null, attendeeCount: 2 },
  });
  expect(event?.attendees.map(({ answer, isOptional, isMe }) => [answer, isOptional, isMe])).toEqual([
    ["accepted", true, false],
    ["waiting", false, true],
  ]);
});

test("notes that a calendar wrote as HTML are shown as text, with their lines and without Google's rules [INV-01]", () => {
  const rule = "-::~:~::~:~:~:~::~:~::-";
  const notes = (text: string) => read("UID:1", "SUMMARY:x", `DESCRIPTION:${text}`)?.notes;
  expect(
    notes(`<p>Agenda</p><ul><li>One &amp\\; two</li></ul>\\n${rule}\\nJoin: https://meet.google.com/abc\\n${rule}`),
  ).toBe("Agenda\n\nOne & two\n\nJoin: https://meet.google.com/abc");
  expect(notes("<html-blob>Hello<br>Ada</html-blob>")).toBe("Hello\nAda");
  expect(notes("1 < 2 <https://example.com/> <a@example.com> R&amp\\;D")).toBe(
    "1 < 2 <https://example.com/> <a@example.com> R&amp;D",
  );
  expect(read("UID:1", "SUMMARY:x", 'DESCRIPTION:<a href="https://meet.example.com/abc">Join</a>')?.link?.host).toBe(
    "meet.example.com",
  );
});

const customZone = [
  "BEGIN:VTIMEZONE",
  "TZID:Customized Time Zone",
  "BEGIN:STANDARD",
  "DTSTART:16010101T030000",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010101T020000",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

test.each([
  ["a day", "DTSTART;VALUE=DATE:20261118", { kind: "day", value: "2026-11-18", zone: null }],
  ["a day without its type", "DTSTART:20261118", { kind: "day", value: "2026-11-18", zone: null }],
  ["UTC", "DTSTART:20261118T113000Z", { kind: "moment", value: "2026-11-18T11:30:00.000Z", zone: null }],
  ["no zone", "DTSTART:20261118T113000", { kind: "clock", value: "2026-11-18T11:30:00", zone: null }],
  ["a name of Windows", "DTSTART;TZID=India Standard Time:20261118T170000", moment("2026-11-18T11:30:00.000Z")],
  ["a quoted name", 'DTSTART;TZID="W. Europe Standard Time":20260718T120000', moment("2026-07-18T10:00:00.000Z")],
  [
    "a name with a prefix",
    "DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20261118T120000",
    moment("2026-11-18T11:00:00.000Z"),
  ],
  [
    "the file's own zone in summer",
    "DTSTART;TZID=Customized Time Zone:20260718T120000",
    moment("2026-07-18T10:00:00.000Z"),
  ],
  [
    "the file's own zone in winter",
    "DTSTART;TZID=Customized Time Zone:20261118T120000",
    moment("2026-11-18T11:00:00.000Z"),
  ],
  [
    "an unknown zone",
    "DTSTART;TZID=Moon Base:20261118T120000",
    { kind: "clock", value: "2026-11-18T12:00:00", zone: "Moon Base" },
  ],
])("a start with %s is understood [INV-02]", (_name, line, expected) => {
  expect(startOf(line, customZone)).toEqual(expected);
});

function moment(value: string) {
  return { kind: "moment", value, zone: null };
}

test("zone names that Outlook shows to people are read by their words, or else by their offset [INV-11]", () => {
  const names: [string, string, string][] = [
    ["(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "20260718T170000", "2026-07-18T11:30:00.000Z"],
    ["(UTC-05:00) Eastern Time (US & Canada)", "20260718T170000", "2026-07-18T21:00:00.000Z"],
    ["(UTC-05:00) Eastern Time (US & Canada)", "20261118T170000", "2026-11-18T22:00:00.000Z"],
    ["(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "20260718T170000", "2026-07-18T15:00:00.000Z"],
    ["(UTC) Coordinated Universal Time", "20260718T170000", "2026-07-18T17:00:00.000Z"],
    ["(UTC+05:45) Nowhere", "20260718T170000", "2026-07-18T11:15:00.000Z"],
    // Paris is not at this offset: the offset counts.
    ["(UTC-03:30) Paris", "20260718T170000", "2026-07-18T20:30:00.000Z"],
  ];
  for (const [zone, written, moment] of names)
    expect([zone, startOf(`DTSTART;TZID="${zone}":${written}`)]).toEqual([
      zone,
      { kind: "moment", value: moment, zone: null },
    ]);
  for (const zone of ["(UTC+99:99) X", "(UTC+0:0) X"])
    expect(startOf(`DTSTART;TZID="${zone}":20260718T170000`)).toMatchObject({ kind: "clock" });
});

test("dates that are added to a series count: it repeats, and is over after the last of them [INV-11]", () => {
  const base = ["UID:1", "SUMMARY:x", "DTSTART:20261101T100000Z", "DTEND:20261101T110000Z"];
  const over = (...lines: string[]) => read(...base, ...lines)?.isOver;
  expect(over()).toBe(true);
  expect(over("RDATE:20261105T100000Z,20261120T100000Z")).toBe(false);
  expect(over("RDATE;VALUE=PERIOD:20261120T100000Z/PT2H")).toBe(false);
  expect(over("RDATE;VALUE=DATE:20261120")).toBe(false);
  expect(over("RDATE:20261105T100000Z")).toBe(true);
  expect(over("RRULE:FREQ=DAILY;UNTIL=20261103T100000Z", "RDATE:20261120T100000Z")).toBe(false);
  expect(read(...base, "RDATE:20261120T100000Z")?.repeats).toMatchObject({ every: "other", until: null });
});

test("every time zone of Windows has a zone that this system knows [INV-02]", () => {
  expect(windowsZoneNames.length).toBeGreaterThan(130);
  for (const timeZone of windowsZoneNames)
    expect(() => new Intl.DateTimeFormat("en", { timeZone }), timeZone).not.toThrow();
});

test("the end of whole days is the last day, a duration has an end, and an end before the start is left out [INV-02]", () => {
  const days = (end: string) => read("DTSTART;VALUE=DATE:20261118", `DTEND;VALUE=DATE:${end}`)?.end?.value;
  expect([days("20261120"), days("20261119"), days("20261101")]).toEqual(["2026-11-19", undefined, undefined]);
  expect(read("DTSTART:20261118T113000Z", "DURATION:PT1H30M")?.end?.value).toBe("2026-11-18T13:00:00.000Z");
  expect(read("DTSTART:20261118T113000Z", "DTEND:20261118T103000Z")?.end).toBeNull();
  expect(read("DTSTART:20261118T113000Z", "DURATION:-PT1H")?.end).toBeNull();
});

test.each(["20269999", "99991231T000000Z", "00010101", "20260230", "yesterday", ""])(
  "a start of %j is no date, and the rest is shown [INV-03]",
  (value) => {
    expect(read(`DTSTART:${value}`, "SUMMARY:Kept")).toMatchObject({ title: "Kept", start: null, end: null });
  },
);

test("a series is described without its occurrences [INV-02]", () => {
  const rule = (text: string) => read("DTSTART:20261118T113000Z", `RRULE:${text}`)?.repeats;
  expect(rule("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10")).toEqual({
    ...{ every: "week", interval: 2, count: 10, until: null, monthDays: [] },
    days: [
      { day: "MO", position: 0 },
      { day: "WE", position: 0 },
    ],
  });
  expect(rule("FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270101T000000Z")).toMatchObject({
    ...{
      every: "month",
      days: [{ day: "FR", position: -1 }],
      until: { kind: "moment", value: "2027-01-01T00:00:00.000Z" },
    },
  });
  for (const odd of [
    "FREQ=SECONDLY",
    "FREQ=DAILY;BYHOUR=1,2,3",
    "FREQ=YEARLY;BYWEEKNO=20",
    "FREQ=DAILY;INTERVAL=99999",
  ])
    expect(rule(odd)?.every).toBe("other");
  expect(rule("FREQ=SOMETIMES")).toBeNull();
});

test("an event is over when its last occurrence has ended [INV-06]", () => {
  const isOver = (...lines: string[]) => read(...lines)?.isOver;
  expect(isOver("DTSTART:20261117T100000Z", "DTEND:20261117T110000Z")).toBe(true);
  expect(isOver("DTSTART:20261117T230000Z", "DTEND:20261118T010000Z")).toBe(false);
  // In the last time zone it is still that day.
  expect(isOver("DTSTART;VALUE=DATE:20261117")).toBe(false);
  expect(isOver("DTSTART;VALUE=DATE:20261115")).toBe(true);
  expect(isOver("DTSTART:20200101T100000Z", "RRULE:FREQ=DAILY")).toBe(false);
  expect(isOver("DTSTART:20200101T100000Z", "RRULE:FREQ=DAILY;COUNT=5")).toBe(true);
  expect(isOver("DTSTART:20200101T100000Z", "RRULE:FREQ=DAILY;UNTIL=20200110T100000Z")).toBe(true);
  expect(isOver("DTSTART:20261101T100000Z", "RRULE:FREQ=WEEKLY;COUNT=5")).toBe(false);
  expect(isOver("SUMMARY:Without a time")).toBe(false);
});

test("several events of one file are read, and what is no event is not [INV-01]", () => {
  const file = [
    "BEGIN:VCALENDAR",
    "BEGIN:VTODO",
    "SUMMARY:Task",
    "END:VTODO",
    "BEGIN:VEVENT",
    "SUMMARY:One",
    "BEGIN:VALARM",
    "SUMMARY:Alarm",
    "END:VALARM",
    "END:VEVENT",
    "BEGIN:VEVENT",
    "SUMMARY:Two",
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\n");
  const calendar = readCalendar(file, { own, now });
  expect(calendar?.events.map(({ title }) => title)).toEqual(["One", "Two"]);
  expect(calendar?.method).toBe("publish");
  const many = fileOf([
    "SUMMARY:x",
    ...Array.from({ length: 60 }, () => ["END:VEVENT", "BEGIN:VEVENT", "SUMMARY:y"]).flat(),
  ]);
  const read60 = readCalendar(many, { own, now });
  expect([read60?.events.length, read60?.eventCount]).toEqual([50, 61]);
});

test.each(["request", "cancel", "reply", "counter", "publish"])("the method %s is recognized [INV-01]", (method) => {
  expect(readCalendar(fileOf(["SUMMARY:x"], { method: method.toUpperCase() }), { own, now })?.method).toBe(method);
});

test.each([
  "",
  "Hello",
  "BEGIN:VCALENDAR\nEND:VCALENDAR",
  "BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT",
  "\0\0\0",
  "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT",
])("a file without an event is not shown as one: %j [INV-03]", (text) => {
  expect(readCalendar(text, { own, now })).toBeNull();
});

test("a broken line hides only itself, and an unfinished file is read as far as it goes [INV-03]", () => {
  const text =
    "BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\nnonsense\nDTSTART;=;;:x\n;:\nSUMMARY:Kept\nRRULE:FREQ\nATTENDEE;CN=";
  expect(readCalendar(text, { own, now })?.events[0]).toMatchObject({ title: "Kept", start: null });
});

test("ten thousand attendees are counted, some are shown, and the reader is always among them [INV-03]", () => {
  const others = Array.from({ length: 10_000 }, (_, at) => `ATTENDEE;CN=P${at}:mailto:p${at}@example.com`);
  const started = performance.now();
  const event = read("SUMMARY:x", ...others, "ATTENDEE:mailto:rohan@acme.test");
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(event?.attendeeCount).toBe(10_001);
  expect(event?.attendees.length).toBeLessThanOrEqual(110);
  expect(event?.me?.address).toBe("rohan@acme.test");
});

test("files that would take for ever are read at once [INV-03]", () => {
  const hostileZone = (rule: string) => [
    ...["BEGIN:VTIMEZONE", "TZID:Bad", "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0100"],
    ...["TZOFFSETTO:+0200", `RRULE:${rule}`, "END:STANDARD", "END:VTIMEZONE"],
  ];
  const started = performance.now();
  for (const rule of ["FREQ=SECONDLY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYSECOND=1,2,3;BYDAY=MO"])
    expect(startOf("DTSTART;TZID=Bad:20261118T120000", hostileZone(rule))?.kind).toBe("moment");
  expect(
    read("SUMMARY:x", "DTSTART:20261118T120000Z", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30")?.repeats?.every,
  ).toBe("other");
  expect(readCalendar(`BEGIN:VCALENDAR\n${"BEGIN:VEVENT\n".repeat(100_000)}SUMMARY:x`, { own, now })).toBeNull();
  expect(read(`SUMMARY:${"x".repeat(1_000_000)}`)?.title).toHaveLength(300);
  expect(performance.now() - started).toBeLessThan(3_000);
});

test("characters that reverse, hide or break text are left out, and names that pose as addresses are not shown [INV-03]", () => {
  const event = read(
    "SUMMARY:Pay \u202eecioviI\u202c <img src=x>\u0007 now",
    'ORGANIZER;CN="\u2066Bank\u2069":mailto:priya@example.com',
    'ATTENDEE;CN="boss@acme.test":mailto:evil@example.com',
    "ATTENDEE;CN=Line^nbreak:mailto:a@example.com%0D%0ABcc:x@y.z",
    "LOCATION:\u200b",
  );
  expect(event).toMatchObject({ title: "Pay ecioviI <img src=x> now", organizer: { name: "Bank" }, place: "" });
  expect(event?.attendees).toMatchObject([
    { name: "", address: "evil@example.com" },
    { name: "Line break", address: "" },
  ]);
});

test.each([
  ["LOCATION:https://zoom.example/j/1?pwd=a\\,b", "zoom.example"],
  ["X-GOOGLE-CONFERENCE:https://meet.example.com/abc", "meet.example.com"],
  ["URL:http://insecure.example/", undefined],
  ["LOCATION:javascript:alert(1)//https:", undefined],
  ["URL:https://bank.example@evil.example/", undefined],
  ["URL:https://аpple.example/", "xn--pple-43d.example"],
  ["LOCATION:https://localhost/", undefined],
])("of %s the link is shown with the host %s [INV-01]", (line, host) => {
  expect(read("SUMMARY:x", line)?.link?.host).toBe(host);
});
