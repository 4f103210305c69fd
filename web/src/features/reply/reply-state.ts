import type { ReplyState } from "#lib/drafts/reply-state.ts";
import { isBlank } from "#lib/mail/html-text.ts";
import { withQuoted } from "#lib/mail/outgoing.ts";

/** Under which name the reply is kept while it is written: the mail's own; null where that mail has none. */
export function draftName({ inReplyTo, to, subject, emailBody }: ReplyState): string | null {
  if (inReplyTo) return /^[\x21-\x7e]{1,250}$/.test(inReplyTo) ? inReplyTo : null;
  return to || subject || emailBody ? null : "reply";
}

/** The editor's first content: the original is quoted only where nothing is written yet. */
export const startingReply = (html: string, quotedBody: string) =>
  isBlank(html) ? withQuoted(html, quotedBody) : html;
