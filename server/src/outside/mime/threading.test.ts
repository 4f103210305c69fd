import { expect, test } from "vitest";
import { baseSubject, continuesBySubject, isReplySubject, planThread, relatedIds } from "./threading.ts";

const link = (messageId: string, references: string[] = [], inReplyTo: string | null = null) => ({
  messageId,
  inReplyTo,
  references,
});

/** Assigns mails to threads in their order, as the store does. */
function thread(mails: ReturnType<typeof link>[]) {
  const threadOf = new Map<string, string>();
  for (const mail of mails) {
    const plan = planThread(mail, threadOf);
    const own = plan.thread ?? mail.messageId;
    for (const [id, owner] of threadOf) if (plan.absorbed.includes(owner)) threadOf.set(id, own);
    for (const id of relatedIds(mail)) threadOf.set(id, own);
  }
  return new Set(mails.map((mail) => threadOf.get(mail.messageId))).size;
}

test("a conversation is one thread in whatever order it arrives", () => {
  const mails = [
    link("<1>"),
    link("<2>", ["<1>"], "<1>"),
    link("<3>", [], "<2>"),
    link("<4>", ["<1>", "<2>", "<3>"], "<3>"),
  ];
  for (const order of [
    mails,
    mails.toReversed(),
    [2, 0, 3, 1].map((at) => mails[at] ?? link("")),
    [1, 2, 0, 3].map((at) => mails[at] ?? link("")),
  ]) {
    expect(thread(order)).toBe(1);
  }
});

test("mails that name no common id stay apart", () => {
  expect(thread([link("<1>"), link("<2>"), link("<3>", ["<x>"])])).toBe(3);
});

test("a mail that links two threads joins them", () => {
  const threadOf = new Map([
    ["<1>", "A"],
    ["<9>", "B"],
  ]);
  expect(planThread(link("<10>", ["<1>"], "<9>"), threadOf)).toEqual({ thread: "B", absorbed: ["A"] });
});

test.each([
  ["Re: Fwd: RE[2]: Offer", "offer"],
  ["AW: WG: Angebot", "angebot"],
  ["[team] Re: [team]  Plan   B", "plan b"],
  ["回复：报价", "报价"],
  ["Re:", "re:"],
  ["Regarding: offer", "regarding: offer"],
])("%s is about %s", (subject, base) => {
  expect(baseSubject(subject)).toBe(base);
});

test("only a reply with the same subject, a common person and a near date continues another mail", () => {
  const earlier = { subject: "Offer", date: new Date("2026-01-01"), people: ["ana@a.test", "roy@b.test"] };
  const reply = { subject: "RE: offer", date: new Date("2026-01-05"), people: ["roy@b.test"] };
  expect(continuesBySubject(reply, earlier)).toBe(true);
  expect(continuesBySubject({ ...reply, subject: "Offer" }, earlier)).toBe(false);
  expect(continuesBySubject({ ...reply, people: ["x@c.test"] }, earlier)).toBe(false);
  expect(continuesBySubject({ ...reply, date: new Date("2026-06-05") }, earlier)).toBe(false);
  expect(isReplySubject("Report")).toBe(false);
});

test("a hostile subject is read in linear time", () => {
  expect(baseSubject("re:".repeat(100_000)).length).toBeLessThan(501);
  expect(baseSubject("[".repeat(100_000)).length).toBe(500);
});
