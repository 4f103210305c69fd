import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { Clock } from "lucide-react";
import { markWords } from "./snooze-words.ts";

type SnoozeMarkProps = { item: Pick<ThreadItem, "snoozedUntil" | "wokenAt" | "unread"> };

/** Says in a row until when its message is snoozed, or that it came back. */
export function SnoozeMark({ item }: SnoozeMarkProps) {
  const words = markWords(item);
  if (!words) return null;
  return (
    <span className="flex shrink-0 items-center gap-1 rounded-full bg-active px-2 text-2xs text-text-2">
      <Clock className="size-3" aria-hidden="true" />
      {words}
    </span>
  );
}
