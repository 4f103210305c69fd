import { useQuery } from "@tanstack/react-query";
import { actFor, defaultActingTenant, ownTenantId, useActingTenant } from "#lib/session/acting-tenant.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { silentFailure, tenantOptionsQuery } from "./tenant-options.ts";

/** The company whose settings a screen shows: chosen by a super admin and remembered as the acting one, else the own. */
export function useActingCompany() {
  const session = useSignedIn();
  const mayChoose = session.user.roleCode === "SUPER_ADMIN";
  const { data: options = [], error } = useQuery({ ...tenantOptionsQuery, enabled: mayChoose });
  const acting = useActingTenant();
  const own = ownTenantId(session);
  const id = mayChoose ? (acting?.id ?? defaultActingTenant(options, own)) : own;
  return {
    mayChoose,
    id,
    options,
    // The selector in the top bar keeps quiet about it; a screen that needs a company says what is missing.
    error: error ? (error.message === silentFailure ? "Failed to load companies" : error.message) : undefined,
    choose: (chosen: string) => actFor(chosen, options),
  };
}
