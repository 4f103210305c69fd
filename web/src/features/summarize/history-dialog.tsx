import type { SummaryListing } from "@intellibox/contract/endpoints/summaries";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { dateTime } from "#lib/format.ts";
import { runMutation } from "#lib/http/run-mutation.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { summariesQuery, useDeleteSummary } from "#api/summaries.ts";
import { Empty, Failed, Skeleton } from "#components/ui/async-states.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Modal } from "#components/ui/modal.tsx";

type HistoryProps = { onOpen: (id: string) => void; onDeleted: (id: string) => void };

/** The user's earlier summaries. */
export function HistoryDialog({ onClose, ...history }: HistoryProps & { onClose: () => void }) {
  return (
    <Modal title={t("History")} description={t("Your last 100 summaries. Only you can see them.")} onClose={onClose}>
      <HistoryList {...history} />
    </Modal>
  );
}

export function HistoryList({ onOpen, onDeleted }: HistoryProps) {
  const { data, error, refetch } = useQuery(summariesQuery);
  const [deleting, setDeleting] = useState<SummaryListing | null>(null);
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} className="py-8" />;
  if (!data) return <Loading />;
  if (data.length === 0) return <Empty className="py-8">{t("No summaries yet. Your summaries are saved here.")}</Empty>;
  return (
    <>
      <ul className="flex flex-col">
        {data.map((summary) => (
          <li key={summary.id} className="flex items-center gap-1 border-b border-line last:border-0">
            <button
              type="button"
              onClick={() => onOpen(summary.id)}
              className="min-w-0 flex-1 rounded-control px-2 py-2.5 text-start hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="block truncate text-base font-medium text-text">{summary.title}</span>
              <span className="block text-xs text-text-3 tabular-nums">
                {dateTime(summary.createdAt)} · {countsOf(summary)}
              </span>
            </button>
            <IconButton
              label={t("Delete {title}", { title: summary.title })}
              icon={<Trash2 className="size-4" aria-hidden="true" />}
              onClick={() => setDeleting(summary)}
            />
          </li>
        ))}
      </ul>
      {deleting && <DeleteSummary summary={deleting} onClose={() => setDeleting(null)} onDeleted={onDeleted} />}
    </>
  );
}

type DeleteSummaryProps = { summary: SummaryListing; onClose: () => void; onDeleted: (id: string) => void };

function DeleteSummary({ summary: { id, title }, onClose, onDeleted }: DeleteSummaryProps) {
  const deletion = useDeleteSummary();
  const confirm = () =>
    runMutation(deletion, id, () => {
      toast.success(t("The summary was deleted"), screenToast);
      onDeleted(id);
      onClose();
    });
  return (
    <Confirm
      title={t("Delete “{title}”?", { title })}
      action={t("Delete")}
      busyAction={t("Deleting…")}
      busy={deletion.isPending}
      error={deletion.error?.message}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t("This deletes the summary, its action plan and its messages.")}
    </Confirm>
  );
}

const Loading = () => (
  <div className="appear-late flex flex-col gap-4 py-2" role="status">
    <span className="sr-only">{t("Loading…")}</span>
    {["w-2/3", "w-1/2", "w-3/5"].map((width) => (
      <Skeleton key={width} className={`h-4 ${width}`} />
    ))}
  </div>
);

const countsOf = ({ points, actions, messages }: SummaryListing) =>
  [
    t("{points, plural, one {# point} other {# points}}", { points }),
    t("{actions, plural, one {# action} other {# actions}}", { actions }),
    t("{messages, plural, one {# message} other {# messages}}", { messages }),
  ].join(" · ");
