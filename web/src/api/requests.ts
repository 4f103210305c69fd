import type { BodyOf } from "@intellibox/contract/endpoint";
import { requests } from "@intellibox/contract/endpoints/requests";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";

export const myRequestsQuery = queryOptions({
  queryKey: ["requests", "mine"],
  queryFn: ({ signal }) => call(requests.mine, {}, { signal, fallback: t("Failed to load requests") }),
});

/** The actions that need an approval in the company, which is the user's own or the one acted for. */
export const requestPolicyQuery = queryOptions({
  queryKey: ["requests", "policy"],
  queryFn: ({ signal }) => call(requests.policy, {}, { signal, fallback: t("Failed to load settings") }),
});

export function useSetRequestPolicy() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof requests.setPolicy>) =>
      call(requests.setPolicy, { body }, { fallback: t("Save failed") }),
    onSuccess: (policy) => cache.setQueryData(requestPolicyQuery.queryKey, policy),
  });
}

export function useLiveRequests() {
  const cache = useQueryClient();
  useLiveEvent("approvals", () => void cache.invalidateQueries({ queryKey: ["requests"] }));
}

export function useCreateRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof requests.create>) =>
      call(requests.create, { body }, { fallback: t("Failed to send the request") }),
    onSuccess: () => cache.invalidateQueries(myRequestsQuery),
    meta: { showsFailure: true },
  });
}

type Decision = BodyOf<typeof requests.decide>["decision"];

export function useDecideRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: Decision }) =>
      call(requests.decide, { params: { id }, body: { decision } }, { fallback: t("Failed to decide the request") }),
    onSettled: () => cache.invalidateQueries({ queryKey: ["dashboard", "tenant"] }),
  });
}
