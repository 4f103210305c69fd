export const maxMergeRecipients = 5_000;
/** A person's drafts. Each can hold a file of 5,000 rows. */
export const maxMergeDrafts = 50;
/** People that one call can add to a list. */
export const maxAddedPeople = 500;
export const maxMergeColumns = 50;
export const maxMergeValueLength = 1_000;
export const maxMergeFileCharacters = 5_000_000;
/** Characters of the text with its embedded pictures: every recipient gets all of it. */
export const maxMergeHtmlLength = 400_000;
export const defaultMergeRate = 30;
export const maxMergeRate = 600;

export const mergeStates = ["draft", "scheduled", "running", "paused", "done", "cancelled"] as const;
export type MergeState = (typeof mergeStates)[number];

/** Why a recipient gets no mail: on the suppression list, left out by the sender, or the run was cancelled before. */
export const leaveOutReasons = ["suppressed", "chosen", "cancelled"] as const;

/** The state of one recipient, as its sender sees it. `opened`, `clicked`, `replied` and `unsubscribed` come on top. */
export const recipientOutcomes = ["waiting", "sending", "sent", "failed", "left_out"] as const;
export type RecipientOutcome = (typeof recipientOutcomes)[number];

/** The filters of a list of recipients. */
export const recipientFilters = [
  ...recipientOutcomes,
  ...(["opened", "clicked", "replied", "unsubscribed"] as const),
] as const;
export type RecipientFilter = (typeof recipientFilters)[number];

export const suppressionKinds = ["unsubscribed", "bounced", "added"] as const;
export type SuppressionKind = (typeof suppressionKinds)[number];
