import { createHash } from "node:crypto";
import type { CallOf } from "@intellibox/contract/endpoint";
import type { outbox } from "@intellibox/contract/endpoints/outbox";
import { maxSendAheadDays } from "@intellibox/contract/endpoints/outbox";
import { findDataPictures } from "@intellibox/contract/rules/data-pictures";
import { maxAttachmentBytes } from "@intellibox/contract/rules/limits";
import { AppError, invalid } from "#lib/errors.ts";
import type { UploadedFile } from "#http/uploads.ts";

type Call = CallOf<typeof outbox.send> & { files: UploadedFile[] };

/** A mail that somebody asks to be sent. */
export type SendRequest = {
  kind: "mail" | "reply" | "follow-up";
  to: string[];
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
  /** The mail in the outbox that this one takes the place of. */
  replaces: string | undefined;
  mailboxId: string | undefined;
  fromAccount: string | undefined;
  key: string | undefined;
  undoSeconds: number;
  sendAt: Date | undefined;
};

export function readRequest({ body, headers, files }: Call, now: Date): SendRequest {
  const sendAt = headers["x-send-at"];
  if (sendAt) refuseBadTime(sendAt, now);
  refuseBadFiles(files, body.html);
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

/** Equal exactly where the same mail was asked for. */
export function hashRequest({ files, key: _, html, body, ...rest }: SendRequest): string {
  // The long texts as they are: written as JSON they would be gone through once more.
  const hash = createHash("sha256").update(JSON.stringify([rest, html.length, body.length]));
  hash.update(html).update(body);
  for (const { name, mimeType, bytes } of files)
    hash.update(JSON.stringify([name, mimeType, bytes.length])).update(bytes);
  return hash.digest("base64url");
}

/** A clock may be a little off, and an hour picked on the minute has just passed when the call arrives. */
const lateMs = 60_000;

export function refuseBadTime(sendAt: Date, now: Date, field = "x-send-at") {
  const ahead = sendAt.getTime() - now.getTime();
  if (ahead < -lateMs) throw invalid("Choose a time in the future.", { [field]: "Choose a time in the future." });
  if (ahead > maxSendAheadDays * 86_400_000) throw invalid("A mail can be planned up to a year ahead.");
}

/** Pictures in the text count as what they are: attachments. */
function refuseBadFiles(files: UploadedFile[], html: string) {
  for (const { name } of files) {
    if (!name || name.length > 255 || /[\p{Cc}\u2028\u2029/\\]/u.test(name))
      throw invalid("A file's name is missing, too long or has characters that are not allowed.");
  }
  const pictureBytes = findDataPictures(html).reduce((sum, { base64 }) => sum + Math.ceil(base64.length * 0.75), 0);
  const fileBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (pictureBytes > 0 && pictureBytes + fileBytes > maxAttachmentBytes)
    throw new AppError("too_large", "Attachments exceed 10MB total.");
}
