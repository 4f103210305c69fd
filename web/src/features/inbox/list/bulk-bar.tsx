import { maxTriedMails } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { CheckCheck, EllipsisVertical, Workflow, X } from "lucide-react";
import { Suspense, use, useState } from "react";
import { grouped } from "#lib/format.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { MessageCommands } from "#features/inbox/actions/message-commands.ts";
import { RulePartsContext } from "#features/inbox/rule-parts.ts";

type BulkBarProps = {
  chosen: ReadonlySet<string>;
  /** Offers to select rows that are not loaded. Undefined if all rows are loaded, or not all loaded rows are selected. */
  more: { words: string; action?: string | undefined } | undefined;
  /** Loads and selects the rest. */
  onMore: () => void;
  isLoadingMore: boolean;
  commands: MessageCommands;
  onAll: () => void;
  onEnd: () => void;
};

const icon = "size-4";

/** Replaces the list's toolbar while the user selects messages. */
export function BulkBar({ chosen, commands, onAll, onEnd, more, onMore, isLoadingMore }: BulkBarProps) {
  const count = chosen.size;
  const isOff = count === 0;
  const rules = use(RulePartsContext);
  const [isRunning, setIsRunning] = useState(false);
  const runRule = {
    label: t("Run a rule…"),
    Icon: Workflow,
    refusal:
      count > maxTriedMails ? t("A rule runs on at most {count} mails at once", { count: maxTriedMails }) : undefined,
    run: () => setIsRunning(true),
  };
  const { archive, read, trash, snooze, star, move, label, mute, junk } = commands;
  return (
    <>
      <div
        role="toolbar"
        aria-label={t("Selected messages")}
        className="flex h-12 shrink-0 items-center gap-0.5 border-b border-line bg-selected px-2 pointer-coarse:h-14"
      >
        <IconButton label={t("Cancel selection")} icon={<X className={icon} aria-hidden="true" />} onClick={onEnd} />
        <p role="status" className="px-1 text-sm font-medium whitespace-nowrap text-text tabular-nums">
          {t("{count} selected", { count: grouped(count) })}
        </p>
        <Tooltip text={t("Select all")} keys="shift+x">
          <IconButton
            label={t("Select all")}
            icon={<CheckCheck className={icon} aria-hidden="true" />}
            onClick={onAll}
          />
        </Tooltip>
        <span className="ms-auto flex">
          {[archive, trash, read].map(({ label: name, Icon, run, keys }) => (
            <Tooltip key={name} text={name} keys={keys}>
              <IconButton
                label={name}
                disabled={isOff}
                icon={<Icon className={icon} aria-hidden="true" />}
                onClick={run}
              />
            </Tooltip>
          ))}
          {isOff ? (
            <IconButton label={t("More")} disabled icon={<EllipsisVertical className={icon} aria-hidden="true" />} />
          ) : (
            <Menu
              label={t("More for the selected messages")}
              trigger={<IconButton label={t("More")} icon={<EllipsisVertical className={icon} aria-hidden="true" />} />}
              groups={[[snooze, star, mute], [move, label, junk], rules ? [runRule] : []]}
            />
          )}
        </span>
      </div>
      {more && (
        <p className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-b border-line bg-selected px-3 py-1 text-xs text-text-2">
          <span role="status">{more.words}</span>
          {more.action && (
            <Button variant="ghost" size="sm" busy={isLoadingMore} onClick={onMore} className="text-accent-text">
              {more.action}
            </Button>
          )}
        </p>
      )}
      {rules && isRunning && (
        <Suspense fallback={null}>
          <rules.Run messageIds={[...chosen]} onClose={() => setIsRunning(false)} />
        </Suspense>
      )}
    </>
  );
}
