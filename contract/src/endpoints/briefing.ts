import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { id, instant, timeZone } from "../fields.ts";

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
  /** What mail asks the reader to do in the next seven days, the soonest first. */
  deadlines: z.array(briefedMessage.extend({ what: z.string(), due: instant })),
  /** Own mail that nobody has answered yet. */
  waiting: z.array(z.object({ id, to: z.array(z.string()), subject: z.string(), dueAt: instant })),
  /** The other unread mail since yesterday, by sender. */
  rest: z.array(
    z.object({ from: z.string(), fromName: z.string(), count: z.number().int(), subject: z.string(), messageId: id }),
  ),
});
export type Briefing = z.output<typeof briefing>;

export const briefings = {
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
