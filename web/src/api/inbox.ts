import type { BodyOf, ResponseOf } from "@intellibox/contract/endpoint";
import { inbox } from "@intellibox/contract/endpoints/inbox";
import { mailboxes } from "@intellibox/contract/endpoints/mailboxes";
import { syncLimit } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { timeZone } from "#lib/time-zone.ts";
import { asRows, layBelow, layNewest, type ThreadPage } from "./inbox-cache.ts";
import type { ThreadFilter } from "./inbox-changes.ts";
import { foldersQuery } from "./mail-folders.ts";
import { changesAnswered } from "./pending-changes.ts";

export const threadsKey = ["inbox", "threads"] as const;
/** How much of Important and Other is unread. */
export const unreadPartsKey = ["inbox", "parts"] as const;
export const messagesKey = ["inbox", "message"] as const;

export const mailboxesQuery = queryOptions({
  queryKey: ["inbox", "mailboxes"],
  queryFn: async ({ signal }) =>
    (await call(mailboxes.list, {}, { signal, fallback: t("Failed to load mailboxes") })).items,
});

/** The saved values of the connect forms. */
export const mailboxConfigQuery = queryOptions({
  queryKey: ["inbox", "config"],
  queryFn: ({ signal }) => call(mailboxes.config, {}, { signal, fallback: t("Failed to load the mail settings") }),
});

/** A list of messages or threads, newest first. A refetch loads only the newest page and merges it into the list. */
export const threadsQuery = (filter: ThreadFilter) =>
  queryOptions({
    queryKey: [...threadsKey, filter],
    queryFn: async ({ signal, client, queryKey }) => {
      await changesAnswered();
      const fresh = await fetchThreads(filter, undefined, signal);
      return layNewest(client.getQueryData<ThreadPage>(queryKey), fresh);
    },
    // Deep comparison of long lists with dates would cost more than it saves.
    structuralSharing: false,
  });

/** Adds the next page to a list. */
export async function loadMoreThreads(cache: QueryClient, filter: ThreadFilter) {
  const { queryKey } = threadsQuery(filter);
  const cursor = cache.getQueryData<ThreadPage>(queryKey)?.nextCursor;
  if (!cursor) return;
  const page = await fetchThreads(filter, cursor);
  cache.setQueryData<ThreadPage>(queryKey, (loaded) => loaded && layBelow(loaded, cursor, page));
}

/** Loads pages until a list has this many rows, or all. Returns its rows. */
export async function loadThreadsUpTo(cache: QueryClient, filter: ThreadFilter, count: number) {
  const rows = () => cache.getQueryData<ThreadPage>(threadsQuery(filter).queryKey);
  for (let before = ""; (rows()?.items.length ?? count) < count && rows()?.nextCursor; ) {
    const cursor = rows()?.nextCursor ?? "";
    // The list was reloaded meanwhile, or the server repeats itself.
    if (cursor === before) break;
    before = cursor;
    await loadMoreThreads(cache, filter);
  }
  return rows()?.items ?? [];
}

/** Refetches everything. Each list restarts with its first page. */
export async function reloadInbox(cache: QueryClient) {
  cache.removeQueries({ queryKey: threadsKey, type: "inactive" });
  const shown = cache.getQueryCache().findAll({ queryKey: threadsKey, type: "active" });
  const lists = shown.map(async ({ queryKey }) => {
    const filter = queryKey[2] as ThreadFilter;
    cache.setQueryData<ThreadPage>(queryKey, await fetchThreads(filter));
  });
  await Promise.all([...lists, cache.invalidateQueries(mailboxesQuery), cache.invalidateQueries(foldersQuery)]);
}

/** A search from the inbox covers all folders but trash and spam, which is the default of the API. */
const fetchThreads = async (filter: ThreadFilter, cursor?: string, signal?: AbortSignal) => {
  const { q, mailbox, view, folderId, group = "message", priority } = filter;
  const place = folderId ? { folderId } : view === "inbox" ? {} : { folder: view };
  return asRows(
    await call(
      inbox.threads,
      { query: { q, mailbox, ...place, group, cursor, priority, ...(q && { timeZone: timeZone() }) } },
      { signal, fallback: t("Failed to load messages") },
    ),
  );
};

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: [...messagesKey, id],
    queryFn: ({ signal }) =>
      call(inbox.message, { params: { id } }, { signal, fallback: t("Failed to load the message") }),
    // Messages rarely change, but many opened ones should not stay in memory.
    staleTime: 5 * 60_000,
    gcTime: 2 * 60_000,
  });

/** Requests a sync of older mail for one mailbox or all. The progress arrives as live events. */
export function useSync() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (mailboxId: string | undefined) => {
      const options = { fallback: t("Sync failed") };
      const body = { limit: syncLimit };
      if (mailboxId) await call(mailboxes.sync, { params: { id: mailboxId }, body }, options);
      else await call(mailboxes.syncAll, { body }, options);
    },
    onSettled: () => cache.invalidateQueries(mailboxesQuery),
    meta: { showsFailure: true },
  });
}

/** Fetches the URL of a provider's sign-in page. */
export const useStartConnecting = () =>
  useMutation({
    mutationFn: async (provider: "gmail" | "outlook") => {
      const start = provider === "gmail" ? mailboxes.startGmail : mailboxes.startOutlook;
      return (await call(start, {}, { fallback: t("Could not start the connection") })).url;
    },
    meta: { showsFailure: true },
  });

export type Connect =
  | { protocol: "imap"; form: BodyOf<typeof mailboxes.connectImap> }
  | { protocol: "pop3"; form: BodyOf<typeof mailboxes.connectPop3> };

export function useConnectMailbox() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (given: Connect): Promise<ResponseOf<typeof mailboxes.connectImap>> => {
      const options = { fallback: t("Could not connect") };
      if (given.protocol === "imap") return call(mailboxes.connectImap, { body: given.form }, options);
      return call(mailboxes.connectPop3, { body: given.form }, options);
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ["inbox"] }),
    meta: { showsFailure: true },
  });
}

export function useTestMailbox() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(mailboxes.test, { params: { id } }, { fallback: t("Test failed") }),
    onSettled: () => cache.invalidateQueries(mailboxesQuery),
    meta: { showsFailure: true },
  });
}

export function useRemoveMailbox() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(mailboxes.remove, { params: { id } }, { fallback: t("Remove failed") }),
    onSuccess: () => reloadInbox(cache),
    meta: { showsFailure: true },
  });
}

/** Shows or blocks remote images. The response is the message with the change applied. */
export function useAllowImages() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & BodyOf<typeof inbox.allowImages>) =>
      call(inbox.allowImages, { params: { id }, body }, { fallback: t("Failed to load the images") }),
    onSuccess: (message, { for: extent }) => {
      // A rule for a sender changes their other cached messages too.
      if (extent === "sender") cache.removeQueries({ queryKey: messagesKey, type: "inactive" });
      cache.setQueryData(messageQuery(message.id).queryKey, message);
    },
    meta: { showsFailure: true },
  });
}
