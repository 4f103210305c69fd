import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useRef } from "react";
import { useRowKeys } from "#lib/hooks/use-row-keys.ts";
import { followUpsQuery } from "#api/follow-ups.ts";
import { Empty, Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { FollowUpList } from "./follow-up-list.tsx";

/** All due follow-ups, as a place of the rail. */
export function FollowUpsView() {
  const { data, error, refetch } = useQuery(followUpsQuery);
  const list = useRef<HTMLElement>(null);
  useRowKeys(list);
  if (!data) {
    return error ? (
      <Failed message={error.message} onRetry={() => void refetch()} className="h-full" />
    ) : (
      <PageSkeleton />
    );
  }
  return (
    <section ref={list} aria-label={t("Follow-ups")} className="flex h-full min-h-0 flex-col">
      <h2 className="flex h-9 shrink-0 items-center gap-2 px-4 text-sm font-medium text-text md:px-5">
        <BellRing className="size-4 shrink-0 text-text-3" aria-hidden="true" />
        {t("Follow-ups")}
      </h2>
      {data.length > 0 ? (
        <FollowUpList items={data} />
      ) : (
        <Empty className="flex-1" icon={<BellRing className="size-7" strokeWidth={1.5} />}>
          {t("No follow-up is due. A mail that nobody answered in time appears here, with a draft.")}
        </Empty>
      )}
    </section>
  );
}
