import { dashboards } from "@intellibox/contract/endpoints/dashboards";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "#lib/http/api.ts";
import { useLiveEvent } from "#lib/http/live.ts";

/** Days begin where the reader is. */
const query = () => ({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC" });
const fallback = "Failed to load the dashboard";
/** What no event tells of, such as AI use, shows after this long. */
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

/** A burst of mail asks for the figures once. */
const settleMs = 1_500;

/** Keeps the figures true while things happen. */
export function useLiveDashboard() {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: ["dashboard"] });
    }, settleMs);
  };
  useLiveEvent("email-logs", refresh);
  useLiveEvent("messages", refresh);
  useLiveEvent("approvals", refresh);
  useEffect(() => () => clearTimeout(timer.current), []);
}
