import type { BodyOf } from "@intellibox/contract/endpoint";
import { aiSettings as calls } from "@intellibox/contract/endpoints/ai-settings";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

export const aiSettingsQuery = (tenantId: string | undefined) =>
  queryOptions({
    queryKey: ["ai-settings", tenantId],
    queryFn: ({ signal }) => call(calls.get, {}, { signal, fallback: "Failed to load settings" }),
  });

export function useSaveAiSettings(tenantId: string | undefined) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof calls.update>) => call(calls.update, { body }, { fallback: "Save failed" }),
    onSuccess: ({ keyDropped: _, ...saved }) => cache.setQueryData(aiSettingsQuery(tenantId).queryKey, saved),
    meta: { showsFailure: true },
  });
}

export const useTestAi = () =>
  useMutation({
    mutationFn: (prompt: string) => call(calls.test, { body: { prompt } }, { fallback: "Test failed" }),
    meta: { showsFailure: true },
  });
