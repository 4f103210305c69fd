/** The name of the draft in Compose. The draft of a reply is named by the Message-ID of the answered mail. */
export const composeDraftName = "compose";
/** The name of the draft in Reply Assistant if it answers no stored mail. */
export const replyDraftName = "reply";
const forwardStart = "forward:";
/** The name of the draft that forwards a mail. */
export const forwardDraftName = (messageId: string) => forwardStart + messageId;
export const isForwardDraft = (about: string) => about.startsWith(forwardStart);
/** The Message-ID of the mail that a draft answers or forwards; undefined if there is none. */
export function messageIdOfDraft(about: string): string | undefined {
  const name = isForwardDraft(about) ? about.slice(forwardStart.length) : about;
  return name.startsWith("<") ? name : undefined;
}
