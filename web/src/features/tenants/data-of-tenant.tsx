import type { Tenant } from "@intellibox/contract/endpoints/tenants";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { erasureQuery, useErase, useStartExport } from "#api/data-tasks.ts";
import { EraseDialog } from "#components/data/erase-dialog.tsx";
import { ExportDialog } from "#components/data/export-dialog.tsx";

type Props = { tenant: Tenant; onClose: () => void };

export function ExportTenant({ tenant, onClose }: Props) {
  const start = useStartExport();
  return (
    <ExportDialog
      name={tenant.name}
      told={t("Mail is private. Every user of {name} sees your name and the reason, and the audit log records it.", {
        name: tenant.name,
      })}
      onExport={(form) => start.mutateAsync({ kind: "company", id: tenant._id, form })}
      onClose={onClose}
    />
  );
}

export function EraseTenant({ tenant, onClose }: Props) {
  const subject = { kind: "company", id: tenant._id } as const;
  const contents = useQuery(erasureQuery(subject));
  const { mutate, isPending, error } = useErase();
  return (
    <EraseDialog
      name={tenant.name}
      isCompany
      contents={contents}
      isStarting={isPending}
      failure={error?.message}
      onErase={(confirm, onSuccess) => mutate({ ...subject, confirm }, { onSuccess })}
      onClose={onClose}
    />
  );
}
