import { Skeleton } from "#components/ui/async-states.tsx";

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

export const PointMark = () => <span className="mt-2.5 size-1.5 shrink-0 rounded-full bg-ai" aria-hidden="true" />;
