import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { byId, id, instant, line, messageIdText, text, timeZone, wholeNumberText } from "../fields.ts";
import { isBlankText } from "../rules/blank-text.ts";
import { followUpDays } from "../rules/choices.ts";
import { dataPictureBytes, withoutDataPictures } from "../rules/data-pictures.ts";
import { maxAttachmentBytes, maxAttachments, maxUndoSeconds } from "../rules/limits.ts";
import { parseRecipients, recipientsProblem } from "../rules/recipients.ts";
import { isUnwritten } from "../rules/unwritten.ts";
import { t } from "../text/t.ts";
import { translatedName } from "../text/translated-name.ts";

export const sendRequired = t("To, Subject, and Body are required.");
/** Characters of a mail without its embedded pictures. Longer text belongs in an attachment. */
export const maxMessageLength = 1_000_000;
/** Mail can be scheduled for at most a year ahead. */
export const maxSendAheadDays = 366;

const message = z
  .string()
  .refine(
    (text) => text.length <= maxMessageLength || withoutDataPictures(text).length <= maxMessageLength,
    t("The message is too long: at most 1 MB of text and formatting."),
  )
  .default("");

/** A Message-ID with its angle brackets (RFC 5322). */
const wireId = z
  .string()
  .trim()
  .regex(/^<[^\s<>]{1,900}>$/, t("Not a valid message id"));
const wireIds = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(/\s+/).filter(Boolean))])
  .pipe(z.array(wireId).max(200, t("Too many references")));

const addressList = (name: string) =>
  z.union([z.array(z.string()), z.string()], {
    error: () => t("{name} must be a list of addresses", { name: translatedName(name) }),
  });

/**
 * A mail from Compose or Reply. In multipart, `to`, `cc` and `bcc` are comma-separated. Unknown fields are refused, so that none is
 * ignored silently.
 */
export const sendForm = z
  .strictObject({
    to: addressList(t("To")).default([]),
    cc: addressList(t("Cc")).optional(),
    bcc: addressList(t("Bcc")).optional(),
    subject: line(t("Subject"), 500).default(""),
    /** Plain text. If `html` is given, the text part is made from it instead. */
    body: message,
    html: message,
    /** For replies: the Message-ID of the answered mail, and its references. */
    inReplyTo: z.union([wireId, z.literal("").transform(() => undefined)]).optional(),
    references: wireIds.optional(),
    /** The follow-up that this mail settles, if its draft was edited. */
    followUpId: z.union([id, z.literal("").transform(() => undefined)]).optional(),
    /** The outbox entry that this mail replaces. Either that entry is cancelled, or this mail is refused. */
    replaces: z.union([id, z.literal("").transform(() => undefined)]).optional(),
    /** The message in a Drafts folder that this mail finishes. It is deleted when the mail was sent. */
    draft: z.union([id, z.literal("").transform(() => undefined)]).optional(),
    /** The message that this mail forwards. It is appended with its look; its attachments are sent as `files`. */
    forward: z.union([id, z.literal("").transform(() => undefined)]).optional(),
    /** The writer's time zone (IANA name), for the date of a forwarded message. */
    timeZone: timeZone.optional(),
  })
  .transform((form, context) => {
    const recipients = parseRecipients(form.to);
    // An empty editor sends markup without text; then the plain text counts.
    const html = isUnwritten(form.html) ? "" : form.html;
    const nothing = recipients.addresses.length === 0 && recipients.invalid.length === 0;
    const missing = [
      nothing && "to",
      isBlankText(form.subject) && "subject",
      html === "" && isBlankText(form.body) && !form.forward && "body",
    ].filter((field) => field !== false);
    for (const field of missing) context.addIssue({ code: "custom", message: sendRequired, path: [field] });
    for (const [field, message] of missing.length === 0 ? recipientProblems(form) : [])
      context.addIssue({ code: "custom", message, path: [field] });
    const copies = { cc: addressesOf(form.cc), bcc: addressesOf(form.bcc) };
    // Embedded pictures count toward the attachment limit.
    return { ...form, ...copies, html, to: recipients.addresses, pictureBytes: dataPictureBytes(html) };
  });

type AddressLists = { to: string | string[]; cc?: string | string[] | undefined; bcc?: string | string[] | undefined };

