import type { Profile } from "@intellibox/contract/endpoints/users";

/** The profile of a user who has changed nothing. */
export const profileOf = (changes: Partial<Profile> = {}): Profile => ({
  ...{ signatureHtml: "", undoSeconds: 0, language: null, canSend: true, signatures: [], defaultMailboxId: null },
  ...{ repliesToAll: false, forwardsAsFile: false, imagesPolicy: "ask", tracksMail: true, followUpDays: 3 },
  ...{ tone: "professional", offersReplies: true },
  ...changes,
});
