import { messageDraftName, replyDraftName } from "@intellibox/contract/rules/draft-names";
import type { ReplyState } from "#lib/drafts/reply-state.ts";
import { isBlank } from "#lib/mail/html-text.ts";
import { withQuoted } from "#lib/mail/outgoing.ts";

/** The draft's name, after the mail that is answered. Null if that mail is not stored and has no usable Message-ID: no draft is kept. */
export function draftName({ inReplyTo, message, to, subject, emailBody }: ReplyState): string | null {
  if (inReplyTo || message) return messageDraftName(inReplyTo, message) || null;
  return to || subject || emailBody ? null : replyDraftName;
}

/** The editor's initial content. The original is quoted only if nothing is written yet. */
export const startingReply = (html: string, quotedBody: string) =>
  isBlank(html) ? withQuoted(html, quotedBody) : html;
