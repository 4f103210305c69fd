/** Optimistic changes of messages: shown at once, then sent to the server, and rolled back if it refuses. */

import { actions, type MailAction } from "@intellibox/contract/endpoints/actions";
import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import { inbox } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { mailboxesQuery, messageQuery, threadsKey } from "./inbox.ts";
import { markIn, type ThreadPage } from "./inbox-cache.ts";
import { changeOf, type MessageState, partOf, threadChangeOf } from "./inbox-changes.ts";
import { foldersQuery } from "./mail-folders.ts";
import { sendOrWait } from "./send-or-wait.ts";
import { followChange, pauseLists, refetchMail, refreshCounts, sendAfterUndo, showChange } from "./shown-change.ts";

export type ActionRequest = {
  /** The messages, or the rows of the threads that the action changes. */
  messages: readonly ActedMessage[];
  extent: "message" | "thread";
  action: MailAction;
  /** The folder or label of `move`, `label` and `unlabel`. */
  folder?: MailFolder;
};

/** `threadSize` is known of the rows of a list and of an opened message. */
export type ActedMessage = MessageState & { threadSize?: number };

type MailActionOptions = {
  onFailure: (message: string) => void;
  /** Says what was done and offers Undo. Returns a function that withdraws both. */
  announce: (request: ActionRequest, undo: () => Promise<void>) => () => void;
  /** Says which messages the server's mailbox could not change, and why. */
  onSkipped: (count: number, reason: string) => void;
};

/** Whether all of the mail is in mailboxes that delete for good, so that the announcement says so. */
const isForGood = (cache: QueryClient, { action, messages }: ActionRequest) => {
  const boxes = cache.getQueryData(mailboxesQuery.queryKey)?.filter(({ deletesForGood }) => deletesForGood);
  return action === "trash" && messages.every(({ boxId }) => boxes?.some(({ id }) => id === boxId));
};

export function useMailActions({ onFailure, announce, onSkipped }: MailActionOptions) {
  const cache = useQueryClient();

  /** Marks a message or its thread as read because it was opened, which needs no announcement. */
  const markOpened = async (id: string, extent: ActionRequest["extent"]) => {
    const resume = await showUnread(cache, [id], false);
    try {
      const body = { ids: [id], action: "read" as const, extent };
      await sendOrWait<unknown>({ kind: "action", body }, () =>
        extent === "message"
          ? call(inbox.markRead, { params: { id }, body: { read: true } })
          : call(actions.apply, { body }),
      );
    } catch (error) {
      await showUnread(cache, [id], true);
      onFailure(messageOf(error, t("Failed to mark as read")));
    } finally {
      resume();
      refreshCounts(cache);
    }
  };

  const act = async (request: ActionRequest) => {
    const { messages, extent, action, folder } = request;
    const lists = cache.getQueryData(foldersQuery.queryKey);
    const all = lists?.mailboxes.flatMap((mailbox) => mailbox.folders) ?? [];
    const ids = messages.map(({ id }) => id);
    const [chosen, parts] = [new Set(ids), new Set(messages.map(partOf))];
    const { takeBack, resume } =
      extent === "thread"
        ? await showChange(cache, (item) => parts.has(partOf(item)), threadChangeOf(action, folder, all))
        : await showChange(cache, ({ id }) => chosen.has(id), changeOf(action, folder, all));
    const body = { ids, action, ...(folder && { folderId: folder.id }), extent };
    const sent = sendAfterUndo({ kind: "action", body }, () => call(actions.apply, { body }));
    const done = await followChange(cache, {
      ...{ takeBack, sent, onFailure },
      announce: (undo) => announce(isForGood(cache, request) ? { ...request, action: "delete" } : request, undo),
      undo: ({ actionId }) => call(actions.undo, { params: { id: actionId } }),
      failure: failures[action] ?? t("The change failed"),
    });
    resume();
    // Of threads only some messages are loaded.
    if (done && done.answer.ids.length > ids.length) refetchMail(cache);
    const skipped = done?.answer.skipped ?? [];
    if (skipped.length === 0) return;
    takeBack(skipped.map(({ id }) => id));
    if (done?.answer.ids.length === 0) done.withdraw();
    for (const [reason, of] of Map.groupBy(skipped, (one) => one.reason)) onSkipped(of.length, reason);
  };

  return { markOpened, act };
}

const failures: Partial<Record<MailAction, string>> = {
  read: t("Failed to mark as read"),
  unread: t("Failed to mark as unread"),
  trash: t("Delete failed"),
  delete: t("Delete failed"),
  archive: t("Archive failed"),
  move: t("Move failed"),
};

async function showUnread(cache: QueryClient, ids: readonly string[], unread: boolean) {
  const set = new Set(ids);
  const resume = await pauseLists(cache);
  cache.setQueriesData<ThreadPage>({ queryKey: threadsKey }, (page) => page && markIn(page, set, unread));
  for (const id of ids) {
    cache.setQueryData(messageQuery(id).queryKey, (message) => message && { ...message, unread });
  }
  return resume;
}
