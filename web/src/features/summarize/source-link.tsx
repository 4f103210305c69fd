import { PreviewCard } from "@base-ui/react/preview-card";
import { t } from "@intellibox/contract/text/t";
import { CornerDownRight } from "lucide-react";
import { cut, dateTime } from "#lib/format.ts";
import { type SummaryMessage, senderOf, shownBody } from "./summary-result.ts";

type SourceLinkProps = {
  thread: readonly SummaryMessage[];
  index: number | null;
  onShow: (index: number) => void;
  /** Leaves out sender and time if they are shown beside the link. */
  short?: boolean;
};

/** A link to the source message in the timeline, with a preview on hover and focus. */
export function SourceLink({ thread, index, onShow, short = false }: SourceLinkProps) {
  const message = index === null ? undefined : thread[index];
  if (index === null || !message) return null;
  const sender = senderOf(message.from);
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger
        delay={200}
        render={<button type="button" onClick={() => onShow(index)} />}
        className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-item text-xs text-accent-text hover:underline pointer-coarse:min-h-11"
      >
        <CornerDownRight className="size-3 shrink-0" aria-hidden="true" />
        <span className="sr-only">{t("Source:")} </span>
        <span className="truncate">
          {short ? t("Show message") : [sender, dateTime(message.at)].filter(Boolean).join(", ")}
        </span>
      </PreviewCard.Trigger>
      <PreviewCard.Portal>
        <PreviewCard.Positioner sideOffset={6} collisionPadding={8} align="start" className="z-60">
          <PreviewCard.Popup className="w-80 max-w-(--available-width) rounded-popup bg-surface p-3 text-sm shadow-popup transition-opacity outline-none data-starting-style:opacity-0 data-ending-style:opacity-0">
            <p className="font-medium text-text">{sender}</p>
            {message.at && <p className="text-xs text-text-3">{dateTime(message.at)}</p>}
            <p className="mt-1.5 line-clamp-6 whitespace-pre-line text-text-2 [overflow-wrap:anywhere]">
              {cut(shownBody(message), 400)}
            </p>
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
