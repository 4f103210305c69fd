import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { usePreload } from "#lib/hooks/use-preload.ts";
import { summaryQuery } from "#api/summaries.ts";
import { Empty, Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { loadedLater } from "#components/ui/loaded-later.tsx";
import { WritingBar } from "#components/writing/ai-bar.tsx";
import { PointsSoFar } from "./points-so-far.tsx";
import type { SummaryRun } from "./use-summarizing.ts";

const ResultTabs = loadedLater(() => import("./result-tabs.tsx").then((m) => m.ResultTabs), <PageSkeleton />);

type ResultPaneProps = {
  /** The points that are being streamed; null while nothing is. */
  soFar: string | null;
  /** The step before the first point; empty if there is none. */
  progress: string;
  onStop: () => void;
  run: SummaryRun | null;
  /** The id of the saved summary in the URL. */
  openedId: string | null;
};

export function ResultPane({ soFar, progress, onStop, run, openedId }: ResultPaneProps) {
  usePreload(ResultTabs.preload);
  if (soFar !== null) return <InProgress text={soFar} progress={progress} onStop={onStop} />;
  if (openedId && openedId !== run?.keptId) return <SavedResult key={openedId} id={openedId} />;
  if (run) return <ResultTabs key={run.number} result={run.result} keptId={run.keptId} note={run.note} />;
  return (
    <Empty className="flex-1" icon={<FileText className="size-7" strokeWidth={1.5} />}>
      {t("Key points, an action plan and a timeline appear here.")}
    </Empty>
  );
}

function InProgress({ text, progress, onStop }: { text: string; progress: string; onStop: () => void }) {
  return (
    <>
      <WritingBar progress={progress} otherwise={t("Reading and summarizing")} onStop={onStop} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <PointsSoFar text={text} />
      </div>
    </>
  );
}

function SavedResult({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(summaryQuery(id));
  if (error) return <Failed className="flex-1" message={error.message} onRetry={() => void refetch()} />;
  return data ? <ResultTabs result={data} keptId={id} /> : <PageSkeleton />;
}
