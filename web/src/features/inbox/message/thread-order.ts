import type { MailMessage } from "@intellibox/contract/endpoints/inbox";

export type ThreadMessage = MailMessage["thread"][number];

type Dated = { date: Date; id: string };
const isEarlier = (a: Dated, b: Dated) => a.date.getTime() - b.date.getTime() || (a.id < b.id ? -1 : 1);

/** The other messages of a thread before and after this one, each oldest first. */
export function aroundMessage({ thread, ...message }: MailMessage) {
  const inOrder = thread.toSorted(isEarlier);
  return {
    earlier: inOrder.filter((other) => isEarlier(other, message) < 0),
    later: inOrder.filter((other) => isEarlier(other, message) > 0),
  };
}

/** The newest message after this one that was not read. Earlier ones stay folded, because this one was chosen. */
export const newestUnread = (message: MailMessage): ThreadMessage | undefined =>
  aroundMessage(message).later.findLast(({ unread, folder }) => unread && folder !== "sent");

/** More earlier messages than this are folded, all but the first and the last. */
const maxEarlier = 5;

/** How many of the earlier messages are hidden behind one line. */
export const foldedCount = (earlier: readonly unknown[]) => (earlier.length > maxEarlier ? earlier.length - 2 : 0);
