import { mailboxAliasCalls as calls, type MailboxAliases } from "@intellibox/contract/endpoints/mailbox-aliases";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { mailboxesQuery } from "./inbox.ts";

export const aliasesQuery = (id: string) =>
  queryOptions({
    queryKey: ["inbox", "aliases", id],
    queryFn: ({ signal }) =>
      call(calls.list, { params: { id } }, { signal, fallback: t("Failed to load the aliases") }),
  });

/** Each call answers with the whole list. */
function useAliasChange<Change>(id: string, change: (changed: Change) => Promise<MailboxAliases>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (aliases) => {
      cache.setQueryData(aliasesQuery(id).queryKey, aliases);
      return cache.invalidateQueries(mailboxesQuery);
    },
    // An alias is added before its code is mailed.
    onError: () => cache.invalidateQueries(aliasesQuery(id)),
    meta: { showsFailure: true },
  });
}

/** Adds an alias, or mails another code to one. */
export const useAddAlias = (id: string) =>
  useAliasChange(id, (address: string) =>
    call(calls.add, { params: { id }, body: { address } }, { fallback: t("The alias was not added") }),
  );

export const useConfirmAlias = (id: string) =>
  useAliasChange(id, (body: { address: string; code: string }) =>
    call(calls.confirm, { params: { id }, body }, { fallback: t("The code could not be checked") }),
  );

export const useRemoveAlias = (id: string) =>
  useAliasChange(id, (address: string) =>
    call(calls.remove, { params: { id }, query: { address } }, { fallback: t("The alias was not removed") }),
  );

export const useRefreshAliases = (id: string) =>
  useAliasChange(id, () => call(calls.refresh, { params: { id } }, { fallback: t("The aliases were not read") }));
