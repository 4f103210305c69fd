/** Computes how an action changes messages and lists, to show it before the server has answered. */
import type { MailAction } from "@intellibox/contract/endpoints/actions";
import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import type { FolderRole, MailView } from "@intellibox/contract/rules/folders";
import type { PriorityPart } from "@intellibox/contract/rules/priorities";
import { putBack, type ThreadPage } from "./inbox-cache.ts";

/** The messages that a list shows; an empty text means all. Without a folder id the view decides. */
export type ThreadFilter = {
  q: string;
  mailbox: string;
  view: MailView;
  folderId: string;
  /** Whether a row is a thread or a message, which is the default. */
  group?: "thread" | "message";
  /** One part of the inbox. */
  priority?: PriorityPart | undefined;
};

export type MessageState = Pick<
  ThreadItem,
  "id" | "threadId" | "boxId" | "folder" | "folderIds" | "starred" | "unread" | "snoozedUntil" | "muted"
>;

/** Returns a message as an action leaves it; null if the message is deleted for good. */
export type MessageChange = <Message extends MessageState>(message: Message) => Message | null;

const isHidden = ({ folder }: MessageState) => folder === "trash" || folder === "junk";

/** True if the list shows the message. Of a search only the folder is known here, not whether its words match. */
export function belongsTo(message: MessageState, { q, mailbox, view, folderId }: ThreadFilter) {
  if (mailbox && message.boxId !== mailbox) return false;
  if (folderId) return message.folderIds.includes(folderId);
  if (view === "all" || (q && view === "inbox")) return !isHidden(message);
  if (view === "starred") return message.starred && !isHidden(message);
  return message.folder === view;
}

/** The part of a thread that a message belongs to: trash, spam and drafts are apart, and an action on the rest leaves them. */
export const partOf = ({ threadId, folder }: Pick<MessageState, "threadId" | "folder">) =>
  `${threadId} ${folder === "trash" || folder === "junk" || folder === "drafts" ? folder : ""}`;

/** The actions that file a thread. They leave its sent mail where it is. */
const filesReceived: readonly MailAction[] = ["archive", "inbox", "junk", "notJunk", "move"];

/** The change that an action makes to whole threads. */
export function threadChangeOf(...[action, target, all]: Parameters<typeof changeOf>): MessageChange {
  const change = changeOf(action, target, all);
  return (message) => (message.folder === "sent" && filesReceived.includes(action) ? message : change(message));
}

/** The change that an action makes, by the folders of all mailboxes. */
export function changeOf(
  action: MailAction,
  target: MailFolder | undefined,
  all: readonly MailFolder[],
): MessageChange {
  const roleOf = (folderId: string) => all.find(({ id }) => id === folderId)?.role;
  const moved = <Message extends MessageState>(message: Message, role: FolderRole, stays: (id: string) => boolean) => {
    const to = all.find((folder) => folder.mailboxId === message.boxId && folder.role === role);
    const rest = message.folderIds.filter((id) => id !== to?.id && stays(id));
    return { ...message, folder: role, folderIds: to ? [...rest, to.id] : rest };
  };
  /** Labels that the owner made stay on a message that is archived or comes back to the inbox. */
  const isOwn = (folderId: string) => !roleOf(folderId) || roleOf(folderId) === "sent";
  const none = () => false;

  return (message) => {
    switch (action) {
      case "star":
      case "unstar":
        return { ...message, starred: action === "star" };
      case "read":
      case "unread":
        return { ...message, unread: action === "unread" };
      case "archive":
        return moved(message, "archive", isOwn);
      case "inbox":
      case "notJunk":
        return moved(message, "inbox", isOwn);
      case "junk":
        return moved(message, "junk", none);
      case "trash":
        return moved(message, "trash", none);
      case "delete":
        return isHidden(message) || message.folder === "drafts" ? null : moved(message, "trash", none);
      case "label":
        return target ? { ...message, folderIds: [...new Set([...message.folderIds, target.id])] } : message;
      case "unlabel":
        return { ...message, folderIds: message.folderIds.filter((id) => id !== target?.id) };
      case "move": {
        if (!target) return message;
        const rest = target.kind === "label" ? message.folderIds.filter((id) => id !== target.id && isOwn(id)) : [];
        return { ...message, folder: target.role ?? "other", folderIds: [...rest, target.id] };
      }
    }
  };
}

/**
 * Applies a change to one list: messages that no longer belong to it leave it, and those of `candidates` that now belong to it
 * come in, as far down as the list is loaded.
 */
export function changeIn(
  page: ThreadPage,
  filter: ThreadFilter,
  candidates: readonly ThreadItem[],
  change: MessageChange,
): ThreadPage {
  const ids = new Set(candidates.map(({ id }) => id));
  const listed = new Set(page.items.map(({ id }) => id));
  const items = page.items.flatMap((item) => {
    if (!ids.has(item.id)) return [item];
    const after = change(item);
    const leaves = !after || (belongsTo(item, filter) && !belongsTo(after, filter));
    return leaves ? [] : [after];
  });
  const oldest = page.nextCursor === null ? undefined : page.items.at(-1)?.date;
  const isByThread = filter.group === "thread";
  const threads = new Set(isByThread ? page.items.map(({ threadId }) => threadId) : []);
  const newestFirst = isByThread ? candidates.toSorted((a, b) => b.date.getTime() - a.date.getTime()) : candidates;
  const come = newestFirst.flatMap((item) => {
    // Only the server knows which part of the inbox a message belongs to.
    if (filter.q || filter.priority || listed.has(item.id) || (oldest && item.date < oldest)) return [];
    // A row of the other kind of list lacks what this one shows, or is one of several.
    if (isByThread !== (item.thread !== undefined) || threads.has(item.threadId)) return [];
    const after = change(item);
    if (!after || !belongsTo(after, filter)) return [];
    if (isByThread) threads.add(item.threadId);
    return [after];
  });
  const gone = page.items.length - items.length;
  const rest = { ...page, items, ...(page.total !== undefined && { total: page.total - gone }) };
  return putBack(rest, come);
}
