import type { CallOf } from "@intellibox/contract/endpoint";
import type { outbox } from "@intellibox/contract/endpoints/outbox";
import { maxSendAheadDays } from "@intellibox/contract/endpoints/outbox";
import type { InvitationAnswer } from "@intellibox/contract/rules/invitations";
import { maxAttachmentBytes } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { AppError, invalid } from "#lib/errors.ts";
import type { UploadedFile } from "#http/uploads.ts";

type Call = CallOf<typeof outbox.send> & { files: UploadedFile[] };

/** The answer that a mail brings to the organizer of an event. */
export type AnsweredInvitation = {
  /** The id of the message with the invitation. */
  messageId: string;
  uid: string;
  sequence: number;
  occurrence: string;
  answer: InvitationAnswer;
  note: string;
};

/** `auto-generated` is a briefing, which no rule sends. */
export type AutomaticMail =
  | { submitted: "auto-forwarded" | "auto-replied"; sentByRule: string }
  | { submitted: "auto-generated"; sentByRule?: undefined };

/** A validated request to send a mail. */
export type SendRequest = {
  kind: "mail" | "reply" | "follow-up";
  to: string[];
  cc?: string[] | undefined;
  bcc?: string[] | undefined;
  subject: string;
  body: string;
  html: string;
  inReplyTo: string | undefined;
  references: string[];
  files: UploadedFile[];
  tracked: boolean;
  followUpDays: number | undefined;
  /** The follow-up that this mail settles. */
  followUpId: string | undefined;
  /** The id of an outbox entry that this mail replaces. */
  replaces: string | undefined;
  /** The id of a message in a Drafts folder that this mail finishes. */
  draft?: string | undefined;
  /** The id of the message that this mail forwards. */
  forward?: string | undefined;
  /** The address that takes its reader off the list; only for mail to many. */
  unsubscribeUrl?: string | undefined;
  /** The program sends it, and not its user: how RFC 3834 names that, and the mark by which rules know the mail of rules. */
  automatic?: AutomaticMail | undefined;
  /** The writer's time zone (IANA name). */
  timeZone?: string | undefined;
  mailboxId: string | undefined;
  fromAccount: string | undefined;
  /** The calendar file of an answer to an invitation, and what is recorded about it. */
  calendarReply?: string | undefined;
  invitation?: AnsweredInvitation | undefined;
  key: string | undefined;
  undoSeconds: number;
  sendAt: Date | undefined;
};

export function readRequest({ body: { pictureBytes, ...body }, headers, files }: Call, now: Date): SendRequest {
  const sendAt = headers["x-send-at"];
  if (sendAt) refuseBadTime(sendAt, now);
  refuseBadFiles(files, pictureBytes);
  return {
    ...body,
    kind: body.inReplyTo || headers["x-mailbox-id"] ? "reply" : "mail",
    inReplyTo: body.inReplyTo,
    references: body.references ?? [],
    files,
    tracked: headers["x-track-engagement"] ?? false,
    followUpDays: headers["x-followup-days"],
    followUpId: body.followUpId,
    replaces: body.replaces,
    mailboxId: headers["x-mailbox-id"],
    fromAccount: headers["x-from-account"],
    key: headers["idempotency-key"],
    undoSeconds: headers["x-undo-seconds"] ?? 0,
    sendAt,
  };
}

/** Tolerates clock differences, and a time picked to the minute that has just passed when the call arrives. */
const lateMs = 60_000;

export function refuseBadTime(sendAt: Date, now: Date, field = "x-send-at") {
  const ahead = sendAt.getTime() - now.getTime();
  const refuse = (why: string) => invalid(why, { [field]: why });
  if (ahead < -lateMs) throw refuse(t("Choose a time in the future."));
  if (ahead > maxSendAheadDays * 86_400_000) throw refuse(t("A mail can be planned up to a year ahead."));
}

function refuseBadFiles(files: UploadedFile[], pictureBytes: number) {
  for (const { name } of files) {
    if (!name || name.length > 255 || /[\p{Cc}\u2028\u2029/\\]/u.test(name))
      throw invalid(t("A file's name is missing, too long or has characters that are not allowed."));
  }
  const fileBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (pictureBytes > 0 && pictureBytes + fileBytes > maxAttachmentBytes)
    throw new AppError("too_large", t("Attachments exceed 10MB total."));
}
