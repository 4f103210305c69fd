import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { roleNames } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import { grouped } from "#lib/format.ts";
import type { ActionRequest } from "#api/inbox-actions.ts";
import { pathOf } from "#features/inbox/folders/folder-rows.ts";

/** The toast after an action, for one message and for several. */
const done: Record<MailAction, string> = {
  archive: "archived",
  inbox: t("moved to Inbox"),
  move: "moved",
  label: "labelled",
  unlabel: "unlabelled",
  star: "starred",
  unstar: "unstarred",
  junk: t("moved to Spam"),
  notJunk: t("moved to Inbox"),
  read: t("marked as read"),
  unread: t("marked as unread"),
  trash: "deleted",
  delete: t("deleted for good"),
};

type Chosen = Pick<ActionRequest, "messages" | "extent">;

/** Rows that are threads of several messages are called conversations. */
function nounOf({ messages, extent }: Chosen) {
  const isOfThreads = extent === "thread" && messages.some(({ threadSize = 1 }) => threadSize > 1);
  return isOfThreads ? [t("Conversation"), "conversations"] : [t("Message"), "messages"];
}

export function doneWords(request: ActionRequest) {
  const { messages, action, folder } = request;
  const [one, several] = nounOf(request);
  const who = messages.length === 1 ? `${one}` : `${grouped(messages.length)} ${several}`;
  if (!folder) return `${who} ${done[action]}`;
  const name = pathOf(folder);
  if (action === "move") return t("{who} moved to {name}", { who, name });
  return action === "label" ? t("{who} labelled {name}", { who, name }) : `${name} removed from ${who.toLowerCase()}`;
}

/** Says what an undo brought back. */
export function undoneWords(request: ActionRequest): string {
  const { messages, action, folder } = request;
  const marks: Partial<Record<MailAction, string>> = {
    star: t("Star removed"),
    unstar: t("Starred again"),
    read: t("Unread again"),
    unread: t("Read again"),
    label: folder && t("{folder} removed", { folder: pathOf(folder) }),
    unlabel: folder && t("{folder} added again", { folder: pathOf(folder) }),
  };
  const mark = marks[action];
  if (mark) return mark;
  if (action === "trash" || action === "delete") {
    return `${nounOf(request)[0]}${messages.length === 1 ? "" : "s"} restored`;
  }
  const [from, ...others] = new Set(messages.map((message) => message.folder));
  const name =
    others.length === 0 && from && (from === "snoozed" ? t("Snoozed") : from === "other" ? "" : roleNames[from]);
  return name ? t("Back in {name}", { name }) : t("Moved back");
}

export const skippedWords = (count: number, reason: string) =>
  count === 1
    ? t("1 message was left as it was: {reason}", { reason })
    : t("{count} messages were left as they were: {reason}", { count: grouped(count), reason });
