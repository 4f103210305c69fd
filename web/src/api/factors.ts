import type { BodyOf } from "@intellibox/contract/endpoint";
import { factorRules, factors } from "@intellibox/contract/endpoints/factors";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { makePasskey } from "#lib/passkeys.ts";
import { currentSession, updateSession } from "#lib/session/session.ts";

export const factorsQuery = queryOptions({
  queryKey: ["factors"],
  queryFn: ({ signal }) => call(factors.list, {}, { signal, fallback: t("The second factors could not be loaded") }),
});

const fallback = t("Save failed");

export const useStartTotp = () => useMutation({ mutationFn: () => call(factors.startTotp, {}, { fallback }) });

/** The new recovery codes are in the answer of the first factor. They must not stay in a cache. */
export function useChangeFactors() {
  const cache = useQueryClient();
  const onSuccess = () => {
    // The proofs of a step-up and the company's list name the factors too.
    for (const queryKey of [["factors"], ["step-up"], ["people-factors"]]) void cache.invalidateQueries({ queryKey });
  };
  const change = { onSuccess, gcTime: 0 };
  return {
    addTotp: useMutation({
      ...change,
      mutationFn: (body: BodyOf<typeof factors.addTotp>) => call(factors.addTotp, { body }, { fallback }),
    }),
    removeTotp: useMutation({ ...change, mutationFn: () => call(factors.removeTotp, {}, { fallback }) }),
    addPasskey: useMutation({
      ...change,
      mutationFn: async (name: string) => {
        const { options } = await call(factors.passkeyOptions, {}, { fallback });
        return call(factors.addPasskey, { body: { name, passkey: await makePasskey(options) } }, { fallback });
      },
    }),
    renamePasskey: useMutation({
      ...change,
      mutationFn: ({ id, name }: { id: string; name: string }) =>
        call(factors.renamePasskey, { params: { id }, body: { name } }, { fallback }),
    }),
    removePasskey: useMutation({
      ...change,
      mutationFn: (id: string) => call(factors.removePasskey, { params: { id } }, { fallback }),
    }),
    renewCodes: useMutation({ ...change, mutationFn: () => call(factors.renewRecoveryCodes, {}, { fallback }) }),
  };
}

/** Called once a factor is set up: pages no longer ask for one. */
export function noteFactorAdded() {
  const user = currentSession()?.user;
  if (user) updateSession({ user: { ...user, factor: "fine" } });
}

export const factorRulesQuery = (id: string) =>
  queryOptions({
    queryKey: ["factor-rules", id],
    queryFn: ({ signal }) =>
      call(factorRules.get, { params: { id } }, { signal, fallback: t("The settings could not be loaded") }),
  });

export function useSaveFactorRules(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof factorRules.save>) =>
      call(factorRules.save, { params: { id }, body }, { fallback }),
    onSuccess: (saved) => {
      cache.setQueryData(factorRulesQuery(id).queryKey, saved);
      void cache.invalidateQueries({ queryKey: ["factors"] });
    },
  });
}

export const peopleFactorsQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: ["people-factors", id, q],
    queryFn: ({ signal }) =>
      call(
        factorRules.people,
        { params: { id }, query: { q } },
        { signal, fallback: t("The people could not be loaded") },
      ),
    placeholderData: (before) => before,
  });

export function useResetFactors() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(factorRules.reset, { params: { id } }, { fallback }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ["people-factors"] }),
  });
}
