import { type EmailLog, emailLogExportPath } from "@intellibox/contract/endpoints/email-logs";
import { logProviderNames, logProviders, logStatuses, logStatusNames } from "@intellibox/contract/rules/choices";
import { logSubjectLength } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { cut, dayMonthYear } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { download } from "#lib/http/download.ts";
import { useLiveEvent } from "#lib/http/live.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { emailLogsQuery } from "#api/email-logs.ts";
import type { Column } from "#components/table/data-table-head.tsx";
import { ServerTable } from "#components/table/server-table.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { EmailLogDetail } from "./email-log-detail.tsx";

const choices = <Value extends string>(values: readonly Value[], names: Record<Value, string>) => [
  { value: "", label: t("Any") },
  ...values.map((value) => ({ value, label: names[value] })),
];
const filterFields = [
  { name: "q", label: t("Search"), placeholder: t("Subject or address") },
  { name: "provider", label: t("Provider"), options: choices(logProviders, logProviderNames) },
  { name: "status", label: t("Status"), options: choices(logStatuses, logStatusNames) },
  { name: "start", label: t("From date"), type: "date" },
  { name: "end", label: t("To date"), type: "date" },
] as const;

const Status = ({ status }: Pick<EmailLog, "status">) => <Badge tone={tones[status]}>{logStatusNames[status]}</Badge>;

/** An address that is truncated in a small window, so that the subject has room. */
const Address = ({ children }: { children: string | undefined }) => (
  <span title={children} className="block max-xl:max-w-28 max-xl:truncate">
    {children}
  </span>
);

const tones = { sent: "ok", queued: "warn", failed: "bad" } as const;

const recipients = ({ to }: EmailLog) => (to.length > 1 ? `${to[0]} +${to.length - 1}` : to[0]);

const columnsFor = (isSuper: boolean): Column<EmailLog>[] => [
  { key: "sentAt", label: t("Date"), cell: ({ sentAt, createdAt }) => dayMonthYear(sentAt ?? createdAt) },
  ...(isSuper
    ? [
        {
          key: "tenant",
          label: t("Company"),
          hideOnPhone: true,
          cell: ({ tenant }: EmailLog) => <span title={tenant.name}>{tenant.code}</span>,
        },
      ]
    : []),
  { key: "from", label: t("From"), hideOnPhone: true, cell: ({ from }) => <Address>{from}</Address> },
  { key: "to", label: t("To"), hideOnPhone: true, cell: (log) => <Address>{recipients(log)}</Address> },
  {
    key: "subject",
    label: t("Subject"),
    cell: (log) => (
      <StackedCell
        beneath={
          <>
            {recipients(log)}
            <span className="mt-1 block">
              <Status {...log} />
            </span>
          </>
        }
      >
        <span title={log.subject} className="block max-md:max-w-44 max-md:truncate md:min-w-28">
          {cut(log.subject, logSubjectLength)}
        </span>
      </StackedCell>
    ),
  },
  { key: "provider", label: t("Provider"), hideOnPhone: true, cell: ({ provider }) => logProviderNames[provider] },
  { key: "status", label: t("Status"), hideOnPhone: true, cell: Status },
];

/** All outgoing mail of the user's company, or of all companies for a super admin. */
export function EmailLogsTab() {
  const isSuper = useSignedIn().user.roleCode === "SUPER_ADMIN";
  const view = useTableView({ limit: 20, sort: "-sentAt", filters: ["q", "provider", "status", "start", "end"] });
  const cache = useQueryClient();
  useLiveEvent("email-logs", () => void cache.invalidateQueries({ queryKey: ["email-logs"] }));
  const save = useMutation({
    mutationFn: () =>
      download({ path: emailLogExportPath, query: view.filters, tenancy: "across", name: "email-logs.csv" }),
  });

  return (
    <Page
      heading={t("Sent mail")}
      description={t("All outgoing email and its delivery status.")}
      actions={
        <Button
          icon={<Download className="size-4" aria-hidden="true" />}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {t("Export CSV")}
        </Button>
      }
    >
      <ServerTable
        label={t("Email logs")}
        fields={filterFields}
        columns={columnsFor(isSuper)}
        view={view}
        query={useQuery(emailLogsQuery(queryOf(view)))}
        emptyWords={t("No email was sent yet.")}
        rowKey={({ id }) => id}
        detail={(log) => <EmailLogDetail log={log} />}
      />
    </Page>
  );
}
