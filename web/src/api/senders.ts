import { actions } from "@intellibox/contract/endpoints/actions";
import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { senders } from "@intellibox/contract/endpoints/senders";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { messagesKey, reloadInbox, threadsKey } from "./inbox.ts";

const sendersKey = ["inbox", "senders"] as const;
export type SenderDays = "30" | "90" | "365";

export const sendersQuery = (days: SenderDays) =>
  queryOptions({
    queryKey: [...sendersKey, days],
    queryFn: async ({ signal }) =>
      (await call(senders.list, { query: { days } }, { signal, fallback: t("Failed to load the senders") })).items,
  });

export const blockedQuery = queryOptions({
  queryKey: [...sendersKey, "blocked"],
  queryFn: async ({ signal }) =>
    (await call(senders.blocked, {}, { signal, fallback: t("Failed to load the blocked senders") })).items,
});

/** Leaves the list of a message. The open message shows it at once. */
export function useUnsubscribe() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(senders.unsubscribe, { params: { id } }, { fallback: t("Could not unsubscribe") }),
    onSuccess: async ({ unsubscribedAt }, id) => {
      // An answer that is under way was made before.
      await cache.cancelQueries({ queryKey: [...messagesKey, id] });
      cache.setQueryData<MailMessage>([...messagesKey, id], (message) => message && { ...message, unsubscribedAt });
      // Other messages of the list are marked, too.
      void cache.invalidateQueries({ queryKey: messagesKey });
      void cache.invalidateQueries({ queryKey: sendersKey });
    },
    meta: { showsFailure: true },
  });
}

export function useUnsubscribeAll() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (addresses: string[]) =>
      (await call(senders.unsubscribeAll, { body: { addresses } }, { fallback: t("Could not unsubscribe") })).items,
    onSettled: () => cache.invalidateQueries({ queryKey: sendersKey }),
    meta: { showsFailure: true },
  });
}

/** Archives all mail of the senders that is in the inbox. `undo` takes back all of it. */
export function useArchiveSenders() {
  const cache = useQueryClient();
  const reload = () => cache.invalidateQueries({ queryKey: threadsKey });
  return useMutation({
    mutationFn: async (addresses: string[]) => {
      const done: string[] = [];
      let count = 0;
      for (let hasMore = true; hasMore; ) {
        const answer = await call(senders.archive, { body: { addresses } }, { fallback: t("Could not archive") });
        if (answer.actionId) done.push(answer.actionId);
        count += answer.ids.length;
        hasMore = answer.hasMore && answer.ids.length > 0;
      }
      const undo = async () => {
        for (const id of done) await call(actions.undo, { params: { id } }, { fallback: t("Could not undo") });
        await reload();
      };
      return { count, undo };
    },
    onSettled: reload,
    meta: { showsFailure: true },
  });
}

export function useBlockSenders() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { addresses: string[]; blocked: boolean }) =>
      call(senders.block, { body }, { fallback: t("Could not change the blocked senders") }),
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: sendersKey });
      await reloadInbox(cache).catch(() => undefined);
    },
    meta: { showsFailure: true },
  });
}
