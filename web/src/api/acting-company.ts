import { useQuery } from "@tanstack/react-query";
import { actFor, defaultActingTenant, ownTenantId, useActingTenant } from "#lib/acting-tenant.ts";
import { useSignedIn } from "#lib/session.ts";
import { tenantOptionsQuery } from "./tenant-options.ts";

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
    error: error ? error.message || "Failed to load companies" : undefined,
    choose: (chosen: string) => actFor(chosen, options),
  };
}
