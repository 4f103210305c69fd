import type { InputOf } from "@intellibox/contract/endpoint";
import { outbox, type SendAnswer } from "@intellibox/contract/endpoints/outbox";
import { parseRecipients } from "@intellibox/contract/rules/recipients";
import { t } from "@intellibox/contract/text/t";
import { call } from "#lib/http/api.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { upload } from "#lib/http/upload.ts";
import { htmlToText } from "#lib/mail/html-text.ts";
import { timeZone } from "#lib/time-zone.ts";

/** A mail as a screen passes it for sending. */
export type Mail = {
  to: string;
  cc?: string | undefined;
  bcc?: string | undefined;
  subject: string;
  html: string;
  files: readonly File[];
  isTracked: boolean;
  /** Days, or "" for none. */
  followUp: string;
  undoSeconds: number;
  sendAt?: Date | undefined;
  mailboxId?: string | undefined;
  account?: string | undefined;
  inReplyTo?: string | undefined;
  references?: string[] | undefined;
  followUpId?: string | undefined;
  /** The id of the outbox entry that this mail replaces. */
  replaces?: string | undefined;
  /** The id of the message in a Drafts folder that this mail finishes. */
  draft?: string | undefined;
  /** The id of the message that this mail forwards. The server appends it. */
  forward?: string | undefined;
};

/** Sends a mail. The server sends one mail for each key, however often the call is repeated. */
export async function sendMail(mail: Mail, key: string, onProgress?: (share: number) => void): Promise<SendAnswer> {
  try {
    return await post(mail, key, onProgress);
  } catch (error) {
    // Its draft may be gone from the Drafts folder for long. The text is here, and must not stay unsent for that.
    if (!mail.draft || !(error instanceof ApiError) || error.status !== 404) throw error;
    return post({ ...mail, draft: undefined }, key, onProgress);
  }
}

function post(mail: Mail, key: string, onProgress?: (share: number) => void): Promise<SendAnswer> {
  const input = { headers: headersOf(mail, key), body: bodyOf(mail) };
  if (mail.files.length === 0) return call(outbox.send, input, { fallback: t("Failed to send") });
  return upload(
    outbox.send,
    { ...input, files: mail.files },
    { fallback: t("Failed to send"), ...(onProgress && { onProgress }) },
  );
}

export const cancelMail = (messageId: string) =>
  call(outbox.cancel, { params: { messageId } }, { fallback: t("Could not undo sending.") });

/** The outcome of a mail that was not final when `sendMail` returned. */
export const mailOutcome = (messageId: string) =>
  call(outbox.outcome, { params: { messageId } }, { fallback: t("Delivery status unknown.") });

function headersOf(mail: Mail, key: string): InputOf<typeof outbox.send>["headers"] {
  return {
    "idempotency-key": key,
    "x-track-engagement": mail.isTracked ? "1" : "0",
    "x-followup-days": mail.followUp as "" | "1" | "3" | "7",
    "x-undo-seconds": mail.undoSeconds,
    "x-send-at": mail.sendAt?.toISOString(),
    "x-mailbox-id": mail.mailboxId,
    "x-from-account": mail.account,
  };
}

const bodyOf = ({ to, cc, bcc, subject, html, inReplyTo, references, followUpId, replaces, draft, forward }: Mail) => ({
  to: parseRecipients(to).addresses,
  ...(cc?.trim() && { cc }),
  ...(bcc?.trim() && { bcc }),
  subject,
  body: htmlToText(html),
  html,
  ...(inReplyTo && { inReplyTo }),
  ...(references?.length && { references: references.join(" ") }),
  ...(followUpId && { followUpId }),
  ...(replaces && { replaces }),
  ...(draft && { draft }),
  ...(forward && { forward, timeZone: timeZone() }),
});
