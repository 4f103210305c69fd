import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { done, id, instant, knownTimeZone, timeZone, wholeNumber } from "../fields.ts";
import { minutesPerDay } from "../rules/notifications.ts";
import { t } from "../text/t.ts";

/** A message that a briefing speaks of. */
const briefedMessage = z.object({
  messageId: id,
  threadId: id,
  from: z.string(),
  fromName: z.string(),
  subject: z.string(),
  date: instant,
});

export const briefing = z.object({
  /** Mail that asks the reader something and has no answer yet, with the sentence that asks. */
  toAnswer: z.array(briefedMessage.extend({ ask: z.string() })),
  /** Tasks from mail that are due in the next seven days, the soonest first. */
  deadlines: z.array(briefedMessage.extend({ what: z.string(), due: instant })),
  /** Own mail that nobody has answered yet. */
  waiting: z.array(z.object({ id, to: z.array(z.string()), subject: z.string(), dueAt: instant })),
  /** The other unread mail since yesterday, by sender. */
  rest: z.array(
    z.object({ from: z.string(), fromName: z.string(), count: z.number().int(), subject: z.string(), messageId: id }),
  ),
});
export type Briefing = z.output<typeof briefing>;

const schedule = {
  isOn: z.boolean(),
  /** The minute of the day in the time zone. */
  minute: wholeNumber(t("Time"), 0, minutesPerDay - 1),
  /** 1 for Monday to 7 for Sunday. */
  days: z
    .array(wholeNumber(t("Day"), 1, 7))
    .min(1, t("Choose at least one day"))
    .max(7, t("Choose each day once")),
  timeZone: knownTimeZone,
};

/** When the briefing comes by mail. */
export const briefingMail = z.strictObject(schedule);
export type BriefingMail = z.output<typeof briefingMail>;

const keptBriefingMail = z.object({
  ...schedule,
  sentAt: instant.nullable(),
  /** Why the last one was not sent; empty if it was. */
  problem: z.string(),
});

export const briefings = {
  mail: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/briefing/mail",
    summary: "When the caller gets the briefing by mail",
    response: keptBriefingMail,
  }),
  saveMail: endpoint({
    ...personal,
    method: "PUT",
    path: "/mail/briefing/mail",
    summary: "Choose when the briefing comes by mail, or that it does not",
    body: briefingMail,
    response: keptBriefingMail,
  }),
  sendMail: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/briefing/mail/send",
    summary: "Send the briefing to the caller's own address now; 409 if there is nothing to tell",
    body: z.strictObject({ timeZone: knownTimeZone }),
    response: done,
    perMinute: 3,
  }),
  get: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/briefing",
    summary: "What needs an answer, what is due, whom the user waits for, and the rest of the unread mail",
    perMinute: 30,
    query: z.strictObject({ timeZone: timeZone.default("UTC") }),
    response: briefing,
  }),
};
