/** A mail as the rest of the program sees it. All text is clean: no NUL, no lone surrogate, so that any store takes it. */
export type ParsedMail = {
  /** With its angle brackets, as on the wire; null where the mail has none. */
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
  /** The body as text; made from the HTML where there is no text part. */
  text: string;
  /** As it came: hostile until sanitized. Null where there is no HTML part. */
  html: string | null;
  snippet: string;
  attachments: Attachment[];
  /** The first text/calendar part. */
  calendar: string | null;
  /** Header fields that tell what kind of mail this is; undecided ones are absent. */
  headers: MailHeaders;
  /** Something was larger than we read: the raw source has the rest. */
  truncated: boolean;
};

/** With what its owner finds it by: a vector of PostgreSQL's text search, as text. */
export type IndexedMail = { mail: ParsedMail; words: string };

export type MailAddress = { name: string; address: string };

export type Attachment = {
  /** Asks `attachmentContent` for the bytes; IMAP's number of the part. */
  part: string;
  /** Fit to be a file's name anywhere. */
  fileName: string;
  mimeType: string;
  size: number;
  /** Without its angle brackets; what `cid:` links name. */
  contentId: string | null;
  /** Shown within the HTML body rather than listed below it. */
  inline: boolean;
};

export type MailHeaders = {
  listId?: string;
  listUnsubscribe?: string;
  listUnsubscribePost?: string;
  autoSubmitted?: string;
  precedence?: string;
};

export const snippetLength = 180;
