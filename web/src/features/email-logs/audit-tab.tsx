import type { AuditRecord } from "@intellibox/contract/endpoints/audit";
import { roleName } from "@intellibox/contract/rules/access";
import { useQuery } from "@tanstack/react-query";
import { dateTime } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { auditQuery } from "#api/audit.ts";
import type { Column } from "#components/table/data-table-head.tsx";
import { ServerTable } from "#components/table/server-table.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Page } from "#components/ui/page.tsx";
import { actionInWords } from "./action-in-words.ts";
import { AuditChanges } from "./audit-changes.tsx";

const kinds = [
  { value: "", label: "Any" },
  { value: "user", label: "Users" },
  { value: "tenant", label: "Companies" },
  { value: "plan", label: "Plans" },
  { value: "mail-server", label: "Mail servers" },
  { value: "ai-settings", label: "AI settings" },
  { value: "request", label: "Requests" },
  { value: "mail", label: "Mail sent again" },
  { value: "acting", label: "Acting for a company" },
];
const filterFields = [
  { name: "q", label: "Search", placeholder: "Name, email or item" },
  { name: "action", label: "Action", options: kinds },
  { name: "start", label: "From date", type: "date" },
  { name: "end", label: "To date", type: "date" },
] as const;

const columnsFor = (isSuper: boolean): Column<AuditRecord>[] => [
  { key: "at", label: "Date", cell: ({ at }) => dateTime(at) },
  {
    key: "actor",
    label: "User",
    hideOnPhone: true,
    cell: ({ actor, acting }) => (
      <span className="inline-flex items-center gap-2">
        {actor.name}
        {acting && <Badge tone="warn">acting</Badge>}
      </span>
    ),
  },
  {
    key: "action",
    label: "Action",
    cell: (record) => (
      <StackedCell beneath={record.acting ? `${record.actor.name}, acting` : record.actor.name}>
        {actionInWords(record)}
      </StackedCell>
    ),
  },
  { key: "target", label: "Target", hideOnPhone: true, cell: ({ targetName }) => targetName },
  ...(isSuper
    ? [{ key: "tenant", label: "Company", hideOnPhone: true, cell: ({ tenant }: AuditRecord) => tenant.code }]
    : []),
];

/** The audit trail: who did what, when, and for which company. */
export function AuditTab() {
  const isSuper = useSignedIn().user.roleCode === "SUPER_ADMIN";
  const view = useTableView({ limit: 20, sort: "-at", filters: ["q", "action", "start", "end"] });
  return (
    <Page heading="Audit trail" description="Who changed what, and when.">
      <ServerTable
        label="Audit trail"
        fields={filterFields}
        columns={columnsFor(isSuper)}
        view={view}
        query={useQuery(auditQuery(queryOf(view)))}
        rowKey={({ id }) => id}
        detail={(record) => (
          <div className="flex max-w-3xl flex-col gap-2 py-1 text-sm text-text-2">
            <p>
              {record.actor.name} ({record.actor.email}, {roleName(record.actor.roleCode)}){" "}
              {record.acting ? `acting for ${record.tenant.name}` : `of ${record.tenant.name}`}
              {record.address && `, from ${record.address}`}
            </p>
            <AuditChanges changes={record.changes} />
          </div>
        )}
      />
    </Page>
  );
}
