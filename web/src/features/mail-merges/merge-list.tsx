import type { MergeSummary } from "@intellibox/contract/endpoints/mail-merges";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { grouped } from "#lib/format.ts";
import { queryOf, useTableView } from "#lib/hooks/use-table-view.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { runMutation } from "#lib/http/run-mutation.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { mergesQuery, useCreateMerge, useRemoveMerge } from "#api/mail-merges.ts";
import { DataTable } from "#components/table/data-table.tsx";
import type { Column } from "#components/table/data-table-head.tsx";
import { StackedCell } from "#components/table/stacked-cell.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Page } from "#components/ui/page.tsx";
import { stateLooks, titleOf, whenOf } from "./merge-words.ts";

export const mergePath = (id: string) => `/mail-merge?run=${id}`;

export const State = ({ state }: Pick<MergeSummary, "state">) => (
  <Badge tone={stateLooks[state].tone}>{stateLooks[state].word}</Badge>
);

/** "120 of 500 sent, 3 failed". */
export function progressOf({ totals, state }: Pick<MergeSummary, "totals" | "state">) {
  const { recipients, sent, failed, leftOut } = totals;
  if (state === "draft") return t("{count, plural, one {# recipient} other {# recipients}}", { count: recipients });
  const words = t("{sent} of {all} sent", { sent: grouped(sent), all: grouped(recipients - leftOut) });
  return failed > 0 ? t("{words}, {failed} failed", { words, failed: grouped(failed) }) : words;
}

const columns: Column<MergeSummary>[] = [
  {
    key: "subject",
    label: t("Subject"),
    sortable: false,
    cell: (merge) => (
      <StackedCell
        beneath={
          <>
            {progressOf(merge)}
            <span className="mt-1 flex items-center gap-2">
              <State {...merge} />
              <span className="truncate">{whenOf(merge)}</span>
            </span>
          </>
        }
      >
        <span title={merge.subject} className="block truncate max-md:max-w-52 md:max-w-96">
          {titleOf(merge)}
        </span>
      </StackedCell>
    ),
  },
  { key: "state", label: t("Status"), sortable: false, hideOnPhone: true, cell: State },
  { key: "progress", label: t("Progress"), sortable: false, hideOnPhone: true, cell: progressOf },
  { key: "when", label: t("When"), sortable: false, hideOnPhone: true, cell: whenOf },
];

/** The user's own mail merges. */
export function MergeList() {
  const navigate = useNavigate();
  const view = useTableView({ limit: 20 });
  const { data, error, refetch, isPlaceholderData } = useQuery(mergesQuery(queryOf(view)));
  const create = useCreateMerge();
  const begin = () => runMutation(create, undefined, ({ id }) => void navigate(mergePath(id)));
  const newButton = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" aria-hidden="true" />}
      busy={create.isPending}
      onClick={begin}
    >
      {t("New mail merge")}
    </Button>
  );
  return (
    <Page
      heading={t("Mail merges")}
      description={t("Personal mail to many: everybody gets a mail of their own.")}
      actions={newButton}
    >
      <DataTable
        label={t("Mail merges")}
        columns={columns}
        rowKey={({ id }) => id}
        rows={data?.items}
        total={data?.total}
        view={view}
        error={error ? messageOf(error) : undefined}
        onRetry={() => void refetch()}
        refreshing={isPlaceholderData}
        onPick={({ id }) => void navigate(mergePath(id))}
        actions={(merge) => <RemoveMerge merge={merge} />}
        emptyWords={t("Write one mail, and everybody on your list gets it with their own name and values.")}
        emptyAction={newButton}
      />
    </Page>
  );
}

/** Only for a mail merge that is not running. */
export function RemoveMerge({ merge }: { merge: MergeSummary }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveMerge();
  if (!["draft", "done", "cancelled"].includes(merge.state)) return null;
  const name = titleOf(merge);
  return (
    <>
      <IconButton
        size="icon-sm"
        label={t("Delete {name}", { name })}
        icon={<Trash2 className="size-4" aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
      />
      {isAsking && (
        <Confirm
          title={t("Delete {name}?", { name })}
          action={t("Delete")}
          busy={remove.isPending}
          error={remove.error ? messageOf(remove.error) : undefined}
          onConfirm={() => runMutation(remove, merge.id, () => setIsAsking(false))}
          onCancel={() => setIsAsking(false)}
        >
          {merge.state === "draft"
            ? t("Its text and its recipients are lost.")
            : t("Its results are lost. The mail stays in Delivery Status.")}
        </Confirm>
      )}
    </>
  );
}
