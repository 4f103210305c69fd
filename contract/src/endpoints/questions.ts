import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { calendarDay, id, instant, line, requiredLine, text } from "../fields.ts";
import { maxEarlierAnswer, maxEarlierTurns, maxQuestionCharacters } from "../rules/questions.ts";
import { t } from "../text/t.ts";
import { writersZone, written } from "./assistant.ts";

const day = calendarDay(() => t("Write a day as YYYY-MM-DD"));
const question = text(t("Question"), maxQuestionCharacters).refine((value) => value.trim() !== "", {
  error: () => t("Ask a question"),
});

/** A message of the user that was found. */
const foundMail = z.object({
  messageId: id,
  threadId: id,
  from: z.string(),
  fromName: z.string(),
  date: instant,
  subject: z.string(),
});
export type FoundMail = z.output<typeof foundMail>;

/** A sentence that is in the message. */
const citation = foundMail.extend({ sentence: z.string() });
export type MailCitation = z.output<typeof citation>;

/** A next step that the answer offers as a button. It is carried out only if the user presses the button. */
const proposedAction = z.discriminatedUnion("do", [
  z.object({ do: z.literal("draft"), messageId: id, intent: line(t("Intent"), 500) }),
  z.object({ do: z.literal("label"), messageId: id, label: requiredLine(t("Label"), 100) }),
  z.object({ do: z.literal("snooze"), messageId: id, until: instant }),
  z.object({ do: z.literal("rule"), sentence: requiredLine(t("Sentence"), 500) }),
]);
export type ProposedAction = z.output<typeof proposedAction>;

export const questionOutcomes = ["answered", "nothing", "cannot"] as const;

export const questions = {
  ask: endpoint({
    ...personal,
    method: "POST",
    streams: true,
    perMinute: 30,
    path: "/mail/questions",
    summary: "Answer a question from the user's own mail, with the sentences that say so; nothing is stored or changed",
    body: z
      .strictObject({
        question,
        /** Limits the mail that is searched. */
        scope: z
          .strictObject({
            mailbox: id.optional(),
            /** A name or an address: mail from or to this person. */
            person: line(t("Person"), 320).default(""),
            /** The first and the last day. */
            from: day.optional(),
            to: day.optional(),
          })
          .prefault({}),
        /** The conversation so far, oldest first. */
        earlier: z
          .array(z.strictObject({ question, answer: text(t("Answer"), maxEarlierAnswer) }))
          .max(maxEarlierTurns, t("The conversation is too long. Start a new question."))
          .default([]),
        timeZone: writersZone,
      })
      .refine(({ scope: { from, to } }) => !from || !to || from <= to, {
        path: ["scope", "to"],
        error: () => t("The last day is before the first"),
      }),
    response: written.extend({
      outcome: z.enum(questionOutcomes),
      /** The answer. `citations` are positions; a sentence without any is not from the mail. */
      sentences: z.array(z.object({ text: z.string(), citations: z.array(z.number().int()) })),
      citations: z.array(citation),
      /** If nothing answers: the messages that come closest. */
      nearest: z.array(foundMail),
      /** Sentences that tell the user what was left out or could not be done. */
      notes: z.array(z.string()),
      actions: z.array(proposedAction),
      /** The searches, each with the number of messages that it found. */
      searches: z.array(z.object({ words: z.string(), found: z.number().int() })),
    }),
  }),
};
