import { replyDraftName } from "@intellibox/contract/rules/draft-names";
import type { ReplyState } from "#lib/drafts/reply-state.ts";
import { isBlank } from "#lib/mail/html-text.ts";
import { withQuoted } from "#lib/mail/outgoing.ts";

/** The draft's name: the Message-ID of the mail that is answered. Null if that mail has no valid one, so no draft is kept. */
export function draftName({ inReplyTo, to, subject, emailBody }: ReplyState): string | null {
  if (inReplyTo) return /^[\x21-\x7e]{1,250}$/.test(inReplyTo) ? inReplyTo : null;
  return to || subject || emailBody ? null : replyDraftName;
}

/** The editor's initial content. The original is quoted only if nothing is written yet. */
export const startingReply = (html: string, quotedBody: string) =>
  isBlank(html) ? withQuoted(html, quotedBody) : html;
