import { MailCheck, MailOpen, Trash2, X } from "lucide-react";
import { grouped } from "#lib/format.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";

type BulkBarProps = {
  count: number;
  onAll: () => void;
  onRead: (read: boolean) => void;
  onDelete: () => void;
  onEnd: () => void;
};

const icon = "size-4";

/** Replaces the list's toolbar while the user selects messages. */
export function BulkBar({ count, onAll, onRead, onDelete, onEnd }: BulkBarProps) {
  const isOff = count === 0;
  const tools = [
    { label: "Mark as read", Icon: MailOpen, run: () => onRead(true), keys: undefined },
    { label: "Mark as unread", Icon: MailCheck, run: () => onRead(false), keys: "u" },
    { label: "Delete", Icon: Trash2, run: onDelete, keys: "#" },
  ];
  return (
    <div
      role="toolbar"
      aria-label="Selected messages"
      className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-selected px-2 pointer-coarse:h-14"
    >
      <IconButton label="Cancel selection" icon={<X className={icon} aria-hidden="true" />} onClick={onEnd} />
      <p role="status" className="px-1 text-sm font-medium whitespace-nowrap text-text tabular-nums">
        {grouped(count)} selected
      </p>
      <Button variant="ghost" size="sm" onClick={onAll}>
        Select all
      </Button>
      <span className="ml-auto flex">
        {tools.map(({ label, Icon, run, keys }) => (
          <Tooltip key={label} text={label} keys={keys}>
            <IconButton
              label={label}
              disabled={isOff}
              icon={<Icon className={icon} aria-hidden="true" />}
              onClick={run}
            />
          </Tooltip>
        ))}
      </span>
    </div>
  );
}
