import { t } from "@intellibox/contract/text/t";
import { ownTenantId, useActingTenant } from "#lib/session/acting-tenant.ts";
import { isOwnerSuperAdmin, useSignedIn } from "#lib/session/session.ts";
import { Badge } from "#components/ui/badge.tsx";

/** The name of the user's company, or of the company that a super admin acts for. */
export function CompanyLabel({ small = false, className }: { small?: boolean; className?: string }) {
  const session = useSignedIn();
  const acting = useActingTenant();
  const isActing = acting && isOwnerSuperAdmin(session) && acting.id !== ownTenantId(session);
  const company = session.tenant?.name ?? session.user.tenantId?.name;
  if (!isActing && !company) return null;
  return (
    <Badge tone={isActing ? "warn" : "neutral"} size={small ? "sm" : "lg"} className={className}>
      {isActing ? t("Acting: {name}", { name: acting.name }) : company}
    </Badge>
  );
}
