import { firstStepCalls } from "@intellibox/contract/endpoints/first-steps";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

/** Read again with the figures of the dashboards, so that done steps are ticked. If it cannot be loaded, no list is shown. */
export const firstStepsQuery = queryOptions({
  queryKey: ["dashboard", "first-steps"],
  queryFn: ({ signal }) => call(firstStepCalls.get, {}, { signal }),
  staleTime: 0,
  retry: false,
});

/** Puts the list away, or brings it back. */
export function useDismissFirstSteps() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (isDismissed: boolean) =>
      call(firstStepCalls.update, { body: { isDismissed } }, { fallback: t("The list could not be changed") }),
    onSuccess: (steps) => cache.setQueryData(firstStepsQuery.queryKey, steps),
  });
}
