import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { mailMerges } from "@intellibox/contract/endpoints/mail-merges";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { grouped } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { companyMergesQuery } from "#api/mail-merges.ts";
import { DataTable } from "#components/table/data-table.tsx";
import type { Column } from "#components/table/data-table-head.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Page } from "#components/ui/page.tsx";
import { progressOf, State } from "./merge-list.tsx";
import { titleOf, whenOf } from "./merge-words.ts";

type CompanyMerge = ResponseOf<typeof mailMerges.company>["items"][number];

const columns: Column<CompanyMerge>[] = [
  {
    key: "subject",
    label: t("Subject"),
    sortable: false,
    cell: (merge) => (
      <StackedCell
        isAlone
        beneath={
          <>
            {merge.sender.name} · {progressOf(merge)}
            <span className="mt-1 flex items-center gap-2">
              <State {...merge} />
              <span className="truncate">{whenOf(merge)}</span>
            </span>
          </>
        }
      >
        <span className="block truncate max-md:max-w-72 md:max-w-96">{titleOf(merge)}</span>
      </StackedCell>
    ),
  },
  { key: "sender", label: t("Sender"), sortable: false, hideOnPhone: true, cell: ({ sender }) => sender.name },
  { key: "state", label: t("Status"), sortable: false, hideOnPhone: true, cell: State },
  { key: "progress", label: t("Progress"), sortable: false, hideOnPhone: true, cell: progressOf },
  {
    key: "unsubscribed",
    label: t("Unsubscribed"),
    sortable: false,
    hideOnPhone: true,
    cell: ({ totals }) => grouped(totals.unsubscribed),
  },
  { key: "when", label: t("When"), sortable: false, hideOnPhone: true, cell: whenOf },
];

/** The totals of the company's runs. Texts and recipients stay with their senders. */
export function CompanyMerges() {
  const view = useTableView({ limit: 20 });
  const { data, error, refetch, isPlaceholderData } = useQuery(companyMergesQuery(queryOf(view)));
  return (
    <Page
      heading={t("Mail merges of the company")}
      description={t("Totals of everybody's runs. Only their senders see texts and recipients.")}
    >
      <DataTable
        label={t("Mail merges of the company")}
        columns={columns}
        rowKey={({ id }) => id}
        rows={data?.items}
        total={data?.total}
        view={view}
        error={error ? messageOf(error) : undefined}
        onRetry={() => void refetch()}
        refreshing={isPlaceholderData}
        emptyWords={t("Nobody in the company has started a mail merge yet.")}
      />
    </Page>
  );
}
