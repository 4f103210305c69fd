import { followUps } from "@intellibox/contract/endpoints/follow-ups";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";

/** Drafts for mail that nobody answered, ready to be sent. */
export const followUpsQuery = queryOptions({
  queryKey: ["follow-ups"],
  queryFn: async ({ signal }) =>
    (await call(followUps.list, { query: {} }, { signal, fallback: "Failed to load follow-ups" })).items,
});

/** Keeps the list true while drafts come due or are dealt with elsewhere. */
export function useLiveFollowUps() {
  const cache = useQueryClient();
  useLiveEvent("follow-ups", () => void cache.invalidateQueries(followUpsQuery));
}

export const useSendFollowUp = () =>
  useFollowUpDeed((id: string) => call(followUps.send, { params: { id } }, { fallback: "Failed to send" }));

export const usePostponeFollowUp = () =>
  useFollowUpDeed(({ id, days }: { id: string; days: 1 | 3 | 7 }) =>
    call(followUps.postpone, { params: { id }, body: { days } }, { fallback: "Failed to postpone" }),
  );

export const useDismissFollowUp = () =>
  useFollowUpDeed((id: string) => call(followUps.dismiss, { params: { id } }, { fallback: "Failed to dismiss" }));

function useFollowUpDeed<Given, Answer>(deed: (given: Given) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: deed, onSettled: () => cache.invalidateQueries(followUpsQuery) });
}
