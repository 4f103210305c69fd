/** Mutes threads and takes it back: shown at once, then sent to the server, and rolled back if it refuses. */
import { actions } from "@intellibox/contract/endpoints/actions";
import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { snooze } from "@intellibox/contract/endpoints/snooze";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { mailboxesQuery, messagesKey, threadsKey } from "./inbox.ts";
import type { ThreadPage } from "./inbox-cache.ts";

export type MutedMessage = Pick<ThreadItem, "id" | "threadId" | "folder" | "muted">;

type MuteOptions = {
  onFailure: (message: string) => void;
  /** Says what was done and offers Undo. Returns a function that withdraws both. */
  announce: (threads: number, muted: boolean, undo: () => Promise<void>) => () => void;
};

export function useMute({ onFailure, announce }: MuteOptions) {
  const cache = useQueryClient();

  /** Mutes the threads of the messages, or lets their mail come to the inbox again. */
  return async (messages: readonly MutedMessage[], muted: boolean) => {
    const changed = messages.filter((message) => message.muted !== muted);
    if (changed.length === 0) return;
    const takeBack = await show(cache, changed, muted);
    const sent = send(changed, muted);
    const threads = new Set(changed.map(({ threadId }) => threadId)).size;
    const withdraw = announce(threads, muted, async () => {
      takeBack();
      try {
        const { actionId } = await sent;
        await send(changed, !muted);
        if (actionId) await call(actions.undo, { params: { id: actionId } });
      } catch (error) {
        onFailure(messageOf(error, "Could not undo."));
      } finally {
        refetch(cache);
      }
    });
    try {
      await sent;
    } catch (error) {
      withdraw();
      takeBack();
      onFailure(messageOf(error, muted ? "Mute failed" : "Unmute failed"));
    } finally {
      refetch(cache);
    }
  };
}

const send = (messages: readonly MutedMessage[], muted: boolean) =>
  call(snooze.mute, { body: { ids: messages.map(({ id }) => id), muted } });

function refetch(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: threadsKey });
  void cache.invalidateQueries({ queryKey: messagesKey });
  void cache.invalidateQueries(mailboxesQuery);
}

type ListFilter = { q: string; view?: string };

/** Changes the threads in every list. Returns a function that shows the lists as they were. */
async function show(cache: QueryClient, messages: readonly MutedMessage[], muted: boolean) {
  // A response to a running request would still hold the old state.
  await cache.cancelQueries({ queryKey: threadsKey });
  const before = cache.getQueriesData<ThreadPage>({ queryKey: threadsKey });
  for (const [key, page] of before)
    if (page) cache.setQueryData<ThreadPage>(key, muteIn(page, key[2] as ListFilter, messages, muted));
  return () => {
    for (const [key, page] of before) cache.setQueryData<ThreadPage>(key, page);
  };
}

/** A muted thread leaves the inbox and the list of snoozed messages. Other lists show that it is muted. */
export function muteIn(
  page: ThreadPage,
  { q, view = "inbox" }: ListFilter,
  messages: readonly MutedMessage[],
  muted: boolean,
): ThreadPage {
  const threads = new Set(messages.map(({ threadId }) => threadId));
  const items = page.items.flatMap((item) => {
    if (!threads.has(item.threadId)) return [item];
    const isFiled = muted && (item.folder === "inbox" || item.folder === "snoozed");
    if (isFiled && q === "" && (view === "inbox" || view === "snoozed")) return [];
    return [isFiled ? { ...item, muted, folder: "archive" as const, snoozedUntil: null } : { ...item, muted }];
  });
  const left = page.items.length - items.length;
  return { ...page, items, ...(page.total !== undefined && { total: page.total - left }) };
}
