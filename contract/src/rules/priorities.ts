/** The two parts of the inbox. */
export const priorityParts = ["important", "other"] as const;
export type PriorityPart = (typeof priorityParts)[number];

/** Why a message is in its part. Of several reasons, the first one in this order. */
export const priorityReasons = [
  // The user moved the conversation, or other mail of the sender.
  "moved",
  "sender",
  // For Important.
  "rule",
  "thread",
  "answer",
  "invitation",
  "known",
  "colleague",
  "question",
  "deadline",
  // For Other.
  "receipt",
  "sales",
  "newsletter",
  "program",
  "notToYou",
  "unread",
  "stranger",
] as const;
export type PriorityReason = (typeof priorityReasons)[number];
