import { CheckCheck, EllipsisVertical, X } from "lucide-react";
import { grouped } from "#lib/format.ts";
import { IconButton } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { MessageCommands } from "#features/inbox/actions/message-commands.ts";

type BulkBarProps = {
  count: number;
  commands: MessageCommands;
  onAll: () => void;
  onEnd: () => void;
};

const icon = "size-4";

/** Replaces the list's toolbar while the user selects messages. */
export function BulkBar({ count, commands, onAll, onEnd }: BulkBarProps) {
  const isOff = count === 0;
  const { archive, read, trash, snooze, star, move, label, mute, junk } = commands;
  return (
    <div
      role="toolbar"
      aria-label="Selected messages"
      className="flex h-12 shrink-0 items-center gap-0.5 border-b border-line bg-selected px-2 pointer-coarse:h-14"
    >
      <IconButton label="Cancel selection" icon={<X className={icon} aria-hidden="true" />} onClick={onEnd} />
      <p role="status" className="px-1 text-sm font-medium whitespace-nowrap text-text tabular-nums">
        {grouped(count)} selected
      </p>
      <Tooltip text="Select all">
        <IconButton label="Select all" icon={<CheckCheck className={icon} aria-hidden="true" />} onClick={onAll} />
      </Tooltip>
      <span className="ml-auto flex">
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
          <IconButton label="More" disabled icon={<EllipsisVertical className={icon} aria-hidden="true" />} />
        ) : (
          <Menu
            label="More for the selected messages"
            trigger={<IconButton label="More" icon={<EllipsisVertical className={icon} aria-hidden="true" />} />}
            groups={[
              [snooze, star, mute],
              [move, label, junk],
            ]}
          />
        )}
      </span>
    </div>
  );
}
