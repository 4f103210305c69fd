import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { grouped } from "#lib/format.ts";
import type { ActionRequest } from "#api/inbox-actions.ts";
import { pathOf } from "#features/inbox/folders/folder-rows.ts";

/** What a toast says after an action: for one message, and for several. */
const done: Record<MailAction, string> = {
  archive: "archived",
  inbox: "moved to Inbox",
  move: "moved",
  label: "labelled",
  unlabel: "unlabelled",
  star: "starred",
  unstar: "unstarred",
  junk: "moved to Spam",
  notJunk: "moved to Inbox",
  read: "marked as read",
  unread: "marked as unread",
  trash: "deleted",
  delete: "deleted for good",
};

export function doneWords({ ids, action, folder }: ActionRequest) {
  const who = ids.length === 1 ? "Message" : `${grouped(ids.length)} messages`;
  if (!folder) return `${who} ${done[action]}`;
  const name = pathOf(folder);
  if (action === "move") return `${who} moved to ${name}`;
  return action === "label" ? `${who} labelled ${name}` : `${name} removed from ${who.toLowerCase()}`;
}

/** Confirms an undone deletion. The list shows the other undone actions by itself. */
export const undoneWords = ({ ids, action }: ActionRequest) =>
  action === "trash" || action === "delete" ? `${ids.length === 1 ? "Message" : "Messages"} restored` : undefined;

export const skippedWords = (count: number, reason: string) =>
  count === 1
    ? `1 message was left as it was: ${reason}`
    : `${grouped(count)} messages were left as they were: ${reason}`;
