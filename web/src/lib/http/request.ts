/** Builds the URL, headers and body of a call. It sends nothing. */

import type { Endpoint, InputOf } from "@intellibox/contract/endpoint";
import { language } from "@intellibox/contract/text/translator";
import { actingTenant, ownTenantId } from "../session/acting-tenant.ts";
import type { Session } from "../session/session.ts";

type Parts = { params?: object; query?: object; headers?: object; body?: unknown };

const base = (import.meta.env.VITE_API_BASE || "/api").replace(/\/+$/, "");

export function urlOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const { params = {}, query = {} } = input as Parts;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return `${base}${path}${text && `?${text}`}`;
}

export const bodyOf = (input: unknown) => (input as Parts).body;

export function headersOf<E extends Endpoint>(endpoint: E, input: InputOf<E>, session: Session | null) {
  // The server's messages are in the language of the page.
  const headers: Record<string, string> = { "accept-language": language() };
  for (const [name, value] of Object.entries((input as Parts).headers ?? {})) {
    if (value !== undefined && value !== null) headers[name] = String(value);
  }
  if (!session || endpoint.access === "public") return headers;
  headers.authorization = `Bearer ${session.token}`;
  const tenantId = tenantFor(endpoint, session);
  if (tenantId) headers["x-tenant-id"] = tenantId;
  return headers;
}

/**
 * Sends the acting company only with calls for which this user may name one. Personal and platform calls do not depend on it,
 * and would fail if the chosen company has been deleted.
 */
function tenantFor({ tenancy }: Endpoint, session: Session) {
  const { roleCode, tenantIsOwner } = session.user;
  const counts = tenancy === "named" || (tenantIsOwner && tenancy !== "personal" && tenancy !== "platform");
  const mayName = roleCode === "SUPER_ADMIN" && counts;
  return (mayName && actingTenant()?.id) || ownTenantId(session);
}
