import { type AuditRecord, auditExportPath } from "@intellibox/contract/endpoints/audit";
import { roleName } from "@intellibox/contract/rules/access";
import { t } from "@intellibox/contract/text/t";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { dateTime } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { download } from "#lib/http/download.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { auditQuery } from "#api/audit.ts";
import type { Column } from "#components/table/data-table-head.tsx";
import { ServerTable } from "#components/table/server-table.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { actionInWords } from "./action-in-words.ts";
import { AuditChanges } from "./audit-changes.tsx";

const kinds = [
  { value: "", label: t("Any") },
  { value: "user", label: t("Users") },
  { value: "tenant", label: t("Companies") },
  { value: "plan", label: t("Plans") },
  { value: "mail-server", label: t("Mail servers") },
  { value: "ai-settings", label: t("AI settings") },
  { value: "request", label: t("Requests") },
  { value: "mail", label: t("Mail sent again") },
  { value: "mailRule", label: t("Rules") },
  { value: "webhook", label: t("Webhooks") },
  { value: "template", label: t("Templates") },
  { value: "knowledge", label: t("Knowledge") },
  { value: "user.signed-in", label: t("Sign-ins") },
  { value: "user.sign-in-refused", label: t("Refused sign-ins") },
  { value: "audit", label: t("Exports of this list") },
  { value: "acting", label: t("Acting for a company") },
];
const filterFields = [
  { name: "q", label: t("Search"), placeholder: t("Name, email or item") },
  { name: "action", label: t("Action"), options: kinds },
  { name: "who", label: t("User"), placeholder: t("Name or email") },
  { name: "target", label: t("Target"), placeholder: t("Name of the item") },
  { name: "start", label: t("From date"), type: "date" },
  { name: "end", label: t("To date"), type: "date" },
] as const;

const columnsFor = (isSuper: boolean): Column<AuditRecord>[] => [
  { key: "at", label: t("Date"), cell: ({ at }) => dateTime(at) },
  {
    key: "actor",
    label: t("User"),
    hideOnPhone: true,
    cell: ({ actor, acting }) => (
      <span className="inline-flex items-center gap-2">
        {actor.name}
        {acting && <Badge tone="warn">{t("acting")}</Badge>}
      </span>
    ),
  },
  {
    key: "action",
    label: t("Action"),
    cell: (record) => (
      <StackedCell beneath={record.acting ? t("{name}, acting", { name: record.actor.name }) : record.actor.name}>
        {actionInWords(record)}
      </StackedCell>
    ),
  },
  { key: "target", label: t("Target"), hideOnPhone: true, cell: ({ targetName }) => targetName },
  ...(isSuper
    ? [{ key: "tenant", label: t("Company"), hideOnPhone: true, cell: ({ tenant }: AuditRecord) => tenant.code }]
    : []),
];

function whoOf({ actor, acting, tenant }: AuditRecord) {
  const person = { name: actor.name, email: actor.email, role: roleName(actor.roleCode), company: tenant.name };
  return acting
    ? t("{name} ({email}, {role}) acting for {company}", person)
    : t("{name} ({email}, {role}) of {company}", person);
}

/** The audit trail: who did what, when, and for which company. */
export function AuditTab() {
  const isSuper = useSignedIn().user.roleCode === "SUPER_ADMIN";
  const view = useTableView({ limit: 20, sort: "-at", filters: ["q", "action", "who", "target", "start", "end"] });
  const save = useMutation({
    mutationFn: (format: "csv" | "json") =>
      download({
        ...{ path: auditExportPath, query: { ...view.filters, format }, tenancy: "across" },
        ...{ name: `audit.${format}`, fallback: t("The export failed. Try again.") },
      }),
  });
  return (
    <Page
      heading={t("Audit trail")}
      description={t("Who changed what, and when.")}
      actions={(["csv", "json"] as const).map((format) => (
        <Button
          key={format}
          icon={<Download className="size-4" aria-hidden="true" />}
          busy={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {format === "csv" ? t("Export CSV") : t("Export JSON")}
        </Button>
      ))}
    >
      {save.error && <Alert kind="bad">{save.error.message}</Alert>}
      <ServerTable
        label={t("Audit trail")}
        fields={filterFields}
        columns={columnsFor(isSuper)}
        view={view}
        query={useQuery(auditQuery(queryOf(view)))}
        emptyWords={t("Nothing was changed yet.")}
        rowKey={({ id }) => id}
        detail={(record) => (
          <div className="flex max-w-3xl flex-col gap-2 py-1 text-sm text-text-2">
            <p>
              {[whoOf(record), record.address && t("from {address}", { address: record.address })]
                .filter(Boolean)
                .join(", ")}
            </p>
            <AuditChanges changes={record.changes} />
          </div>
        )}
      />
    </Page>
  );
}
