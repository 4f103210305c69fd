import type { MailAddress } from "./parsed-mail.ts";

export type MailContent = {
  /** With its angle brackets; chosen before anything is sent, so that the mail can be found again. */
  messageId: string;
  date: Date;
  from: MailAddress;
  to: MailAddress[];
  cc?: MailAddress[];
  /** Told to the server, never to the other recipients. */
  bcc?: MailAddress[];
  replyTo?: MailAddress | undefined;
  subject: string;
  /** The body; where there is only HTML the text part is made from it. */
  html?: string | undefined;
  text?: string | undefined;
  inReplyTo?: string | undefined;
  references?: string[];
  attachments?: MailFile[];
};
export type MailFile = { fileName: string; mimeType: string; content: Uint8Array };
