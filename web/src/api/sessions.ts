import { type SessionLimits, sessions } from "@intellibox/contract/endpoints/sessions";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => call(sessions.list, {}, { signal, fallback: t("The sessions could not be loaded") }),
});

export function useEndSessions() {
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries(sessionsQuery);
  const meta = { showsFailure: true };
  const fallback = t("The session could not be ended");
  const one = useMutation({
    mutationFn: (id: string) => call(sessions.end, { params: { id } }, { fallback }),
    onSettled,
    meta,
  });
  const others = useMutation({ mutationFn: () => call(sessions.endOthers, {}, { fallback }), onSettled, meta });
  return { one, others };
}

export const sessionLimitsQuery = (id: string) =>
  queryOptions({
    queryKey: ["session-limits", id],
    queryFn: ({ signal }) =>
      call(sessions.limits, { params: { id } }, { signal, fallback: t("The settings could not be loaded") }),
  });

export function useSaveSessionLimits(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: SessionLimits) =>
      call(sessions.saveLimits, { params: { id }, body }, { fallback: t("Save failed") }),
    onSuccess: (saved) => cache.setQueryData(sessionLimitsQuery(id).queryKey, saved),
  });
}
