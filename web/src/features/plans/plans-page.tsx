import type { Plan } from "@intellibox/contract/endpoints/plans";
import { planStatuses, statusNames } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { grouped, rupees } from "#lib/format.ts";
import { useTableView } from "#lib/hooks/use-table-view.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { tablePage } from "#lib/table-page.ts";
import { plansQuery, useRemovePlan } from "#api/plans.ts";
import { DataTable } from "#components/table/data-table.tsx";
import type { Column } from "#components/table/data-table-head.tsx";
import { FilterForm } from "#components/table/filter-form.tsx";
import { RowActions } from "#components/table/row-actions.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { RemoveDialog } from "#components/ui/remove-dialog.tsx";
import { filterPlans } from "./filter-plans.ts";
import { PlanForm } from "./plan-form.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import { quotaText } from "./quota-text.ts";

const filterFields = [
  { name: "q", label: t("Search"), placeholder: t("Code, name or feature") },
  {
    name: "status",
    label: t("Status"),
    options: [
      { value: "", label: t("Any") },
      ...planStatuses.map((status) => ({ value: status, label: statusNames[status] })),
    ],
  },
] as const;

const columns: Column<Plan>[] = [
  {
    key: "code",
    label: t("Code"),
    className: "font-medium",
    cell: ({ code, name, status }) => (
      <StackedCell beneath={status === "Active" ? name : t("{name}, inactive", { name })}>{code}</StackedCell>
    ),
  },
  { key: "name", label: t("Name"), hideOnPhone: true },
  { key: "monthlyPriceINR", label: t("Price / month"), align: "end", cell: (plan) => rupees(plan.monthlyPriceINR) },
  {
    key: "emailQuota",
    label: t("Email quota"),
    align: "end",
    hideOnPhone: true,
    cell: (plan) => quotaText(plan.emailQuota),
  },
  { key: "maxUsers", label: t("Max users"), align: "end", hideOnPhone: true, cell: (plan) => grouped(plan.maxUsers) },
  {
    key: "status",
    label: t("Status"),
    hideOnPhone: true,
    cell: ({ status }) => <Badge tone={status === "Active" ? "ok" : "neutral"}>{statusNames[status]}</Badge>,
  },
];

const sortValue = (plan: Plan, key: string) => {
  // Unlimited is stored as -1, but sorts above every number.
  if (key === "emailQuota") return plan.emailQuota === -1 ? Number.POSITIVE_INFINITY : plan.emailQuota;
  const value = plan[key as keyof Plan];
  return Array.isArray(value) ? value.join(", ") : value;
};

export function PlansPage() {
  const mayChange = useSignedIn().user.roleCode === "SUPER_ADMIN";
  const { data, error, refetch } = useQuery(plansQuery);
  const view = useTableView({ sort: "code", filters: ["q", "status"] });
  const [editing, setEditing] = useState<Plan | "new" | null>(null);
  const [removing, setRemoving] = useState<Plan | null>(null);
  const page = data && tablePage(filterPlans(data, view.filters), view, sortValue);
  const add = mayChange && (
    <Button variant="primary" icon={<Plus className="size-4" aria-hidden="true" />} onClick={() => setEditing("new")}>
      {t("Add plan")}
    </Button>
  );

  return (
    <Page heading={t("Plans")} description={t("Subscription plans. Prices in ₹ per month.")} actions={add}>
      <FilterForm fields={filterFields} value={view.filters} onApply={view.applyFilters} onReset={view.resetFilters} />
      <DataTable
        label={t("Plans")}
        columns={columns}
        rows={page?.rows}
        total={page?.total}
        view={view}
        rowKey={({ _id }) => _id}
        error={error?.message}
        onRetry={() => void refetch()}
        detail={(plan) => <PlanPreview plan={plan} />}
        actions={
          mayChange
            ? (plan) => (
                <RowActions name={plan.name} onEdit={() => setEditing(plan)} onRemove={() => setRemoving(plan)} />
              )
            : undefined
        }
      />
      {editing && <PlanForm plan={editing === "new" ? undefined : editing} onClose={() => setEditing(null)} />}
      {removing && <RemovePlan plan={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}

function RemovePlan({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  return (
    <RemoveDialog name={plan.name} removal={useRemovePlan()} which={plan._id} onClose={onClose}>
      {t("The plan {code} can then no longer be given to a company. A plan in use cannot be deleted.", {
        code: plan.code,
      })}
    </RemoveDialog>
  );
}
