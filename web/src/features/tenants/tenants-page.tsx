import type { Tenant } from "@intellibox/contract/endpoints/tenants";
import { statusNames, tenantStatuses } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Download, Eraser, Hourglass, Plus } from "lucide-react";
import { useState } from "react";
import { dayMonthYear, grouped } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { plansQuery } from "#api/plans.ts";
import { tenantsQuery } from "#api/tenants.ts";
import { DataTaskPanel } from "#components/data/data-task-panel.tsx";
import type { Column } from "#components/table/data-table-head.tsx";
import { RowActions } from "#components/table/row-actions.tsx";
import { ServerTable } from "#components/table/server-table.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import type { MenuEntry } from "#components/ui/menu.tsx";
import { Page } from "#components/ui/page.tsx";
import { useDataTaskPanel } from "#state/use-data-task-panel.ts";
import { EraseTenant, ExportTenant } from "./data-of-tenant.tsx";
import { RemoveTenant } from "./remove-tenant.tsx";
import { RetentionDialog } from "./retention-dialog.tsx";
import { TenantForm } from "./tenant-form.tsx";

const filterFields = [
  { name: "q", label: t("Search"), placeholder: t("Code, name or contact") },
  {
    name: "status",
    label: t("Status"),
    options: [
      { value: "", label: t("Any") },
      ...tenantStatuses.map((status) => ({ value: status, label: statusNames[status] })),
    ],
  },
] as const;

const columnsWith = (planName: (id: string | null) => string): Column<Tenant>[] => [
  {
    key: "code",
    label: t("Code"),
    className: "font-medium",
    cell: ({ code, name, isOwner }) => (
      <StackedCell beneath={name}>
        <span className="inline-flex items-center gap-2">
          {code}
          {isOwner && <Badge>{t("Owner")}</Badge>}
        </span>
      </StackedCell>
    ),
  },
  { key: "name", label: t("Name"), hideOnPhone: true },
  { key: "contactEmail", label: t("Contact"), hideOnPhone: true },
  { key: "plan", label: t("Plan"), sortable: false, hideOnPhone: true, cell: ({ planId }) => planName(planId) },
  {
    key: "users",
    label: t("Users"),
    sortable: false,
    align: "end",
    hideOnPhone: true,
    cell: ({ userCount }) => grouped(userCount),
  },
  {
    key: "status",
    label: t("Status"),
    cell: ({ status }) => <Badge tone={status === "Active" ? "ok" : "bad"}>{statusNames[status]}</Badge>,
  },
  { key: "createdAt", label: t("Created"), hideOnPhone: true, cell: ({ createdAt }) => dayMonthYear(createdAt) },
];

/** All companies for a super admin; an admin's own company. */
export function TenantsPage() {
  const { user: me } = useSignedIn();
  const isSuper = me.roleCode === "SUPER_ADMIN";
  const view = useTableView({ sort: "-createdAt", filters: ["q", "status"] });
  const found = useQuery(tenantsQuery(queryOf(view)));
  const { data: plans } = useQuery(plansQuery);
  const [editing, setEditing] = useState<Tenant | "new" | null>(null);
  const [removing, setRemoving] = useState<Tenant | null>(null);
  const [exporting, setExporting] = useState<Tenant | null>(null);
  const [erasing, setErasing] = useState<Tenant | null>(null);
  const [retaining, setRetaining] = useState<Tenant | null>(null);
  const panel = useDataTaskPanel(({ subject }) => subject.kind === "company");
  // A super admin of another company manages only the data of their own.
  const managesData = ({ _id }: Tenant) => !isSuper || me.tenantIsOwner || _id === me.tenantId?._id;
  const actionsFor = (tenant: Tenant): MenuEntry[] => {
    const { name } = tenant;
    return [
      ...(managesData(tenant)
        ? [
            { label: t("Data retention of {name}", { name }), Icon: Hourglass, run: () => setRetaining(tenant) },
            { label: t("Export data of {name}", { name }), Icon: Download, run: () => setExporting(tenant) },
          ]
        : []),
      ...(isSuper && me.tenantIsOwner && !tenant.isOwner
        ? [{ label: t("Erase data of {name}", { name }), Icon: Eraser, run: () => setErasing(tenant) }]
        : []),
    ];
  };
  const columns = columnsWith((id) => plans?.find(({ _id }) => _id === id)?.name ?? "–");

  return (
    <Page
      heading={isSuper ? t("Companies") : t("My Company")}
      actions={
        isSuper && (
          <Button
            variant="primary"
            icon={<Plus className="size-4" aria-hidden="true" />}
            onClick={() => setEditing("new")}
          >
            {t("Add company")}
          </Button>
        )
      }
    >
      <ServerTable
        label={isSuper ? t("Companies") : t("My Company")}
        fields={filterFields}
        columns={columns}
        view={view}
        query={found}
        isSingle={!isSuper}
        rowKey={({ _id }) => _id}
        onPick={setEditing}
        actions={(tenant) => (
          <RowActions
            name={tenant.name}
            onEdit={() => setEditing(tenant)}
            more={actionsFor(tenant)}
            onRemove={isSuper ? () => setRemoving(tenant) : undefined}
            keptBecause={tenant.isOwner ? t("The owner company cannot be deleted") : undefined}
          />
        )}
      />
      <DataTaskPanel title={t("Exports and erasures")} docked {...panel} />
      {exporting && <ExportTenant tenant={exporting} onClose={() => setExporting(null)} />}
      {erasing && <EraseTenant tenant={erasing} onClose={() => setErasing(null)} />}
      {retaining && <RetentionDialog tenant={retaining} onClose={() => setRetaining(null)} />}
      {editing && (
        <TenantForm
          tenant={editing === "new" ? undefined : editing}
          plans={plans ?? []}
          isSuper={isSuper}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && <RemoveTenant tenant={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}
