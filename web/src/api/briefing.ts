import { type BriefingMail, briefings } from "@intellibox/contract/endpoints/briefing";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { timeZone } from "#lib/time-zone.ts";

/** Reading the mail takes a moment, so that a briefing is not read again each time the dashboard is opened. */
const staleTime = 5 * 60_000;

export const briefingQuery = queryOptions({
  queryKey: ["briefing"],
  queryFn: ({ signal }) =>
    call(briefings.get, { query: { timeZone: timeZone() } }, { signal, fallback: t("Your mail could not be read") }),
  staleTime,
});

/** When the briefing comes by mail. */
export const briefingMailQuery = queryOptions({
  queryKey: ["briefing mail"],
  queryFn: ({ signal }) => call(briefings.mail, {}, { signal, fallback: t("The settings could not be loaded") }),
});

/**
 * Returns a function that changes when it comes: shown at once, and taken back if it was refused. Each call sends what is shown
 * then, so that of changes in quick succession none is lost.
 */
export function useChangeBriefingMail() {
  const cache = useQueryClient();
  const { queryKey } = briefingMailQuery;
  const { mutate } = useMutation({
    mutationFn: async () => {
      const shown = cache.getQueryData(queryKey);
      if (!shown) return;
      const { sentAt: _, problem: __, ...body } = shown;
      await call(briefings.saveMail, { body }, { fallback: t("Save failed") });
    },
    onError: () => cache.invalidateQueries(briefingMailQuery),
    // One after the other.
    scope: { id: "briefing by mail" },
    meta: { showsFailure: true },
  });
  return (changes: Partial<BriefingMail>) => {
    void cache.cancelQueries(briefingMailQuery);
    // The clock of the device at which the person last changed something.
    cache.setQueryData(queryKey, (known) => known && { ...known, timeZone: timeZone(), problem: "", ...changes });
    mutate();
  };
}

export const useSendBriefing = () =>
  useMutation({
    mutationFn: () =>
      call(briefings.sendMail, { body: { timeZone: timeZone() } }, { fallback: t("It could not be sent") }),
    meta: { showsFailure: true },
  });
