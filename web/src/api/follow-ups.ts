import { followUps } from "@intellibox/contract/endpoints/follow-ups";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";

/** The drafts of follow-ups that are due. */
export const followUpsQuery = queryOptions({
  queryKey: ["follow-ups"],
  queryFn: async ({ signal }) =>
    (await call(followUps.list, { query: {} }, { signal, fallback: t("Failed to load follow-ups") })).items,
});

/** Refetches the list when follow-ups come due or change on another device. */
export function useLiveFollowUps() {
  const cache = useQueryClient();
  useLiveEvent("follow-ups", () => void cache.invalidateQueries(followUpsQuery));
}

export const useSendFollowUp = () =>
  useFollowUpMutation((id: string) => call(followUps.send, { params: { id } }, { fallback: t("Failed to send") }));

export const usePostponeFollowUp = () =>
  useFollowUpMutation(({ id, days }: { id: string; days: 1 | 3 | 7 }) =>
    call(followUps.postpone, { params: { id }, body: { days } }, { fallback: t("Failed to postpone") }),
  );

export const useDismissFollowUp = () =>
  useFollowUpMutation((id: string) =>
    call(followUps.dismiss, { params: { id } }, { fallback: t("Failed to dismiss") }),
  );

function useFollowUpMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => cache.invalidateQueries(followUpsQuery) });
}
