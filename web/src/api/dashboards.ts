import { dashboards } from "@intellibox/contract/endpoints/dashboards";
import { t } from "@intellibox/contract/text/t";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";
import { timeZone } from "#lib/time-zone.ts";

/** Days begin at midnight in the reader's time zone. */
const query = () => ({ timeZone: timeZone() });
const fallback = t("Failed to load the dashboard");
/** For figures without a live event, such as AI use. */
const refetchInterval = 60_000;

export const myDashboardQuery = queryOptions({
  queryKey: ["dashboard", "me"],
  queryFn: ({ signal }) => call(dashboards.me, { query: query() }, { signal, fallback }),
  refetchInterval,
});

export const tenantDashboardQuery = queryOptions({
  queryKey: ["dashboard", "tenant"],
  queryFn: ({ signal }) => call(dashboards.tenant, { query: query() }, { signal, fallback }),
  refetchInterval,
});

export const platformDashboardQuery = queryOptions({
  queryKey: ["dashboard", "platform"],
  queryFn: ({ signal }) => call(dashboards.platform, { query: query() }, { signal, fallback }),
  refetchInterval,
});

/** A burst of events refetches the figures once. */
const refetchDelayMs = 1_500;

/** Refetches the figures when mail or requests change. */
export function useLiveDashboard() {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const refetchSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: ["dashboard"] });
    }, refetchDelayMs);
  };
  useLiveEvent("email-logs", refetchSoon);
  useLiveEvent("messages", refetchSoon);
  useLiveEvent("approvals", refetchSoon);
  useEffect(() => () => clearTimeout(timer.current), []);
}
