import type { FoundTask } from "@intellibox/contract/endpoints/assistant";
import type { ThreadDigest } from "@intellibox/contract/endpoints/inbox";
import { momentOf } from "@intellibox/contract/rules/wall-time";
import { t } from "@intellibox/contract/text/t";
import { CalendarPlus, Check, ListPlus } from "lucide-react";
import { saveCalendarEntry } from "#lib/calendar-entry.ts";
import { classNames } from "#lib/class-names.ts";
import { timeZone } from "#lib/time-zone.ts";
import { useChangeTasks } from "#api/inbox-assistant.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { dueWords } from "./ai-words.ts";

type TaskChipsProps = { digest: ThreadDigest; threadId: string };

/** The tasks of a thread, each with its owner and due date. They are ticked, added to the action plan, and saved as calendar files. */
export function TaskChips({ digest: { id, tasks }, threadId }: TaskChipsProps) {
  const { mutate, isPending } = useChangeTasks(threadId);
  const unplanned = tasks.flatMap(({ planned }, index) => (planned ? [] : [index]));
  const plan = (indexes: number[]) => mutate({ id, tasks: indexes, change: "plan" });
  return (
    <div>
      <div className="flex min-h-7 items-center gap-2">
        <h4 className="text-xs font-semibold text-text-2">{t("Tasks ({count})", { count: tasks.length })}</h4>
        {unplanned.length > 1 && (
          <Button variant="ghost" size="sm" disabled={isPending} onClick={() => plan(unplanned)}>
            {t("Add all to plan")}
          </Button>
        )}
      </div>
      <ul aria-label={t("Tasks")} className="mt-1 flex flex-wrap gap-2">
        {tasks.map((task, index) => (
          <TaskChip
            // biome-ignore lint/suspicious/noArrayIndexKey: the tasks keep their order, and two may have the same words
            key={index}
            task={task}
            isBusy={isPending}
            onTick={(done) => mutate({ id, tasks: [index], change: done ? "done" : "open" })}
            onPlan={() => plan([index])}
          />
        ))}
      </ul>
    </div>
  );
}

type TaskChipProps = { task: FoundTask; isBusy: boolean; onTick: (done: boolean) => void; onPlan: () => void };

function TaskChip({ task, isBusy, onTick, onPlan }: TaskChipProps) {
  const { action, owner, due, done, planned } = task;
  const facts = [owner, dueWords(due)].filter(Boolean).join(" · ");
  const canSave = momentOf(due, timeZone()) !== null;
  return (
    <li className="flex max-w-full items-center gap-1 rounded-control border border-ai-line bg-surface py-1 pe-1 ps-2.5">
      <Checkbox
        className="min-w-0"
        checked={done}
        onChange={(event) => onTick(event.target.checked)}
        label={
          <span className="block min-w-0 py-0.5 [overflow-wrap:anywhere]">
            <span className={classNames(done ? "text-text-3 line-through" : "text-text")}>{action}</span>
            {facts && <span className="block text-xs text-text-3">{facts}</span>}
          </span>
        }
      />
      {planned ? (
        <span className="flex shrink-0 items-center gap-1 px-1.5 text-xs whitespace-nowrap text-text-2">
          <Check className="size-3.5 text-ok" aria-hidden="true" />
          {t("In plan")}
        </span>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          aria-label={t("Add to plan: {action}", { action })}
          disabled={isBusy}
          icon={<ListPlus className="size-3.5" aria-hidden="true" />}
          onClick={onPlan}
        >
          {t("Add to plan")}
        </Button>
      )}
      {canSave && (
        <Tooltip text={t("Save for your calendar (.ics)")}>
          <IconButton
            size="icon-sm"
            label={t("Calendar file: {action}", { action })}
            icon={<CalendarPlus className="size-4" aria-hidden="true" />}
            onClick={() => saveCalendarEntry(task)}
          />
        </Tooltip>
      )}
    </li>
  );
}
