import { changedShare } from "@intellibox/contract/rules/changed-share";
import { forgetWrittenDraft, writtenDrafts } from "#lib/drafts/written-drafts.ts";
import { htmlToText } from "#lib/mail/html-text.ts";
import { splitQuoted } from "#lib/mail/outgoing.ts";
import { giveFeedback } from "#api/feedback.ts";

/** A mail that has fewer of a draft's words than this was not made from it. */
const maxShare = 0.8;

/** Tells the server how much of the draft behind a sent mail was changed: a number, never the text. */
export async function reportChange(html: string, messageId: string): Promise<void> {
  const sent = htmlToText(splitQuoted(html).own);
  const [nearest] = writtenDrafts()
    .map(([usageId, draft]) => ({ usageId, share: changedShare(draft, sent) }))
    .sort((a, b) => a.share - b.share);
  if (!nearest || nearest.share > maxShare) return;
  forgetWrittenDraft(nearest.usageId);
  // A mail that waits for the network has no Message-ID yet.
  const named = messageId.startsWith("<") ? { messageId } : {};
  // Figures are not worth a message to the user.
  await giveFeedback(nearest.usageId, { changed: nearest.share, ...named }).catch(() => undefined);
}
