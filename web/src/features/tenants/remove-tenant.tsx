import type { Tenant } from "@intellibox/contract/endpoints/tenants";
import { grouped } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useRemoveTenant } from "#api/tenants.ts";
import { Confirm } from "#components/confirm.tsx";

/** A company takes its users, settings, mail and logs with it; where it has users its code must be typed. */
export function RemoveTenant({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const remove = useRemoveTenant();
  const hasUsers = tenant.userCount > 0;
  const confirmed = () =>
    remove.mutate(
      { id: tenant._id, confirm: hasUsers ? tenant.code : undefined },
      {
        onSuccess: () => {
          toast.success(`${tenant.name} was deleted`, screenToast);
          onClose();
        },
      },
    );
  return (
    <Confirm
      title={`Delete ${tenant.name}?`}
      action="Delete"
      busyAction="Deleting…"
      busy={remove.isPending}
      error={remove.error?.message}
      typed={hasUsers ? { expected: tenant.code, label: `Type ${tenant.code} to confirm` } : undefined}
      onConfirm={confirmed}
      onCancel={onClose}
    >
      {hasUsers
        ? `Its ${grouped(tenant.userCount)} ${tenant.userCount === 1 ? "user" : "users"}, mail, settings and logs are deleted with it. This cannot be undone.`
        : "Its settings and logs are deleted with it. This cannot be undone."}
    </Confirm>
  );
}
