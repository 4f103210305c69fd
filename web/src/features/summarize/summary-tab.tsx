import { t } from "@intellibox/contract/text/t";
import { Skeleton } from "#components/ui/async-states.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
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

/** The streamed key points; a skeleton until the first one. */
export function PointsSoFar({ text }: { text: string }) {
  const points = text.split("\n").filter((line) => line.trim() !== "");
  return (
    <ol className="flex max-w-[76ch] flex-col gap-4 p-4 md:p-6" aria-busy="true">
      {points.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
        <li key={index} className="flex gap-3">
          <PointMark />
          <p className="min-w-0 text-md text-text [overflow-wrap:anywhere]">{point}</p>
        </li>
      ))}
      {points.length === 0 &&
        ["w-full max-w-[60ch]", "w-full max-w-[54ch]", "w-2/3 max-w-[40ch]"].map((width) => (
          <li key={width} aria-hidden="true">
            <Skeleton className={`h-4 ${width}`} />
          </li>
        ))}
    </ol>
  );
}

const PointMark = () => <span className="mt-2.5 size-1.5 shrink-0 rounded-full bg-ai" aria-hidden="true" />;
