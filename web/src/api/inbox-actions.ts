/** Optimistic changes of messages: shown at once, then sent to the server, and rolled back if it refuses. */
import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { inbox } from "@intellibox/contract/endpoints/inbox";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { mailboxesQuery, messageQuery, messagesKey, threadsKey } from "./inbox.ts";
import { markIn, putBack, type ThreadPage, takeFrom } from "./inbox-cache.ts";

type MessageActionOptions = {
  onFailure: (message: string) => void;
  /** Shows that messages were deleted, and offers Undo. */
  announceDeleted: (count: number, undo: () => Promise<void>) => void;
};

export function useMessageActions({ onFailure, announceDeleted }: MessageActionOptions) {
  const cache = useQueryClient();

  const mark = async (ids: readonly string[], read: boolean) => {
    await showMarked(cache, ids, !read);
    try {
      await sendMarked(ids, read);
    } catch (error) {
      await showMarked(cache, ids, read);
      onFailure(messageOf(error, read ? "Failed to mark as read" : "Failed to mark as unread"));
    } finally {
      void cache.invalidateQueries(mailboxesQuery);
    }
  };

  const remove = async (ids: readonly string[]) => {
    const showAgain = await hide(cache, ids);
    const deletion = sendDeleted(ids);
    announceDeleted(ids.length, async () => {
      showAgain();
      try {
        await deletion;
        await sendRestored(ids);
      } catch (error) {
        await cache.invalidateQueries({ queryKey: threadsKey });
        onFailure(messageOf(error, "Could not undo."));
      }
    });
    try {
      await deletion;
    } catch (error) {
      showAgain();
      onFailure(messageOf(error, "Delete failed"));
    } finally {
      void cache.invalidateQueries(mailboxesQuery);
    }
  };

  return { mark, remove };
}

const sendMarked = (ids: readonly string[], read: boolean): Promise<unknown> => {
  const [id] = ids;
  if (ids.length === 1 && id) return call(inbox.markRead, { params: { id }, body: { read } });
  return call(inbox.bulk, { body: { ids: [...ids], action: read ? "read" : "unread" } });
};

const sendDeleted = (ids: readonly string[]): Promise<unknown> => {
  const [id] = ids;
  if (ids.length === 1 && id) return call(inbox.deleteMessage, { params: { id }, query: {} });
  return call(inbox.bulk, { body: { ids: [...ids], action: "delete" } });
};

const sendRestored = (ids: readonly string[]): Promise<unknown> => {
  const [id] = ids;
  if (ids.length === 1 && id) return call(inbox.restoreMessage, { params: { id } });
  return call(inbox.bulk, { body: { ids: [...ids], action: "restore" } });
};

async function showMarked(cache: QueryClient, ids: readonly string[], unread: boolean) {
  const set = new Set(ids);
  // A response to a running request would still hold the old state.
  await cache.cancelQueries({ queryKey: threadsKey });
  cache.setQueriesData<ThreadPage>({ queryKey: threadsKey }, (page) => page && markIn(page, set, unread));
  for (const id of ids) {
    cache.setQueryData(messageQuery(id).queryKey, (message) => message && { ...message, unread });
  }
}

/** Removes messages from every list. Returns a function that puts them back. */
async function hide(cache: QueryClient, ids: readonly string[]) {
  const set = new Set(ids);
  await cache.cancelQueries({ queryKey: threadsKey });
  const gone = new Map<readonly unknown[], ThreadItem[]>();
  for (const [key, page] of cache.getQueriesData<ThreadPage>({ queryKey: threadsKey })) {
    if (page)
      gone.set(
        key,
        page.items.filter(({ id }) => set.has(id)),
      );
  }
  cache.setQueriesData<ThreadPage>({ queryKey: threadsKey }, (page) => page && takeFrom(page, set));
  void cache.invalidateQueries({ queryKey: messagesKey, refetchType: "none" });
  return () => {
    for (const [key, items] of gone) {
      cache.setQueryData<ThreadPage>(key, (page) => page && putBack(page, items));
    }
  };
}
