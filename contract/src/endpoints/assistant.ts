import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, text as textField, timeZone, wholeNumber } from "../fields.ts";
import { aiProviders } from "../rules/ai-providers.ts";
import { noAnswerReasons, tones } from "../rules/choices.ts";
import { maxThreadCharacters } from "../rules/limits.ts";
import { isUnwritten } from "../rules/unwritten.ts";
import { t } from "../text/t.ts";
import { translatedName } from "../text/translated-name.ts";
import { usedPiece } from "./knowledge.ts";

/** Holds a thread of about 500 messages. */
const maxText = 400_000;
const text = (what: string) => textField(what, maxText);
const requiredText = (what: string) =>
  text(what).refine((value) => value.trim() !== "", {
    error: () => t("{name} is required", { name: translatedName(what) }),
  });

/** The first two are about a mail: it has text that looks like instructions to the assistant, or is hidden. The others are about an answer. */
const warningKinds = [
  "instructions",
  "hidden-text",
  "missing-facts",
  "lost-facts",
  "borrowed-facts",
  "unread-part",
  "other-language",
  "unknown-link",
  "unknown-address",
  "unknown-account",
  "unknown-phone",
] as const;

/** A warning about the mail that was read, or about the answer to it. */
export const warning = z.object({
  kind: z.enum(warningKinds),
  text: z.string(),
  /** The answer contains the text, or most of its words. Absent if the two were not compared. */
  inAnswer: z.boolean().optional(),
});

/** The model that wrote an answer and what it cost; part of every generated answer. */
export const written = z.object({
  /** Identifies the answer, to rate it; absent if it was written earlier. */
  usageId: z.string().optional(),
  tokens: z.number().int(),
  durationMs: z.number().int(),
  provider: z.enum(aiProviders),
  model: z.string(),
  /** Why the built-in engine answered instead of the chosen provider; absent if it did not. */
  fallback: z.string().optional(),
  warnings: z.array(warning),
});

/** How the built-in engine wrote a mail: composed, or a plain frame around the user's words. Absent for a provider's model. */
export const basis = z.enum(["composed", "frame"]).optional();

/** Whether the user's learned voice changed the text. Absent if it did not. */
export const inVoice = z.boolean().optional();

/** The pieces of knowledge that the text used. Absent if it used none. */
export const sources = z.array(usedPiece).optional();

export const actionItem = z.object({
  action: z.string(),
  /** Empty if no person is named or addressed. */
  owner: z.string(),
  /** ISO date and time, or empty if none is stated. */
  due: z.string(),
  /** The sender and date of the message that it comes from. */
  source: z.string(),
  /** The index of that message in the thread, from 0; null if unknown. */
  sourceIndex: z.number().int().nullable(),
});

/** A task that was found in a thread of the inbox. A planned one was added to the action plan. */
export const foundTask = actionItem.extend({ done: z.boolean(), planned: z.boolean() });
export type FoundTask = z.output<typeof foundTask>;

export const threadMessage = z.object({
  from: textField(t("Sender"), 1000).default(""),
  to: textField(t("Recipients"), 10_000).default(""),
  at: textField(t("Date"), 200).nullish(),
  body: text(t("Message")),
});

const threadProblem = ({ input }: { input?: unknown }) =>
  input === undefined || input === null
    ? t("Please paste the email to summarize")
    : t("Thread must be a list of messages");

type Message = z.output<typeof threadMessage>;

/** The limit for summarizing a thread, and for saving a summary with its thread. */
export const isThreadOfBoundedLength = (thread: Message[]) =>
  thread.reduce((sum, { from, to, body }) => sum + from.length + to.length + body.length, 0) <= maxThreadCharacters;
export const threadTooLong = {
  error: () => t("The thread is too long: at most {max} characters", { max: maxThreadCharacters.toLocaleString("en") }),
};

const generating = {
  method: "POST",
  access: "signed-in",
  tenancy: "personal",
  streams: true,
  perMinute: 60,
  maxBodyBytes: 4 * 1024 * 1024,
} as const;

const noAnswer = z.object({
  reason: z.enum(noAnswerReasons),
  /** Whether the mail says how to unsubscribe. */
  unsubscribe: z.boolean().optional(),
});

/** The sender as a header states it ("Jo Park <jo@acme.test>"); empty if only the text is known. */
const sender = textField(t("Sender"), 1000).default("");

/** The user's time zone (IANA name), for the current date. */
export const writersZone = timeZone.optional();

/** False leaves the knowledge of the user and the company out of this text. */
export const usesKnowledge = z.boolean().default(true);

export const assistant = {
  draftEmail: endpoint({
    ...generating,
    path: "/compose/generate",
    summary: "Draft a mail from an intent, a tone and context",
    body: z.strictObject({
      intent: requiredText(t("Intent")),
      tone: z.enum(tones).default("professional"),
      context: text(t("Context")).default(""),
      /** The recipients as typed, for the greeting. */
      to: textField(t("Recipients"), 10_000).default(""),
      /** Incremented by Regenerate, to get another wording. */
      variant: wholeNumber(t("Variant"), 0, 1000).default(0),
      timeZone: writersZone,
      usesKnowledge,
    }),
    response: written.extend({ subject: z.string(), body: z.string(), basis, inVoice, sources }),
  }),
  draftReply: endpoint({
    ...generating,
    path: "/reply/generate",
    summary: "Draft a reply to a mail",
    body: z.strictObject({
      emailBody: requiredText(t("Incoming email")),
      from: sender,
      tone: z.enum(tones).default("professional"),
      /** A suggested intent or the user's own words: accept, decline… */
      stance: text(t("Stance")).default(""),
      variant: wholeNumber(t("Variant"), 0, 1000).default(0),
      timeZone: writersZone,
      usesKnowledge,
    }),
    response: written.extend({ reply: z.string(), basis, inVoice, sources }),
  }),
  suggestSubject: endpoint({
    ...generating,
    streams: false,
    path: "/reply/suggest-subject",
    summary: "Suggest a subject for a mail",
    body: z.strictObject({ emailBody: requiredText(t("Email")) }),
    response: written.extend({ subject: z.string() }),
  }),
  replyIntents: endpoint({
    ...generating,
    streams: false,
    path: "/reply/intents",
    summary: "Suggest up to three one-click answers to a mail",
    body: z.strictObject({
      emailBody: requiredText(t("Incoming email")),
      from: sender,
      /** The stored message that the text is of: its sender and headers tell whether a program sent it. */
      message: id.optional(),
    }),
    response: z.object({
      intents: z.array(z.object({ label: z.string(), stance: z.string() })),
      /** Present if no answer is needed; `intents` is then empty. */
      noAnswer: noAnswer.optional(),
    }),
  }),
  summarize: endpoint({
    ...generating,
    path: "/summarize/generate",
    summary: "Summarize a thread: key points and actions",
    body: z.strictObject({
      thread: z
        .array(threadMessage, { error: threadProblem })
        .min(1, t("Please paste the email to summarize"))
        .max(2000, t("The thread is too long: at most 2,000 messages"))
        .refine((thread) => thread.some(({ body }) => !isUnwritten(body)), t("Please paste the email to summarize"))
        .refine(isThreadOfBoundedLength, threadTooLong),
      /** The reader's time zone (IANA name), for times such as "by 5 pm" in a mail without a time zone. */
      timeZone: timeZone.optional(),
    }),
    response: written.extend({
      summary: z.array(z.string()),
      /** For each key point the index of its message in the thread, from 0; null if unknown. */
      summarySources: z.array(z.number().int().nullable()),
      actions: z.array(actionItem),
    }),
  }),
};
