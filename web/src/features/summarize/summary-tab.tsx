import { t } from "@intellibox/contract/text/t";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { PointMark } from "./points-so-far.tsx";
import { SourceLink } from "./source-link.tsx";
import type { SummaryMessage } from "./summary-result.ts";

type SummaryTabProps = {
  points: readonly string[];
  sources: readonly (number | null)[];
  thread: readonly SummaryMessage[];
  onShow: (index: number) => void;
};

export function SummaryTab({ points, sources, thread, onShow }: SummaryTabProps) {
  if (points.length === 0) return <p className="p-4 text-base text-text-2 md:p-6">{t("No key points were found.")}</p>;
  return (
    <div className="max-w-[76ch] p-4 md:p-6">
      <ol className="flex flex-col gap-4">
        {points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <li key={index} className="flex gap-3">
            <PointMark />
            <div className="min-w-0">
              <p className="text-md text-text [overflow-wrap:anywhere]">{point}</p>
              <SourceLink thread={thread} index={sources[index] ?? null} onShow={onShow} />
            </div>
          </li>
        ))}
      </ol>
      <CopyButton
        size="sm"
        className="mt-6"
        label={t("Copy key points")}
        text={() => points.map((point) => `- ${point}`).join("\n")}
      />
    </div>
  );
}