/** The errors by field. The number of recipients counts over all fields, and is reported for the first. */
function recipientProblems({ to, cc = [], bcc = [] }: AddressLists): [string, string][] {
  const problems = Object.entries({ to, cc, bcc }).flatMap(([field, list]): [string, string][] => {
    const problem = recipientsProblem({ ...parseRecipients(list), addresses: [] });
    return problem ? [[field, problem]] : [];
  });
  const problem = recipientsProblem(parseRecipients([to, cc, bcc].flat()));
  return problem && problems.length === 0 ? [["to", problem]] : problems;
}

/** Undefined if there is none, so that a mail without copies is the same request as before there were any. */
function addressesOf(list: string | string[] | undefined): string[] | undefined {
  const { addresses } = parseRecipients(list ?? []);
  return addresses.length > 0 ? addresses : undefined;
}

const orNothing = <Field extends z.ZodType>(field: Field) =>
  z.union([z.literal("").transform(() => undefined), field]).optional();

export const sendHeaders = z.object({
  "x-track-engagement": orNothing(z.enum(["0", "1"], t("Tracking must be 1 or 0")).transform((value) => value === "1")),
  "x-followup-days": orNothing(
    z
      .enum(followUpDays.map(String) as ["1", "3", "7"], t("Follow-up days must be empty, 1, 3 or 7"))
      .transform((value) => Number(value) as (typeof followUpDays)[number]),
  ),
  "x-mailbox-id": orNothing(id),
  "x-from-account": orNothing(text(t("From account"), 254).trim()),
  "x-undo-seconds": orNothing(wholeNumberText(t("Undo time"), 0, maxUndoSeconds)),
  "x-send-at": orNothing(
    z.iso
      .datetime({ offset: true, error: t("Send time is not a valid date and time") })
      .transform((text) => new Date(text)),
  ),
  "idempotency-key": orNothing(
    text(t("Idempotency key"), 200).regex(/^[\x21-\x7e]+$/, t("Idempotency key has characters that are not allowed")),
  ),
});

/** The state of a mail. Queued: it can be undone, it is scheduled, or a temporary refusal will be retried. */
export const sendAnswer = z.object({
  /** Its id in the calls below `/outbox`. */
  id: id.optional(),
  messageId: z.string(),
  status: z.enum(["sent", "queued"]),
  /** Until then it can certainly be cancelled. */
  undoUntil: instant.optional(),
  /** When it will be sent or retried. */
  sendAt: instant.optional(),
  /** Why it was not sent yet, or which recipients were refused. */
  detail: z.string().optional(),
});
export type SendAnswer = z.output<typeof sendAnswer>;

/** The same at a later time, when the mail may also have failed or been cancelled. */
export const sendOutcome = sendAnswer.extend({ status: z.enum(["sent", "queued", "failed", "cancelled"]) });
export type SendOutcome = z.output<typeof sendOutcome>;

export const outbox = {
  send: endpoint({
    method: "POST",
    path: "/compose/send",
    access: "signed-in",
    tenancy: "personal",
    summary: "Send a mail, now or later; 202 while its outcome is not final",
    headers: sendHeaders,
    body: sendForm,
    files: {
      field: "files",
      maxFiles: maxAttachments,
      maxTotalBytes: maxAttachmentBytes,
      tooMany: `At most ${maxAttachments} files can be attached.`,
      tooLarge: t("Attachments exceed 10MB total."),
    },
    // Pictures pasted into the text are base64, which is a third larger.
    maxBodyBytes: 16 * 1024 * 1024,
    perMinute: "sends",
    response: sendAnswer,
  }),
  outcome: endpoint({
    method: "GET",
    path: "/compose/send/{messageId}",
    access: "signed-in",
    tenancy: "personal",
    summary: "Get the outcome of the caller's own mail",
    params: z.object({ messageId: messageIdText }),
    response: sendOutcome,
  }),
  cancel: endpoint({
    method: "POST",
    path: "/compose/send/{messageId}/cancel",
    access: "signed-in",
    tenancy: "personal",
    summary: "Cancel a mail that was not sent yet; 409 if it is too late",
    params: z.object({ messageId: messageIdText }),
    response: z.object({ messageId: z.string(), status: z.literal("cancelled") }),
  }),
  retry: endpoint({
    method: "POST",
    path: "/t/email-logs/{id}/retry",
    mail: true,
    access: "signed-in",
    tenancy: "across",
    summary: "Retry a failed mail; for administrators and its sender",
    params: byId,
    perMinute: 60,
    response: sendAnswer,
  }),
};
