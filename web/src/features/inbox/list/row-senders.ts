import type { ThreadItem, ThreadSummary } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";

export type RowSender = { name: string; isUnread: boolean };

/** More names would not fit into a row. */
const maxNames = 3;

/**
 * The people of a thread as its row names them, in the order of their first mails. Several are named by their first names; of many,
 * the first and the latest. The reader is "me".
 */
export function rowSenders({ senders, unread }: Pick<ThreadSummary, "senders" | "unread">): RowSender[] {
  const isAlone = senders.length === 1;
  const named = senders.map((sender) => ({
    name: sender.isMe ? t("me") : isAlone ? sender.name : shortName(sender.name),
    isUnread: unread > 0 && sender.unread,
  }));
  const shown = named.length <= maxNames ? named : [...named.slice(0, 1), ...named.slice(1 - maxNames)];
  const hidden = named.length - shown.length;
  const [first, ...rest] = shown;
  return first && hidden > 0 ? [first, { name: "…", isUnread: false }, ...rest] : shown;
}

/** "Meera Rao" → Meera, "Rao, Meera" → Meera, "orders@saffron.in" → orders, "Dr. Meera Rao" → Meera. */
function shortName(name: string) {
  const plain = name.includes("@") ? (name.split("@")[0] ?? name) : name;
  const [last, given] = plain.split(",", 2);
  const words = (given?.trim() || last || "").split(/\s+/).filter((word) => !/^\p{L}{1,4}\.$/u.test(word));
  return words[0] || plain.trim() || t("Unknown sender");
}

/** The names of a row, for the avatar and for screen readers. */
export const rowName = ({ thread, fromName, from }: Pick<ThreadItem, "thread" | "fromName" | "from">) =>
  thread && thread.senders.length > 1
    ? rowSenders(thread)
        .map(({ name }) => name)
        .join(", ")
    : fromName || from || t("Unknown sender");
