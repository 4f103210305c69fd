/** Shows changes of messages in every list before the server has answered, and takes them back. */

import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import type { QueryClient } from "@tanstack/react-query";
import { messageOf } from "#lib/http/api-error.ts";
import { mailboxesQuery, messageQuery, messagesKey, threadsKey } from "./inbox.ts";
import { putBack, type ThreadPage } from "./inbox-cache.ts";
import { changeIn, type MessageChange, type ThreadFilter } from "./inbox-changes.ts";
import { foldersQuery } from "./mail-folders.ts";
import { holdLists } from "./pending-changes.ts";
import { isWaiting, loadQueue, sendOrWait } from "./send-or-wait.ts";
import type { NewChange, Waiting } from "./waiting-changes.ts";

/**
 * Stops running requests for lists: their responses would still hold the old state. Returns a function that asks for these lists
 * again. Call it when the change is answered, because nothing else may ask for what the stopped requests were to bring.
 */
export async function pauseLists(cache: QueryClient): Promise<() => void> {
  const stopped = cache.getQueryCache().findAll({ queryKey: threadsKey, fetchStatus: "fetching" });
  await cache.cancelQueries({ queryKey: threadsKey });
  return () => {
    for (const { queryKey } of stopped) void cache.invalidateQueries({ queryKey, exact: true });
  };
}

/** Shows a change in every list and opened message. `takeBack` shows the messages, or some of them, as they were. */
export async function showChange(cache: QueryClient, isChosen: (item: ThreadItem) => boolean, change: MessageChange) {
  const resume = await pauseLists(cache);
  const before = new Map<string, ThreadItem>();
  const searches: { key: readonly unknown[]; items: readonly ThreadItem[] }[] = [];
  for (const [key, page] of listsOf(cache)) {
    const items = page.items.filter(isChosen);
    for (const item of items) before.set(item.id, item);
    if (items.length > 0 && filterOf(key).q) searches.push({ key, items });
  }
  showIn(cache, [...before.values()], change);
  void cache.invalidateQueries({ queryKey: messagesKey, refetchType: "none" });

  const takeBack = (some: readonly string[] = [...before.keys()]) => {
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
  return { takeBack, resume };
}

type ShownChange<Answer> = {
  takeBack: () => void;
  sent: Promise<Answer | Waiting>;
  /** Says what was done and offers Undo, which throws if the server refuses it. Returns a function that withdraws both. */
  announce: (undo: () => Promise<void>) => () => void;
  /** Asks the server to undo the change. */
  undo: (answer: Answer) => Promise<unknown>;
  /** Said if the server gives no reason. */
  failure: string;
  onFailure: (message: string) => void;
};

let undoing: Promise<unknown> = Promise.resolve();

/** Sends a change after the undo that was asked for last: if it overtook the undo, the undo would take it back. */
export function sendAfterUndo<Answer>(change: NewChange, send: () => Promise<Answer>): Promise<Answer | Waiting> {
  const sent = undoing.then(() => sendOrWait(change, send));
  holdLists(sent);
  return sent;
}

/**
 * Follows a change that is shown and sent: offers to undo it, and takes it back if the server refuses it. Returns undefined then,
 * and if the change waits for the network.
 */
export async function followChange<Answer>(cache: QueryClient, change: ShownChange<Answer>) {
  const { takeBack, sent, announce, undo, failure, onFailure } = change;
  const withdraw = announce(async () => {
    const undone = sent.then(async (answer) => {
      if (!isWaiting(answer)) return undo(answer);
      const sentMeanwhile = await (await loadQueue()).withdrawChange<Answer>(answer.waiting);
      return sentMeanwhile && undo(sentMeanwhile);
    });
    undoing = undone.catch(() => undefined);
    holdLists(undoing);
    // A response to a running request would show the change again, until the undo is answered.
    await cache.cancelQueries({ queryKey: threadsKey });
    takeBack();
    try {
      await undone;
    } finally {
      void cache.invalidateQueries({ queryKey: threadsKey });
      refreshCounts(cache);
    }
  });
  try {
    const answer = await sent;
    return isWaiting(answer) ? undefined : { answer, withdraw };
  } catch (error) {
    withdraw();
    takeBack();
    onFailure(messageOf(error, failure));
    return undefined;
  } finally {
    refreshCounts(cache);
  }
}

/** After a change of whole threads, of which only some messages are loaded. */
export function refetchMail(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: threadsKey });
  void cache.invalidateQueries({ queryKey: messagesKey });
}

export function refreshCounts(cache: QueryClient) {
  void cache.invalidateQueries(mailboxesQuery);
  void cache.invalidateQueries(foldersQuery);
}

const stateOf = (item: ThreadItem | undefined) => {
  if (!item) return undefined;
  const { folder, folderIds, starred, unread, snoozedUntil, muted } = item;
  return { folder, folderIds, starred, unread, snoozedUntil, muted };
};

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
