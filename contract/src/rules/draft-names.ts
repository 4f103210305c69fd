/**
 * The name of the draft in Compose. The draft of a reply is named by the Message-ID of the answered mail, or by its id if it has no
 * usable Message-ID.
 */
export const composeDraftName = "compose";
/** The name of the draft in Reply Assistant if it answers no stored mail. */
export const replyDraftName = "reply";
const forwardStart = "forward:";
/** The name of the draft that forwards a mail, from the name for replies to it. */
export const forwardDraftName = (name: string) => forwardStart + name;
export const isForwardDraft = (about: string) => about.startsWith(forwardStart);
/** The name for drafts about a stored message. */
export const messageDraftName = (messageId: string | null, id: string) =>
  messageId && /^<[\x21-\x7e]{1,240}$/.test(messageId) ? messageId : id;

/** The Message-ID of the mail that a draft answers or forwards, or its id; both undefined if there is none. */
export function messageOfDraft(about: string): { messageId?: string; id?: string } {
  const name = isForwardDraft(about) ? about.slice(forwardStart.length) : about;
  if (name.startsWith("<")) return { messageId: name };
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name) ? { id: name } : {};
}
