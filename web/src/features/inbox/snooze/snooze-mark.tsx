import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { BellOff, Clock, type LucideIcon } from "lucide-react";
import { markWords } from "./snooze-words.ts";

type SnoozeMarkProps = { item: Pick<ThreadItem, "snoozedUntil" | "wokenAt" | "unread" | "muted"> };

/** Says in a row until when its message is snoozed, that it came back, or that its thread is muted. */
export function SnoozeMark({ item }: SnoozeMarkProps) {
  const words = markWords(item);
  if (words) return <Mark words={words} Icon={Clock} />;
  return item.muted ? <Mark words={t("Muted")} Icon={BellOff} /> : null;
}

const Mark = ({ words, Icon }: { words: string; Icon: LucideIcon }) => (
  <span className="flex shrink-0 items-center gap-1 rounded-full bg-active px-2 text-2xs text-text-2">
    <Icon className="size-3" aria-hidden="true" />
    {words}
  </span>
);
