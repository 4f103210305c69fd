import { type SsoForm, type SsoSettings, sso } from "@intellibox/contract/endpoints/sso";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

export const ssoQuery = (id: string) =>
  queryOptions({
    queryKey: ["sso", id],
    queryFn: ({ signal }) =>
      call(sso.get, { params: { id } }, { signal, fallback: t("The settings could not be loaded") }),
  });

export function useSaveSso(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: SsoForm) => call(sso.save, { params: { id }, body }, { fallback: t("Save failed") }),
    onSuccess: (saved: SsoSettings) => cache.setQueryData(ssoQuery(id).queryKey, saved),
  });
}

export const useTestIssuer = (id: string) =>
  useMutation({
    mutationFn: (issuer: string) =>
      call(sso.test, { params: { id }, body: { issuer } }, { fallback: t("The test failed") }),
    meta: { showsFailure: true },
  });

/** Changes beside the form: each shows its failure, and the settings are loaded again after it. */
function useChange<Input, Output>(id: string, mutationFn: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => cache.invalidateQueries(ssoQuery(id)),
    meta: { showsFailure: true },
  });
}

export const useRemoveSso = (id: string) => {
  const fallback = t("Delete failed");
  return useChange(id, (_: undefined) => call(sso.remove, { params: { id } }, { fallback }));
};

export function useSsoDomains(id: string) {
  const fallback = t("Save failed");
  const at = (domain: string) => ({ params: { id, domain } });
  return {
    add: useChange(id, (domain: string) => call(sso.addDomain, { params: { id }, body: { domain } }, { fallback })),
    verify: useChange(id, (domain: string) => call(sso.verifyDomain, at(domain), { fallback })),
    confirm: useChange(id, (domain: string) => call(sso.confirmDomain, at(domain), { fallback })),
    remove: useChange(id, (domain: string) => call(sso.removeDomain, at(domain), { fallback: t("Delete failed") })),
  };
}

export function useScimToken(id: string) {
  return {
    make: useChange(id, (_: undefined) => call(sso.makeScimToken, { params: { id } }, { fallback: t("Save failed") })),
    remove: useChange(id, (_: undefined) =>
      call(sso.removeScimToken, { params: { id } }, { fallback: t("Delete failed") }),
    ),
  };
}
