import type { MergeGap } from "@intellibox/contract/endpoints/mail-merges";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Send } from "lucide-react";
import { grouped } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { runMutation } from "#lib/http/run-mutation.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { previewQuery, useTestMerge } from "#api/mail-merges.ts";
import { SafeHtml } from "#components/rich-text/safe-html.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { SectionPanel } from "#components/ui/section-panel.tsx";

type MergePreviewProps = { id: string; at: number; gaps: MergeGap[]; onAt: (at: number) => void };

/** The mail of one recipient, as it will be sent. */
export function MergePreview({ id, at, gaps, onAt }: MergePreviewProps) {
  const { data, error, refetch } = useQuery(previewQuery(id, at));
  const test = useTestMerge(id);
  const sendTest = () =>
    runMutation(test, at, ({ to, status }) =>
      toast.success(
        status === "sent" ? t("Test sent to {to}", { to }) : t("Test to {to} is on its way", { to }),
        screenToast,
      ),
    );
  const nextGap = gaps.find((gap) => gap.at > at) ?? gaps[0];
  const count = data?.count ?? 0;
  return (
    <SectionPanel
      title={t("Preview")}
      actions={
        <Button
          size="sm"
          icon={<Send className="size-4" aria-hidden="true" />}
          busy={test.isPending}
          onClick={sendTest}
        >
          {t("Send a test to myself")}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2">
        <IconButton
          size="icon-sm"
          label={t("Previous recipient")}
          disabled={at === 0}
          icon={<ChevronLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />}
          onClick={() => onAt(at - 1)}
        />
        <span role="status" className="text-sm text-text-2 tabular-nums">
          {t("{number} of {count}", { number: grouped(at + 1), count: grouped(count) })}
        </span>
        <IconButton
          size="icon-sm"
          label={t("Next recipient")}
          disabled={at + 1 >= count}
          icon={<ChevronRight className="size-4 rtl:-scale-x-100" aria-hidden="true" />}
          onClick={() => onAt(at + 1)}
        />
        {nextGap && (
          <Button size="sm" variant="ghost" onClick={() => onAt(nextGap.at)}>
            {t("Next with a missing value")}
          </Button>
        )}
      </div>
      <div className="border-t border-line p-4">
        {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-32 w-full" />}
        {data && (
          <div className="flex flex-col gap-3">
            <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
              <dt className="text-text-3">{t("From")}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">{data.from}</dd>
              <dt className="text-text-3">{t("To")}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">{data.address}</dd>
              <dt className="text-text-3">{t("Subject")}</dt>
              <dd className="min-w-0 font-medium [overflow-wrap:anywhere]">{data.subject || t("(no subject)")}</dd>
            </dl>
            <div className="overflow-hidden rounded-control border border-line p-3">
              <SafeHtml
                html={data.html}
                title={t("Mail to {address}", { address: data.address })}
                remoteImages={false}
              />
            </div>
          </div>
        )}
      </div>
    </SectionPanel>
  );
}
