/** A parsed mail. No text holds NUL or lone surrogates, which PostgreSQL refuses. */
export type ParsedMail = {
  /** With its angle brackets; null if the mail has none. */
  messageId: string | null;
  inReplyTo: string | null;
  /** Oldest first. */
  references: string[];
  subject: string;
  from: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  replyTo: MailAddress[];
  date: Date | null;
  /** The body as text; made from the HTML if there is no text part, or one that says less. */
  text: string;
  /** The lines of the HTML that have words which `text` has not. */
  htmlText: string;
  /** Not sanitized. Null if there is no HTML part. */
  html: string | null;
  snippet: string;
  attachments: Attachment[];
  /** The first text/calendar part. */
  calendar: string | null;
  /** Header fields that mark lists and automatic mail, as far as the mail has them. */
  headers: MailHeaders;
  /** Some part exceeded a limit; the raw source is complete. */
  truncated: boolean;
};

/** A parsed mail with its search index entry: the text form of a tsvector. */
export type IndexedMail = { mail: ParsedMail; words: string };

export type MailAddress = { name: string; address: string };

export type Attachment = {
  /** The part number as in IMAP, for `attachmentContent`. */
  part: string;
  /** Safe as a file name on any system. */
  fileName: string;
  mimeType: string;
  size: number;
  /** Without its angle brackets, as in `cid:` links. */
  contentId: string | null;
  /** Shown in the HTML body, not listed below it. */
  inline: boolean;
  /** Its bytes are still on the mailbox's server. */
  isLeft?: true;
};

export type MailHeaders = {
  listId?: string;
  listUnsubscribe?: string;
  listUnsubscribePost?: string;
  autoSubmitted?: string;
  precedence?: string;
  importance?: string;
  priority?: string;
  /** How programs mark automatic replies beside RFC 3834, and ask for none. */
  autoReply?: string;
  autoRespond?: string;
  suppress?: string;
  /** `<>` for reports of mail servers, which must not be answered. */
  returnPath?: string;
  /** A rule of this product sent it. */
  sentByRule?: string;
};

export const snippetLength = 180;
