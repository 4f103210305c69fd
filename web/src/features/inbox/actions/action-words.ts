import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { roleNames } from "@intellibox/contract/rules/folders";
import { grouped } from "#lib/format.ts";
import type { ActionRequest } from "#api/inbox-actions.ts";
import { pathOf } from "#features/inbox/folders/folder-rows.ts";

/** The toast after an action, for one message and for several. */
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

type Chosen = Pick<ActionRequest, "messages" | "extent">;

/** Rows that are threads of several messages are called conversations. */
function nounOf({ messages, extent }: Chosen) {
  const isOfThreads = extent === "thread" && messages.some(({ threadSize = 1 }) => threadSize > 1);
  return isOfThreads ? ["Conversation", "conversations"] : ["Message", "messages"];
}

export function doneWords(request: ActionRequest) {
  const { messages, action, folder } = request;
  const [one, several] = nounOf(request);
  const who = messages.length === 1 ? `${one}` : `${grouped(messages.length)} ${several}`;
  if (!folder) return `${who} ${done[action]}`;
  const name = pathOf(folder);
  if (action === "move") return `${who} moved to ${name}`;
  return action === "label" ? `${who} labelled ${name}` : `${name} removed from ${who.toLowerCase()}`;
}

/** Says what an undo brought back. */
export function undoneWords(request: ActionRequest): string {
  const { messages, action, folder } = request;
  const marks: Partial<Record<MailAction, string>> = {
    star: "Star removed",
    unstar: "Starred again",
    read: "Unread again",
    unread: "Read again",
    label: folder && `${pathOf(folder)} removed`,
    unlabel: folder && `${pathOf(folder)} added again`,
  };
  const mark = marks[action];
  if (mark) return mark;
  if (action === "trash" || action === "delete") {
    return `${nounOf(request)[0]}${messages.length === 1 ? "" : "s"} restored`;
  }
  const [from, ...others] = new Set(messages.map((message) => message.folder));
  const name =
    others.length === 0 && from && (from === "snoozed" ? "Snoozed" : from === "other" ? "" : roleNames[from]);
  return name ? `Back in ${name}` : "Moved back";
}

export const skippedWords = (count: number, reason: string) =>
  count === 1
    ? `1 message was left as it was: ${reason}`
    : `${grouped(count)} messages were left as they were: ${reason}`;
