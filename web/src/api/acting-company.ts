import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { actFor, defaultActingTenant, ownTenantId, useActingTenant } from "#lib/session/acting-tenant.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { silentFailure, tenantOptionsQuery } from "./tenant-options.ts";

/** The company whose settings a screen shows: the one that a super admin acts for, otherwise the user's own. */
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
    // The selector in the top bar hides this failure, but a screen that needs a company must show it.
    error: error ? (error.message === silentFailure ? t("Failed to load companies") : error.message) : undefined,
    choose: (chosen: string) => actFor(chosen, options),
  };
}
