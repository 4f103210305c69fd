import { proposals } from "@intellibox/contract/endpoints/proposals";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { noticesQuery } from "./account.ts";

export const proposalsQuery = queryOptions({
  queryKey: ["proposals"],
  queryFn: ({ signal }) => call(proposals.list, {}, { signal, fallback: t("The proposals could not be loaded") }),
});

export function useDecideProposals() {
  const cache = useQueryClient();
  const onSettled = () => Promise.all([cache.invalidateQueries(proposalsQuery), cache.invalidateQueries(noticesQuery)]);
  const accept = useMutation({
    mutationFn: (id: string) =>
      call(proposals.accept, { params: { id } }, { fallback: t("The proposal could not be carried out") }),
    onSettled,
  });
  const decline = useMutation({
    mutationFn: (id: string) =>
      call(proposals.decline, { params: { id } }, { fallback: t("The proposal could not be declined") }),
    onSettled,
  });
  return { accept, decline };
}
