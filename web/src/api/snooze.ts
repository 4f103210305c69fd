/** Snoozes threads and brings them back: shown at once, then sent to the server, and rolled back if it refuses. */
import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { snooze } from "@intellibox/contract/endpoints/snooze";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { mailboxesQuery, messagesKey, threadsKey } from "./inbox.ts";
import type { ThreadPage } from "./inbox-cache.ts";

export type SnoozedMessage = Pick<ThreadItem, "id" | "threadId" | "folder" | "snoozedUntil">;

type SnoozeOptions = {
  onFailure: (message: string) => void;
  /** Says what was done and offers Undo. `until` is null if the messages were brought back. Returns a function that withdraws both. */
  announce: (count: number, until: Date | null, undo: () => Promise<void>) => () => void;
};

export function useSnooze({ onFailure, announce }: SnoozeOptions) {
  const cache = useQueryClient();

  /** Snoozes the threads of the messages until then; null brings them back to the inbox. */
  return async (messages: readonly SnoozedMessage[], until: Date | null) => {
    const takeBack = await show(cache, messages, until);
    const sent = send(messages, until);
    const withdraw = announce(messages.length, until, async () => {
      takeBack();
      try {
        await sent;
        await restore(messages);
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
      onFailure(messageOf(error, until ? "Snooze failed" : "Could not bring the messages back"));
    } finally {
      refetch(cache);
    }
  };
}

const idsOf = (messages: readonly SnoozedMessage[]) => messages.map(({ id }) => id);

const send = (messages: readonly SnoozedMessage[], until: Date | null): Promise<unknown> =>
  until
    ? call(snooze.snooze, { body: { ids: idsOf(messages), until: until.toISOString() } })
    : call(snooze.unsnooze, { body: { ids: idsOf(messages) } });

/** Each message until the moment that it was snoozed to before. */
async function restore(messages: readonly SnoozedMessage[]) {
  for (const [, same] of Map.groupBy(messages, ({ snoozedUntil }) => snoozedUntil?.getTime()))
    await send(same, same[0]?.snoozedUntil ?? null);
}

function refetch(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: threadsKey });
  void cache.invalidateQueries({ queryKey: messagesKey });
  void cache.invalidateQueries(mailboxesQuery);
}

type ListFilter = { q: string; view?: string };

/** Changes the threads in every list. Returns a function that shows the lists as they were. */
async function show(cache: QueryClient, messages: readonly SnoozedMessage[], until: Date | null) {
  // A response to a running request would still hold the old state.
  await cache.cancelQueries({ queryKey: threadsKey });
  const before = cache.getQueriesData<ThreadPage>({ queryKey: threadsKey });
  for (const [key, page] of before)
    if (page) cache.setQueryData<ThreadPage>(key, snoozeIn(page, key[2] as ListFilter, messages, until));
  return () => {
    for (const [key, page] of before) cache.setQueryData<ThreadPage>(key, page);
  };
}

/** The messages of the threads leave the inbox, or the list of snoozed messages. Other lists show their state. */
export function snoozeIn(
  page: ThreadPage,
  { q, view = "inbox" }: ListFilter,
  messages: readonly SnoozedMessage[],
  until: Date | null,
): ThreadPage {
  const threads = new Set(messages.map(({ threadId }) => threadId));
  const folder = until ? "snoozed" : "inbox";
  const isLeaving = q === "" && (view === "inbox" || view === "snoozed") && view !== folder;
  const items = page.items.flatMap((item) => {
    const isChanged = threads.has(item.threadId) && (item.folder === "inbox" || item.folder === "snoozed");
    if (!isChanged) return [item];
    return isLeaving ? [] : [{ ...item, folder, snoozedUntil: until } as const];
  });
  const left = page.items.length - items.length;
  return { ...page, items, ...(page.total !== undefined && { total: page.total - left }) };
}
