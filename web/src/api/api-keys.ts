import { apiKeys, type NewApiKey } from "@intellibox/contract/endpoints/api-keys";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

/** Whose keys a list shows. */
export type KeyOwner = "person" | "company";

const calls = {
  person: { list: apiKeys.list, create: apiKeys.create, rename: apiKeys.rename, revoke: apiKeys.revoke },
  company: {
    ...{ list: apiKeys.listOfCompany, create: apiKeys.createOfCompany },
    ...{ rename: apiKeys.renameOfCompany, revoke: apiKeys.revokeOfCompany },
  },
};

export const apiKeysQuery = (owner: KeyOwner) =>
  queryOptions({
    queryKey: ["api-keys", owner],
    queryFn: ({ signal }) => call(calls[owner].list, {}, { signal, fallback: t("The API keys could not be loaded") }),
  });

export function useChangeKeys(owner: KeyOwner) {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries(apiKeysQuery(owner));
  const { create, rename, revoke } = calls[owner];
  return {
    create: useMutation({
      mutationFn: (form: NewApiKey) =>
        call(
          create,
          { body: { ...form, expiresAt: form.expiresAt?.toISOString() ?? null } },
          { fallback: t("The key could not be created") },
        ),
      onSettled,
    }),
    rename: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) =>
        call(rename, { params: { id }, body: { name } }, { fallback: t("Save failed") }),
      onSettled,
    }),
    revoke: useMutation({
      mutationFn: (id: string) => call(revoke, { params: { id } }, { fallback: t("The key could not be revoked") }),
      onSettled,
    }),
  };
}
