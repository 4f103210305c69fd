import type { MailAction } from "@intellibox/contract/endpoints/actions";
import { roleNames } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import type { ActionRequest } from "#api/inbox-actions.ts";
import { pathOf } from "#features/inbox/folders/folder-rows.ts";
import { messagesDone, threadsDone } from "./done-words.ts";

type Chosen = Pick<ActionRequest, "messages" | "extent">;

/** Rows that are threads of several messages are called conversations. */
const isOfThreads = ({ messages, extent }: Chosen) =>
  extent === "thread" && messages.some(({ threadSize = 1 }) => threadSize > 1);

/** The toast after an action, for one message and for several. */
export function doneWords(request: ActionRequest) {
  const { messages, action, folder } = request;
  const done = isOfThreads(request) ? threadsDone : messagesDone;
  return done[action](messages.length, folder && pathOf(folder));
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
    const count = messages.length;
    return isOfThreads(request)
      ? t("{count, plural, =1 {Conversation restored} other {Conversations restored}}", { count })
      : t("{count, plural, =1 {Message restored} other {Messages restored}}", { count });
  }
  const [from, ...others] = new Set(messages.map((message) => message.folder));
  const name =
    others.length === 0 && from && (from === "snoozed" ? t("Snoozed") : from === "other" ? "" : roleNames[from]);
  return name ? t("Back in {name}", { name }) : t("Moved back");
}

export const skippedWords = (count: number, reason: string) =>
  t(
    "{count, plural, one {# message was left as it was: {reason}} other {# messages were left as they were: {reason}}}",
    {
      count,
      reason,
    },
  );
