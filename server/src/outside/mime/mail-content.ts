import type { MailAddress } from "./parsed-mail.ts";

/** The header field of mail that a rule sent: such mail is neither forwarded nor answered by a rule again. */
export const sentByRuleField = "X-Intellibox-Rule";

export type MailContent = {
  /** With its angle brackets. Chosen before sending, so that the mail can be looked up afterwards. */
  messageId: string;
  date: Date;
  from: MailAddress;
  to: MailAddress[];
  cc?: MailAddress[];
  /** Part of the envelope only, never of the header. */
  bcc?: MailAddress[];
  replyTo?: MailAddress | undefined;
  subject: string;
  /** The body. Without `text`, the text part is made from the HTML. */
  html?: string | undefined;
  text?: string | undefined;
  inReplyTo?: string | undefined;
  references?: string[];
  /** A calendar file with METHOD:REPLY (RFC 6047). */
  calendarReply?: string | undefined;
  attachments?: MailFile[];
  /** For mail to many: a mail program may unsubscribe its reader by a POST to it (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  /** Of mail that a rule sends (RFC 3834 5). */
  automatic?: { submitted: string; sentByRule?: string | undefined } | undefined;
};
export type MailFile = { fileName: string; mimeType: string; content: Uint8Array };
