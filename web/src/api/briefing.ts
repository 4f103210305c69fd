import { briefings } from "@intellibox/contract/endpoints/briefing";
import { t } from "@intellibox/contract/text/t";
import { queryOptions } from "@tanstack/react-query";
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
