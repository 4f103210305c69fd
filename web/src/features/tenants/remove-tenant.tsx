import type { Tenant } from "@intellibox/contract/endpoints/tenants";
import { t } from "@intellibox/contract/text/t";
import { useRemoveTenant } from "#api/tenants.ts";
import { RemoveDialog } from "#components/ui/remove-dialog.tsx";

/** Deletes a company with its users, settings, mail and logs. If it has users, its code must be typed. */
export function RemoveTenant({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const { _id: id, name, code, userCount } = tenant;
  const typed = userCount > 0 ? code : undefined;
  return (
    <RemoveDialog
      name={name}
      removal={useRemoveTenant()}
      which={{ id, confirm: typed }}
      typed={typed}
      onClose={onClose}
    >
      {userCount > 0
        ? t(
            "{userCount, plural, one {Its # user, mail, settings and logs are deleted with it. This cannot be undone.} other {Its # users, mail, settings and logs are deleted with it. This cannot be undone.}}",
            { userCount },
          )
        : t("Its settings and logs are deleted with it. This cannot be undone.")}
    </RemoveDialog>
  );
}
