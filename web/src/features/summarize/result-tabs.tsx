import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { rate } from "#api/rate.ts";
import { Tabs } from "#components/ui/tabs.tsx";
import { AiBar } from "#components/writing/ai-bar.tsx";
import { AuthorshipNotices, costOf } from "#components/writing/authorship.tsx";
import { Engine } from "#components/writing/engine.tsx";
import { ActionPlanTab } from "./action-plan-tab.tsx";
import type { SummaryResult } from "./summary-result.ts";
import { SummaryTab } from "./summary-tab.tsx";
import { TimelineTab } from "./timeline-tab.tsx";
import { usePlan } from "./use-plan.ts";

type TabName = "summary" | "plan" | "timeline";
type ResultTabsProps = {
  result: SummaryResult;
  /** The summary's id once it is saved. */
  keptId: string | null;
  /** A note for the reader, such as that the summary was stopped. */
  note?: string | undefined;
};

/** A summary: its key points, the action plan, and the messages that both come from. */
export function ResultTabs({ result, keptId, note }: ResultTabsProps) {
  const { thread, summary, summarySources, written } = result;
  const [tab, setTab] = useState<TabName>(summary.length === 0 && result.actions.length > 0 ? "plan" : "summary");
  const [shown, setShown] = useState<{ index: number } | null>(null);
  const plan = usePlan(result.actions, keptId);
  const show = (index: number) => {
    setShown({ index });
    setTab("timeline");
  };
  const change = (chosen: TabName) => {
    setShown(null);
    setTab(chosen);
  };
  const sourced = { thread, onShow: show };
  const panels = [
    {
      value: "summary",
      label: t("Summary ({count})", { count: summary.length }),
      panel: <SummaryTab points={summary} sources={summarySources} {...sourced} />,
    },
    {
      value: "plan",
      label: t("Action Plan ({count})", { count: plan.rows.length }),
      panel: <ActionPlanTab plan={plan} keptId={keptId} {...sourced} />,
    },
    {
      value: "timeline",
      label: t("Timeline ({count})", { count: thread.length }),
      panel: <TimelineTab thread={thread} shown={shown} />,
    },
  ] as const;

  return (
    <>
      <AiBar>
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span>
            {t("Summary by AI")}
            {written && <span className="text-text-3 tabular-nums"> · {costOf(written)}</span>}
          </span>
          {written && <Engine written={written} onRate={rate} />}
        </span>
      </AiBar>
      {note && (
        <p role="status" className="border-b border-line px-4 py-2 text-sm text-text-2 md:px-6">
          {note}
        </p>
      )}
      {written && <AuthorshipNotices written={written} />}
      <Tabs
        label={t("Result")}
        tabs={panels}
        value={tab}
        onChange={change}
        className="flex min-h-0 flex-1 flex-col"
        panelClass="min-h-0 flex-1 overflow-y-auto"
      />
    </>
  );
}
