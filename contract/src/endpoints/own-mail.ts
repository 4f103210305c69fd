import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, done, id, instant, pageOf, wholeNumberText } from "../fields.ts";
import { engagement } from "./engagement.ts";
import { sendAnswer } from "./outbox.ts";

/** The state of a mail that has not been sent. Unconfirmed: the server received it but never confirmed it. */
export const outgoingStates = ["scheduled", "waiting", "sending", "failed", "unconfirmed"] as const;
export type OutgoingState = (typeof outgoingStates)[number];

/** A mail of one's own that has not been sent. */
export const outgoingMail = z.object({
  id,
  messageId: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  state: z.enum(outgoingStates),
  createdAt: instant,
  /** When it will be sent or retried. Null if neither is planned. */
  sendAt: instant.nullable(),
  /** The server's reason why it was not sent. */
  detail: z.string().nullable(),
});
export type OutgoingMail = z.output<typeof outgoingMail>;

/** A mail of one's own that was sent, and how often it was opened. */
export const sentMail = z.object({
  id,
  messageId: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  sentAt: instant,
  /** The recipients that were refused, or where the mail was kept instead. */
  note: z.string().nullable(),
  ...engagement,
});
export type SentMail = z.output<typeof sentMail>;

/** An unsent mail as it was written, with all that an editor needs. */
export const writtenMail = outgoingMail.extend({
  html: z.string(),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
  /** The mailbox that sends the reply, and its address. */
  mailboxId: id.nullable(),
  account: z.string().nullable(),
  tracked: z.boolean(),
  followUpDays: z.number().int().nullable(),
  /** The follow-up that this mail settles. */
  followUpId: id.nullable(),
  files: z.array(z.object({ part: z.string(), fileName: z.string(), mimeType: z.string(), size: z.number().int() })),
});
export type WrittenMail = z.output<typeof writtenMail>;

const paged = z
  .object({
    page: wholeNumberText("Page", 1, 1_000_000).optional(),
    limit: wholeNumberText("Limit", 1, 200).optional(),
    q: z.string().trim().max(200, "Search text is too long").optional(),
  })
  .strict();

const mine = { access: "signed-in", tenancy: "personal" } as const;

/** Calls about the caller's own mail. No role sees another user's mail here. */
export const ownMail = {
  outbox: endpoint({
    ...mine,
    method: "GET",
    path: "/outbox",
    summary: "One's own mail that has not been sent: scheduled, waiting, failed or unconfirmed",
    query: paged,
    response: pageOf(outgoingMail),
  }),
  summary: endpoint({
    ...mine,
    method: "GET",
    path: "/outbox/summary",
    summary: "How much of one's own mail waits or has failed, and the newest failures",
    response: z.object({
      open: z.number().int(),
      failed: z.number().int(),
      failures: z.array(outgoingMail),
    }),
  }),
  sent: endpoint({
    ...mine,
    method: "GET",
    path: "/sent",
    summary: "One's own mail that was sent, newest first, with opens and clicks",
    query: paged,
    response: pageOf(sentMail),
  }),
  read: endpoint({
    ...mine,
    method: "GET",
    path: "/outbox/{id}",
    summary: "A mail of one's own that has not been sent, as it was written",
    params: byId,
    response: writtenMail,
  }),
  file: endpoint({
    ...mine,
    method: "GET",
    path: "/outbox/{id}/files/{part}",
    summary: "A file of a mail of one's own that has not been sent",
    params: byId.extend({ part: z.string().max(200, "Not a valid part") }),
    response: z.object({ fileName: z.string(), mimeType: z.string(), base64: z.string() }),
  }),
  sendNow: endpoint({
    ...mine,
    method: "POST",
    path: "/outbox/{id}/send",
    summary: "Send a mail now that waits or has failed; 409 while it is being sent",
    params: byId,
    response: sendAnswer,
  }),
  reschedule: endpoint({
    ...mine,
    method: "POST",
    path: "/outbox/{id}/reschedule",
    summary: "Send a mail that waits at another time; 409 while it is being sent",
    params: byId,
    body: z.strictObject({ sendAt: instant }),
    response: outgoingMail,
  }),
  discard: endpoint({
    ...mine,
    method: "DELETE",
    path: "/outbox/{id}",
    summary: "Cancel a mail that waits, or clear one away that failed; 409 while it is being sent",
    params: byId,
    response: done,
  }),
};

/** The beginning of the error text if it is unknown whether a mail arrived. */
const unconfirmedStart = "Delivery unconfirmed";
export const isUnconfirmed = (detail: string | null | undefined) => detail?.startsWith(unconfirmedStart) ?? false;
