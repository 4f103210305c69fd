import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useEffect } from "react";
import { actFor, defaultActingTenant, ownTenantId, useActingTenant } from "#lib/session/acting-tenant.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { tenantOptionsQuery } from "#api/tenant-options.ts";
import { NativeSelect } from "#components/ui/native-select.tsx";

/** The company that the owner's super admin acts for. If the list cannot be loaded, it is hidden: the user acts for their own. */
export function TenantSelector({ className }: { className?: string }) {
  const session = useSignedIn();
  const acting = useActingTenant();
  const { data: options } = useQuery(tenantOptionsQuery);
  const ownId = ownTenantId(session);

  // `actFor` stores the company outside React, where the API calls read it.
  useEffect(() => {
    const id = options && defaultActingTenant(options, ownId);
    if (id) actFor(id, options);
  }, [options, ownId]);

  if (!options || options.length === 0) return null;
  return (
    <NativeSelect
      aria-label={t("Company")}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={acting?.id ?? ownId ?? ""}
      onChange={(id) => actFor(id, options)}
      icon={<Building2 className="size-4" aria-hidden="true" />}
      compact
      className={className ?? ""}
    />
  );
}
