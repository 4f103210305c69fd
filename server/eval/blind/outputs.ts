import { draftEmail, draftReply, replyChoices, suggestSubject, summarizeThread } from "#engine/builtin.ts";
import type { Draft, ThreadSummary } from "#engine/types.ts";
import type { BlindIntent, BlindMail } from "./cases.ts";
import type { RepliesOf } from "./reply-gates.ts";

const sender = "Alex Morgan";

export const draftOf = ({ intent, tone, context }: BlindIntent): Draft =>
  draftEmail({ intent, tone, context: context ?? "", sender });

/** The reply without a stance, and the reply of each one-click intent. */
export function repliesOf(mail: BlindMail): RepliesOf {
  const emailBody = pastedMail(mail);
  const now = new Date(`${mail.date}:00Z`);
  const reply = (stance?: string) => draftReply({ emailBody, tone: "professional", stance, now, sender }).reply;
  const { intents, noAnswer } = replyChoices(emailBody, { from: mail.from }, now);
  return {
    plain: reply(),
    intents: intents.map(({ label, stance }) => ({ label, stance, reply: reply(stance) })),
    ...(noAnswer ? { noAnswer: noAnswer.reason } : {}),
  };
}

export function digestOf(mail: BlindMail): ThreadSummary {
  const thread = [...(mail.earlier ?? []), mail].map(({ from, date, body }) => ({
    from,
    to: from.includes(sender) ? mail.from : mail.to,
    at: new Date(`${date}:00Z`),
    body,
  }));
  return summarizeThread({ thread, now: new Date(`${mail.date}:00Z`) });
}

export const subjectFor = ({ body }: BlindMail): string => suggestSubject({ text: body }).subject;

/** The mail as a user pastes it: sender, subject, text, and the older messages as quotes. */
function pastedMail({ from, subject, body, earlier }: BlindMail): string {
  const quotes = (earlier ?? [])
    .toReversed()
    .map(
      (message) =>
        `\n\nOn ${message.date.replace("T", " ")}, ${message.from} wrote:\n> ${message.body.replaceAll("\n", "\n> ")}`,
    );
  return `From: ${from}\nSubject: ${subject}\n\n${body}${quotes.join("")}`;
}
