/** Optimistic changes of messages: shown at once, then sent to the server, and rolled back if it refuses. */
import { actions, type MailAction } from "@intellibox/contract/endpoints/actions";
import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import { inbox, type ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { mailboxesQuery, messageQuery, messagesKey, threadsKey } from "./inbox.ts";
import { markIn, putBack, type ThreadPage } from "./inbox-cache.ts";
import { changeIn, changeOf, type MessageChange, type ThreadFilter } from "./inbox-changes.ts";
import { foldersQuery } from "./mail-folders.ts";

export type ActionRequest = {
  ids: readonly string[];
  action: MailAction;
  /** The folder or label of `move`, `label` and `unlabel`. */
  folder?: MailFolder;
};

type MailActionOptions = {
  onFailure: (message: string) => void;
  /** Says what was done and offers Undo. Returns a function that withdraws both. */
  announce: (request: ActionRequest, undo: () => Promise<void>) => () => void;
  /** Says which messages the server's mailbox could not change, and why. */
  onSkipped: (count: number, reason: string) => void;
};

export function useMailActions({ onFailure, announce, onSkipped }: MailActionOptions) {
  const cache = useQueryClient();

  /** Marks messages as read because they were opened, which needs no announcement. */
  const markOpened = async (ids: readonly string[]) => {
    await showUnread(cache, ids, false);
    try {
      await sendRead(ids);
    } catch (error) {
      await showUnread(cache, ids, true);
      onFailure(messageOf(error, "Failed to mark as read"));
    } finally {
      refreshCounts(cache);
    }
  };

  const act = async (request: ActionRequest) => {
    const { ids, action, folder } = request;
    const lists = cache.getQueryData(foldersQuery.queryKey);
    const all = lists?.mailboxes.flatMap((mailbox) => mailbox.folders) ?? [];
    const shown = await showChange(cache, ids, changeOf(action, folder, all));
    const sent = call(actions.apply, {
      body: { ids: [...ids], action, ...(folder && { folderId: folder.id }), extent: "message" },
    });
    const withdraw = announce(request, async () => {
      shown.takeBack(ids);
      try {
        const { actionId } = await sent;
        await call(actions.undo, { params: { id: actionId } });
      } catch (error) {
        await cache.invalidateQueries({ queryKey: threadsKey });
        onFailure(messageOf(error, "Could not undo."));
      } finally {
        refreshCounts(cache);
      }
    });
    try {
      const { skipped, ids: changed } = await sent;
      if (skipped.length > 0) {
        shown.takeBack(skipped.map(({ id }) => id));
        if (changed.length === 0) withdraw();
        for (const [reason, of] of Map.groupBy(skipped, (one) => one.reason)) onSkipped(of.length, reason);
      }
    } catch (error) {
      withdraw();
      shown.takeBack(ids);
      onFailure(messageOf(error, failures[action] ?? "The change failed"));
    } finally {
      refreshCounts(cache);
    }
  };

  return { markOpened, act };
}

const failures: Partial<Record<MailAction, string>> = {
  read: "Failed to mark as read",
  unread: "Failed to mark as unread",
  trash: "Delete failed",
  delete: "Delete failed",
  archive: "Archive failed",
  move: "Move failed",
};

function refreshCounts(cache: QueryClient) {
  void cache.invalidateQueries(mailboxesQuery);
  void cache.invalidateQueries(foldersQuery);
}

const sendRead = (ids: readonly string[]): Promise<unknown> => {
  const [id] = ids;
  if (ids.length === 1 && id) return call(inbox.markRead, { params: { id }, body: { read: true } });
  return call(inbox.bulk, { body: { ids: [...ids], action: "read" } });
};

async function showUnread(cache: QueryClient, ids: readonly string[], unread: boolean) {
  const set = new Set(ids);
  // A response to a running request would still hold the old state.
  await cache.cancelQueries({ queryKey: threadsKey });
  cache.setQueriesData<ThreadPage>({ queryKey: threadsKey }, (page) => page && markIn(page, set, unread));
  for (const id of ids) {
    cache.setQueryData(messageQuery(id).queryKey, (message) => message && { ...message, unread });
  }
}

/** Shows a change in every list and opened message. `takeBack` shows some of the messages as they were. */
async function showChange(cache: QueryClient, ids: readonly string[], change: MessageChange) {
  await cache.cancelQueries({ queryKey: threadsKey });
  const wanted = new Set(ids);
  const before = new Map<string, ThreadItem>();
  const searches: { key: readonly unknown[]; items: readonly ThreadItem[] }[] = [];
  for (const [key, page] of listsOf(cache)) {
    const items = page.items.filter(({ id }) => wanted.has(id));
    for (const item of items) before.set(item.id, item);
    if (items.length > 0 && filterOf(key).q) searches.push({ key, items });
  }
  showIn(cache, [...before.values()], change);
  void cache.invalidateQueries({ queryKey: messagesKey, refetchType: "none" });

  const takeBack = (some: readonly string[]) => {
    const items = some.flatMap((id) => before.get(id) ?? []);
    const asBefore: MessageChange = (message) => ({ ...message, ...stateOf(before.get(message.id)) });
    showIn(cache, items, asBefore);
    // Only the server knows whether a message matches a search, so its results are put back as they were.
    const back = new Set(some);
    for (const { key, items: found } of searches) {
      const missing = found.filter(({ id }) => back.has(id));
      cache.setQueryData<ThreadPage>(key, (page) => page && putBack(page, missing));
    }
  };
  return { takeBack };
}

const stateOf = (item: ThreadItem | undefined) =>
  item && { folder: item.folder, folderIds: item.folderIds, starred: item.starred, unread: item.unread };

const filterOf = (key: readonly unknown[]) => key[2] as ThreadFilter;

const listsOf = (cache: QueryClient) =>
  cache
    .getQueriesData<ThreadPage>({ queryKey: threadsKey })
    .flatMap(([key, page]) => (page ? [[key, page] as const] : []));

function showIn(cache: QueryClient, items: readonly ThreadItem[], change: MessageChange) {
  for (const [key, page] of listsOf(cache)) {
    cache.setQueryData<ThreadPage>(key, changeIn(page, filterOf(key), items, change));
  }
  for (const { id } of items) {
    cache.setQueryData(messageQuery(id).queryKey, (message) => (message ? (change(message) ?? message) : undefined));
  }
}
