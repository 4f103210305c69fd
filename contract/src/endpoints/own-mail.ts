import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, pageOf, wholeNumberText } from "../fields.ts";
import { t } from "../text/t.ts";
import { engagement } from "./engagement.ts";
import { sendAnswer } from "./outbox.ts";

/** The state of a mail that was not sent. Unconfirmed: the server received it, but its answer was lost. */
export const outgoingStates = ["scheduled", "waiting", "sending", "failed", "unconfirmed"] as const;
export type OutgoingState = (typeof outgoingStates)[number];

/** A mail of the caller that was not sent. */
export const outgoingMail = z.object({
  id,
  messageId: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  state: z.enum(outgoingStates),
  createdAt: instant,
  /** When it will be sent or retried; null if neither is planned. */
  sendAt: instant.nullable(),
  /** Why it was not sent, in the words of the mail server. */
  detail: z.string().nullable(),
});
export type OutgoingMail = z.output<typeof outgoingMail>;

/** A sent mail of the caller, and how often it was opened. */
export const sentMail = z.object({
  id,
  messageId: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  sentAt: instant,
  /** Which recipients were refused, or where the mail was stored instead. */
  note: z.string().nullable(),
  /** The message in one of the caller's mailboxes that is a copy of it. */
  copyId: id.nullable(),
  ...engagement,
});
export type SentMail = z.output<typeof sentMail>;

/** A mail that was not sent, with all that an editor needs to continue it. */
export const writtenMail = outgoingMail.extend({
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  html: z.string(),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
  /** The mailbox from which a reply is sent, and its address. */
  mailboxId: id.nullable(),
  account: z.string().nullable(),
  tracked: z.boolean(),
  followUpDays: z.number().int().nullable(),
  /** The follow-up that this mail settles. */
  followUpId: id.nullable(),
  /** The message that is appended below the text, which is not in `html`. */
  forward: id.nullable(),
  files: z.array(z.object({ part: z.string(), fileName: z.string(), mimeType: z.string(), size: z.number().int() })),
});
export type WrittenMail = z.output<typeof writtenMail>;

const paged = z
  .object({
    page: wholeNumberText(t("Page"), 1, 1_000_000).optional(),
    limit: wholeNumberText(t("Limit"), 1, 200).optional(),
    q: z.string().trim().max(200, t("Search text is too long")).optional(),
  })
  .strict();

/** The caller's own outgoing mail. */
export const ownMail = {
  outbox: endpoint({
    ...personal,
    method: "GET",
    path: "/outbox",
    summary: "List the caller's mail that was not sent: scheduled, waiting, failed or unconfirmed",
    query: paged.extend({ state: z.enum(["scheduled"], t("State must be empty or scheduled")).optional() }),
    response: pageOf(outgoingMail),
  }),
  summary: endpoint({
    ...personal,
    method: "GET",
    path: "/outbox/summary",
    summary: "Count the caller's waiting, scheduled and failed mail, and list the newest failures",
    response: z.object({
      open: z.number().int(),
      /** Of the open ones, those whose time to be sent has not come. */
      scheduled: z.number().int(),
      failed: z.number().int(),
      failures: z.array(outgoingMail),
    }),
  }),
  sent: endpoint({
    ...personal,
    method: "GET",
    path: "/sent",
    summary: "List the caller's sent mail, newest first, with opens and clicks",
    query: paged,
    response: pageOf(sentMail),
  }),
  read: endpoint({
    ...personal,
    method: "GET",
    path: "/outbox/{id}",
    summary: "Get a mail of the caller that was not sent, as it was written",
    params: byId,
    response: writtenMail,
  }),
  file: endpoint({
    ...personal,
    method: "GET",
    path: "/outbox/{id}/files/{part}",
    summary: "Get an attachment of the caller's mail that was not sent",
    params: byId.extend({ part: z.string().max(200, t("Not a valid part")) }),
    response: z.object({ fileName: z.string(), mimeType: z.string(), base64: z.string() }),
  }),
  sendNow: endpoint({
    ...personal,
    method: "POST",
    path: "/outbox/{id}/send",
    summary: "Send a waiting or failed mail now; 409 while it is being sent",
    params: byId,
    response: sendAnswer,
  }),
  reschedule: endpoint({
    ...personal,
    method: "POST",
    path: "/outbox/{id}/reschedule",
    summary: "Move a waiting mail to another time; 409 while it is being sent",
    params: byId,
    body: z.strictObject({ sendAt: instant }),
    response: outgoingMail,
  }),
  discard: endpoint({
    ...personal,
    method: "DELETE",
    path: "/outbox/{id}",
    summary: "Cancel a waiting mail, or remove a failed one; 409 while it is being sent",
    params: byId,
    response: done,
  }),
};
