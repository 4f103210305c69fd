import type { QueryOf } from "@intellibox/contract/endpoint";
import { audit } from "@intellibox/contract/endpoints/audit";
import { t } from "@intellibox/contract/text/t";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";

export type AuditQuery = QueryOf<typeof audit.list>;

export const auditQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: ["audit", query],
    queryFn: ({ signal }) => call(audit.list, { query }, { signal, fallback: t("Request failed") }),
    placeholderData: keepPreviousData,
  });
