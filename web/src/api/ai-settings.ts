import type { BodyOf } from "@intellibox/contract/endpoint";
import { aiSettings as calls, companyAi } from "@intellibox/contract/endpoints/ai-settings";
import type { AiProvider } from "@intellibox/contract/rules/ai-providers";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

export const aiSettingsQuery = (tenantId: string | undefined) =>
  queryOptions({
    queryKey: ["ai-settings", tenantId],
    queryFn: ({ signal }) => call(calls.get, {}, { signal, fallback: t("Failed to load settings") }),
  });

export function useSaveAiSettings(tenantId: string | undefined) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof calls.update>) => call(calls.update, { body }, { fallback: t("Save failed") }),
    onSuccess: ({ keyDropped: _, ...saved }) => {
      cache.setQueryData(aiSettingsQuery(tenantId).queryKey, saved);
      return cache.invalidateQueries({ queryKey: ["company-ai"] });
    },
    meta: { showsFailure: true },
  });
}

export const useTestAi = () =>
  useMutation({
    mutationFn: (prompt: string) => call(calls.test, { body: { prompt } }, { fallback: t("Test failed") }),
    meta: { showsFailure: true },
  });

export const useTestEmbedding = (whose: "owner" | "company") =>
  useMutation({
    mutationFn: () =>
      call(whose === "owner" ? calls.testEmbedding : companyAi.testEmbedding, {}, { fallback: t("Test failed") }),
    meta: { showsFailure: true },
  });

export const companyAiQuery = (tenantId: string | undefined) =>
  queryOptions({
    queryKey: ["company-ai", tenantId],
    queryFn: ({ signal }) => call(companyAi.get, {}, { signal, fallback: t("Failed to load settings") }),
  });

export function useSaveCompanyAi(tenantId: string | undefined) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof companyAi.update>) =>
      call(companyAi.update, { body }, { fallback: t("Save failed") }),
    onSuccess: ({ keyDropped: _, ...saved }) => cache.setQueryData(companyAiQuery(tenantId).queryKey, saved),
    meta: { showsFailure: true },
  });
}

export const useTestCompanyAi = () =>
  useMutation({
    mutationFn: (prompt: string) => call(companyAi.test, { body: { prompt } }, { fallback: t("Test failed") }),
    meta: { showsFailure: true },
  });

/** A provider, its address and the typed key; blank for the stored one. */
export type ModelConnection = { provider: AiProvider; baseUrl: string; region: string; apiKey: string };

/** The names of the provider's models. `whose` says whose stored key is used. */
export const modelListQuery = (
  whose: "owner" | "company",
  tenantId: string | undefined,
  connection: ModelConnection,
  hasStoredKey: boolean,
) =>
  queryOptions({
    queryKey: ["ai-models", whose, tenantId, connection, hasStoredKey],
    queryFn: ({ signal }) =>
      call(whose === "owner" ? calls.models : companyAi.models, { body: connection }, { signal, fallback: "" }),
    staleTime: 5 * 60_000,
    // The names are only suggestions.
    retry: false,
    meta: { showsFailure: true },
  });

/** Model servers on this computer, or on another host. */
export const localModelsQuery = (host: string) =>
  queryOptions({
    queryKey: ["local-models", host],
    queryFn: ({ signal }) =>
      call(calls.findLocal, { query: host ? { host } : {} }, { signal, fallback: t("The search failed") }),
    retry: false,
    meta: { showsFailure: true },
  });
