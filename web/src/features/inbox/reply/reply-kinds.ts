export const replyKinds = ["reply", "replyAll", "forward"] as const;
export type ReplyKind = (typeof replyKinds)[number];
