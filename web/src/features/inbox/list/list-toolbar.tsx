import type { ConnectedMailbox } from "@intellibox/contract/endpoints/inbox";
import { ListChecks, ListFilter, RefreshCw } from "lucide-react";
import { Button, IconButton } from "#components/button.tsx";
import { Select } from "#components/select.tsx";
import { Tooltip } from "#components/tooltip.tsx";
import { providerNames } from "#features/inbox/mailbox-words.ts";

const all = "all";

type ListToolbarProps = {
  mailboxes: readonly ConnectedMailbox[];
  mailbox: string;
  onMailbox: (id: string) => void;
  isReloading: boolean;
  onReload: () => void;
  isSyncing: boolean;
  onSync: () => void;
  onChoose: () => void;
};

/** Which mailbox the list shows, and the ways to have it looked at again. */
export function ListToolbar(props: ListToolbarProps) {
  const { mailboxes, mailbox, onMailbox, isReloading, onReload, isSyncing, onSync, onChoose } = props;
  const options = [
    { value: all, label: "All mailboxes" },
    ...mailboxes.map(({ id, email, provider }) => ({ value: id, label: email, hint: providerNames[provider] })),
  ];
  return (
    <div className="flex h-12 shrink-0 items-center gap-1.5 border-b border-line px-3 pointer-coarse:h-14">
      <Select
        compact
        aria-label="Mailbox"
        icon={<ListFilter className="size-4 shrink-0 text-text-3" aria-hidden="true" />}
        options={options}
        value={options.some(({ value }) => value === mailbox) ? mailbox : all}
        onChange={(value) => onMailbox(value === all ? "" : value)}
        className="min-w-0 flex-1"
      />
      <Tooltip text="Select messages" keys="x">
        <IconButton
          label="Select messages"
          icon={<ListChecks className="size-4" aria-hidden="true" />}
          onClick={onChoose}
        />
      </Tooltip>
      <Tooltip text="Reload">
        <IconButton
          label="Reload"
          busy={isReloading}
          icon={<RefreshCw className="size-4" aria-hidden="true" />}
          onClick={onReload}
        />
      </Tooltip>
      <Button busy={isSyncing} onClick={onSync}>
        Sync
      </Button>
    </div>
  );
}
